import SeededNumbers
import TableModel
import Testing

@testable import SQLiteTables

@Suite struct GuardedFunctionsTests {
  private let fixture: Fixture
  private let database: SQLiteDatabase

  init() throws {
    fixture = try Fixture("CREATE TABLE t (a)")
    database = try fixture.database()
  }

  private static let literals = [
    "NULL", "0", "12", "-1.5", "''", "'a'", "'aab'", "'ab'", "'AB'", "'é'", "'xéyé'", "'東京 東'", "' a '", "'a%b_c'",
    "'%a%'", "'_'", "'a*[b-d]?'", "'[^a]*'", "'\\'", "'%\\%%'", "x'61'", "x'6161C3'", "x'A9'", "x''", "x'0061'",
    "CAST(x'A961' AS TEXT)", "'{\"a\":1,\"b\":{\"c\":2}}'", "'{\"b\":null,\"d\":[1]}'", "'[1,2]'", "'$.a'", "'$.x.y'",
    "'$[1]'", "json('{\"z\":1}')", "'$'", "'not json'",
  ]

  /// What a statement of a visitor answers is what SQLite by itself does.
  private func compare(_ expression: String) async throws {
    let statement = "SELECT hex(\(expression)) AS v, typeof(\(expression)) AS t"
    // Without a row where SQLite refuses.
    guard let wanted = (try? fixture.rows(statement))?.first else {
      await #expect(throws: StatementError.self, "\(expression)") {
        try await database.result(of: QueryStatement(statement))
      }
      return
    }
    let page = try await database.result(of: QueryStatement(statement)).page
    #expect((0..<2).map { page[0][$0] } == wanted, "\(expression)")
  }

  @Test(.long) func functionsAnswerWhatThoseOfSQLiteDo() async throws {
    var random = SeededGenerator(seed: 20)
    func value() -> String { Self.literals.randomElement(using: &random) ?? "NULL" }
    for _ in 0..<30 {
      for name in ["instr", "trim", "ltrim", "rtrim", "json_patch", "like", "glob"] {
        try await compare("\(name)(\(value()), \(value()))")
      }
      for name in ["replace", "json_set", "json_insert"] {
        try await compare("\(name)(\(value()), \(value()), \(value()))")
      }
      try await compare("\(value()) LIKE \(value()) ESCAPE '\\'")
      try await compare("\(value()) NOT GLOB \(value())")
      try await compare("json_array(json_set(\(value()), \(value()), json_array(\(value()))))")
    }
    for text in [
      "hex(replace(x'610061', 'a', 'bb'))", "like('a', 'a', '')", "like('a', 'a', 'ab')", "like('é_', 'é%', 'é')",
    ] {
      try await compare(text)
    }
  }

  private static let long = "replace(hex(zeroblob(900000)), '00', 'aa')"

  /// Each would hold a thread for minutes, take all memory, or end the program.
  @Test(
    .long,
    arguments: [
      "select instr(\(long), substr(\(long), 900001) || 'b')",
      "select replace(\(long), substr(\(long), 900001) || 'b', '')",
      "select trim(\(long), substr(\(long), 2) || 'b')", "select \(long) like '%' || printf('%.9000c', 'a') || 'b'",
      "select \(long) like '%' || printf('%.900c', 'a') || 'b'",
      "select \(long) glob '*' || printf('%.900c', 'a') || 'b'",
      "select length(json_insert('{}', '$' || replace(hex(zeroblob(300000)), '00', '.a'), 1))",
      "select length(json_set('{}', '$' || replace(hex(zeroblob(300000)), '00', '[0]'), 1))",
      "select zeroblob(5000000)", copies(24),
    ])
  func whatWouldHoldAThreadIsRefusedOrStopped(text: String) async throws {
    do {
      let result = try await database.result(of: QueryStatement(text))
      #expect(result.page.count == 1)
    } catch is StatementError {
    } catch TableError.timeLimitReached {}
    #expect(try await database.result(of: QueryStatement("select 1")).page.count == 1)
  }

  /// Tables that each name the one before twice.
  private static func copies(_ count: Int) -> String {
    let tables = (1...count).map { ", t\($0)(x) as (select x from t\($0 - 1) union all select x from [T\($0 - 1)])" }
    return "with t0 as (select 1 as x)" + tables.joined() + " select count(*) from t\(count)"
  }

  @Test func tablesThatNameEachOtherTooOftenAreRefusedAndOthersNot() async throws {
    await #expect(throws: StatementError.self) { try await database.result(of: QueryStatement(Self.copies(20))) }
    #expect(CommonTables(Self.copies(20)).copies == 1_048_576)
    let nested = (0..<20).reduce("select 1 as x") { text, _ in "with a as (\(text)) select * from a, a as b" }
    #expect(CommonTables(nested).copies > 1_000_000)
    let usual =
      "with recursive n(i) as (select 1 union all select i + 1 from n where n.i < 9), m as not materialized (select * from n) select n.i, m.i from n join m on n.i = m.i"
    #expect(CommonTables(usual).copies <= 4)
    #expect(try await database.result(of: QueryStatement(usual)).page.count == 9)
    #expect(CommonTables("select cast(a as text), 'as (' from t -- as (").copies == 1)
  }
}
