import BoundedWork
import TableModel
import Testing

@testable import SQLiteTables

@Suite struct LargeValueTests {
  /// Rows of about 100 kB, and one of 3 MB, in a database whose pages may hold 1 MB.
  private static func database(_ budget: MemoryBudget = .shared) throws -> (Fixture, SQLiteDatabase) {
    let fixture = try Fixture(
      """
      CREATE TABLE photos(id INTEGER PRIMARY KEY, name TEXT, data BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO photos SELECT i, 'photo ' || i, randomblob(100000) FROM n;
      CREATE TABLE large(id INTEGER PRIMARY KEY, body TEXT, data BLOB);
      INSERT INTO large VALUES(1, 'short', zeroblob(3000000)), (2, replace(hex(zeroblob(1500000)), '00', 'ab'), NULL);
      """)
    var options = SQLiteDatabase.Options()
    options.pageByteLimit = 1 << 20
    options.rowByteLimit = 2 << 20
    options.memory = budget
    return (fixture, try SQLiteDatabase.open(path: fixture.path, options: options))
  }

  private func rows(_ page: TablePage) -> [Record] {
    page.sections.flatMap { section in (section as? RecordSection).map { Array(Records(page: $0.page)) } ?? [] }
  }

  @Test(arguments: [false, true])
  func aPageEndsEarlyAndTheNextGoesOnWhereItEnded(isDescending: Bool) async throws {
    let (fixture, database) = try Self.database()
    let table = try #require(try await database.table(named: "photos"))
    var query = TableQuery(pageSize: 25, sort: [SortTerm(column: 1, isDescending: isDescending)], count: .none)
    var names: [RecordValue] = []
    var backwards: [PageToken] = []
    for _ in 0..<100 {
      let page = try await table.page(query)
      let found = rows(page)
      #expect((1...10).contains(found.count))
      #expect(found.allSatisfy { $0[2].byteCount == 100_000 })
      names += found.map { $0[1] }
      backwards += page.previous.map { [$0] } ?? []
      guard let next = page.next else { break }
      query.position = .after(next)
    }
    let expected = (1...40).map { "photo \($0)" }.sorted().map { RecordValue.text($0) }
    #expect(names == (isDescending ? expected.reversed() : expected))
    // A page that is read backwards ends early too, at its far end.
    query.position = .before(try #require(backwards.last))
    let before = rows(try await table.page(query)).map { $0[1] }
    #expect((1...10).contains(before.count))
    let last = try #require(before.last)
    let end = try #require(names.firstIndex(of: last))
    #expect(Array(names[(end - before.count + 1)...end]) == before)
    _ = fixture
  }

  @Test func aRowThatNoPageHoldsIsRefusedAndPeopleSeeItsBeginnings() async throws {
    let (fixture, database) = try Self.database()
    let table = try #require(try await database.table(named: "large"))
    await #expect(throws: TableError.self) { _ = try await table.page(TableQuery(count: .none)) }
    let shown = rows(try await table.page(TableQuery(count: .none, values: .excerpt(textBytes: 4_096))))
    #expect(shown.map { $0.field(2).kind } == [.blobExcerpt, .null])
    #expect(shown[0].field(2).length == 3_000_000)
    #expect(shown[1].field(1).kind == .textExcerpt)
    // By its key a row may be larger; beyond that it is there with the beginnings of its values.
    for key: RowKey in [1, 2] {
      let record = try await table.record(key).record
      #expect(record.isExcerpt)
      #expect(record.page.byteCount < 100_000)
    }
    _ = fixture
  }

  @Test func whatAStatementAnswersIsBoundedWhileARowIsRead() async throws {
    let (fixture, database) = try Self.database()
    let columns = Array(repeating: "b", count: 40).joined(separator: ", ")
    let text = "select \(columns) from (select zeroblob(900000) b)"
    await #expect(throws: StatementError.self) { _ = try await database.result(of: QueryStatement(text)) }
    let excerpt = try await database.result(of: QueryStatement(text, values: .excerpt(textBytes: 100)))
    #expect(excerpt.page.byteCount == 40 * 32)
    let many = try await database.result(of: QueryStatement("select data from photos"))
    #expect(many.isTruncated)
    #expect((1...10).contains(many.page.count))
    _ = fixture
  }

  @Test func allThatIsBeingAnsweredIsBoundedTogether() async throws {
    let budget = MemoryBudget(limit: 1 << 20)
    let (fixture, database) = try Self.database(budget)
    let table = try #require(try await database.table(named: "photos"))
    var query = TableQuery(pageSize: 4, count: .none)
    do {
      let first = try await table.page(query)
      #expect(budget.taken > 400_000)
      query.pageSize = 9
      await #expect(throws: MemoryBudget.shortage) { _ = try await table.page(query) }
      #expect(rows(first).count == 4)
    }
    // Whoever read it may let go of it a little later.
    for _ in 0..<500 where budget.taken > 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(budget.taken == 0)
    let again = try await table.page(query)
    #expect(rows(again).count > 4)
    _ = fixture
  }

  @Test func longValuesAreNoFacets() async throws {
    let (fixture, database) = try Self.database()
    let table = try #require(try await database.table(named: "photos"))
    let query = FacetQuery(Facet(column: 2))
    await #expect(throws: TableError.self) { _ = try await table.facet(query, waits: true) }
    _ = fixture
  }
}
