import SeededNumbers
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

/// A table of random columns, keys, indexes and rows, as the statements that make it.
struct RandomTable {
  let name: String
  var statements: [String] = []
  var columns: [String] = []
  /// What rows are kept by, as it stands behind `ORDER BY`.
  var tieBreak: [String]
  /// The key that they stand in order of where nothing sorts them and they are kept by their row IDs.
  var key: [String] = []
  private static let types = [
    "", "INTEGER", "REAL", "TEXT", "NUMERIC", "BLOB", "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM",
  ]

  init(_ number: Int, _ random: inout SeededGenerator) {
    name = "t\(number)"
    let count = Int.random(in: 1...4, using: &random)
    columns = (0..<count).map { "c\($0)" }
    var definitions = columns.map { "\($0) \(Self.types.randomElement(using: &random) ?? "")" }
    var suffix = ""
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      columns.insert("id", at: 0)
      definitions.insert("id INTEGER PRIMARY KEY", at: 0)
      tieBreak = ["id"]
    case 1:
      columns.insert("k", at: 0)
      definitions.insert("k TEXT PRIMARY KEY", at: 0)
      (key, tieBreak) = (["k"], ["rowid"])
    case 2:
      columns.insert("k", at: 0)
      definitions.insert("k PRIMARY KEY", at: 0)
      suffix = " WITHOUT ROWID"
      tieBreak = ["k"]
    case 3:
      columns += ["k1", "k2"]
      definitions += ["k1", "k2 TEXT COLLATE NOCASE", "PRIMARY KEY (k2, k1)"]
      suffix = " WITHOUT ROWID"
      tieBreak = ["k2", "k1"]
    case 4:
      columns += ["k1", "k2"]
      definitions += ["k1 TEXT", "k2", "PRIMARY KEY (k2, k1)"]
      (key, tieBreak) = (["k2", "k1"], ["rowid"])
    default:
      // A column like a key, which no definition names.
      columns.insert("rowid", at: 0)
      tieBreak = ["rowid"]
    }
    let stored = columns.filter { $0 != "rowid" }
    statements.append("CREATE TABLE \(name) (\(definitions.joined(separator: ", ")))\(suffix)")
    for index in 0..<Int.random(in: 0...2, using: &random) {
      let indexed = stored.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
      let terms = indexed.map { Bool.random(using: &random) ? $0 : "\($0) DESC" }.joined(separator: ", ")
      statements.append("CREATE INDEX \(name)_\(index) ON \(name) (\(terms))")
    }
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      let values = columns.map { ["id", "rowid"].contains($0) ? Self.integer(&random) : Self.value(&random) }
      statements.append(
        "INSERT OR IGNORE INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")))")
    }
  }

  private static func integer(_ random: inout SeededGenerator) -> String {
    Bool.random(using: &random)
      ? String(Int.random(in: -30...30, using: &random)) : String(Int64.random(in: .min + 1 ... .max, using: &random))
  }

  /// Values of every storage class, many of them equal or nearly so.
  private static func value(_ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: "NULL"
    case 2: String(Int.random(in: -2...2, using: &random))
    case 3:
      ["9007199254740992", "9007199254740993", "9223372036854775807", "-9223372036854775808"].randomElement(
        using: &random) ?? ""
    case 4: ["9e999", "-9e999", "9007199254740992.0", "0.1", "-2.5", "1e300"].randomElement(using: &random) ?? ""
    case 5: ["x''", "x'00'", "x'FF'", "x'6162'"].randomElement(using: &random) ?? ""
    case 6: ["''", "' '", "'  '", "'a'", "'A'", "'a '", "'ab'"].randomElement(using: &random) ?? ""
    case 7: ["'é'", "'É'", "'ß'", "'東京'", "'🚀'", "'12'", "'1e1'"].randomElement(using: &random) ?? ""
    default: "'\(["x", "y", "Z", "zz"].randomElement(using: &random) ?? "")\(Int.random(in: 0...9, using: &random))'"
    }
  }

  func oracle(_ sort: [SortTerm], where condition: String = "1") -> String {
    let descends = sort.last?.isDescending ?? false
    let terms =
      (sort.isEmpty ? key : sort.map { columns[$0.column] + ($0.isDescending ? " DESC" : "") })
      + tieBreak.map { $0 + (descends ? " DESC" : "") }
    return
      "SELECT \(columns.joined(separator: ", ")) FROM \(name) WHERE \(condition) ORDER BY \(terms.joined(separator: ", "))"
  }
}

@Test(.long, arguments: Thoroughness.some([UInt64(1), 2, 3, 4], quickly: 2))
func pagesOfRandomTablesUnderRandomSortsAreWhatPlainSQLSays(seed: UInt64) async throws {
  var random = SeededGenerator(seed: seed)
  let fixture = try Fixture()
  let tables = (0..<40).map { RandomTable($0, &random) }
  try fixture.execute("BEGIN; " + tables.flatMap(\.statements).joined(separator: "; ") + "; COMMIT")
  let database = try fixture.database()
  for sample in tables {
    let table = try #require(try await database.table(named: sample.name.uppercased()))
    for _ in 0..<3 {
      let columns = sample.columns.indices.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
      let sort = columns.map { SortTerm(column: $0, isDescending: Bool.random(using: &random)) }
      let size = Int.random(in: 1...9, using: &random)
      let walk = try await table.walk(TableQuery(pageSize: size, sort: sort))
      let wanted = try fixture.rows(sample.oracle(sort))
      let context: Comment = "seed \(seed), \(sample.statements.first ?? ""), sort \(sort), page size \(size)"
      #expect(walk.forwards == wanted, context)
      #expect(walk.backwards == wanted, context)
    }
  }
}

@Test func previousAndNextAreToldRightlyAfterTheRowOfAPlaceIsGone() async throws {
  let fixture = try Fixture(
    "CREATE TABLE t (id INTEGER PRIMARY KEY); WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 20) INSERT INTO t SELECT i FROM n"
  )
  let table = try #require(try await fixture.database().table(named: "t"))
  let first = try await table.page(TableQuery(pageSize: 5))
  let next = try #require(first.next)
  try fixture.execute("DELETE FROM t WHERE id <= 5")
  let second = try await table.page(TableQuery(pageSize: 5, position: .after(next)))
  #expect(second.rows.first == [.integer(6)])
  #expect(second.previous == nil)
  try fixture.execute("DELETE FROM t WHERE id > 5; INSERT INTO t VALUES (3)")
  let empty = try await table.page(TableQuery(pageSize: 5, position: .after(next)))
  #expect(empty.rows.isEmpty && empty.next == nil)
  let previous = try #require(empty.previous)
  #expect(try await table.page(TableQuery(pageSize: 5, position: .before(previous))).rows == [[.integer(3)]])
}

@Test func sortsByAWholeKeyNeedNoMoreAndTellTheRowOfAPlaceFromOthers() async throws {
  let fixture = try Fixture(
    """
    CREATE TABLE t (a TEXT, b INTEGER, c TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
    INSERT INTO t VALUES ('x', 1, NULL), ('x', 2, 'c'), ('y', 1, NULL), ('y', 2, NULL), ('z', 1, 'a'), ('z', 2, NULL)
    """)
  let table = try #require(try await fixture.database().table(named: "t"))
  for sort in [[0, 1], [1, 0, 2], [0, 2, 1], [0], [2]] {
    for isDescending in [false, true] {
      let terms = sort.map { SortTerm(column: $0, isDescending: isDescending) }
      let walk = try await table.walk(TableQuery(pageSize: 2, sort: terms))
      #expect(walk.forwards.count == 6 && Set(walk.forwards).count == 6, "\(sort)")
      #expect(walk.forwards == walk.backwards, "\(sort)")
    }
  }
  // Gone, a place's row is not mistaken for the one that follows it.
  let query = TableQuery(pageSize: 2, sort: [SortTerm(column: 0)])
  let next = try #require(try await table.page(query).next)
  try fixture.execute("DELETE FROM t WHERE a = 'x' OR b = 1")
  #expect(
    try await table.page(TableQuery(pageSize: 2, position: .after(next), sort: query.sort)).rows.map { $0[0] }
      == [.text("y"), .text("z")])
}
