import PostgreSQLServer
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// Values that are larger than what pages hold.
@Suite struct LargeValueTests {
  private static let rows = """
    CREATE TABLE t (id integer PRIMARY KEY, text text, bytes bytea, document jsonb);
    INSERT INTO t SELECT i, repeat('é', 100000) || i % 2, decode(repeat('ab', 50000), 'hex'), jsonb_build_object('a', repeat('x', 30000))
      FROM generate_series(1, 30) AS i
    """

  @Test func pagesBringTheBeginningsOfLongValues() async throws {
    let table = try await TestDatabase(Self.rows).table("t")
    let page = try await table.page(TableQuery(pageSize: 30, values: .excerpt(textBytes: 301)))
    #expect(page.records.count == 30 && page.next == nil)
    let record = try #require(page.records.first)
    #expect(record.field(1).kind == .textExcerpt && record[1] == .text(String(repeating: "é", count: 150)))
    #expect(record.field(2).kind == .blobExcerpt)
    #expect(record.field(3).kind == .textExcerpt)
  }

  @Test func pagesOfWholeValuesEndWhereTheyAreFull() async throws {
    let sample = try TestDatabase(Self.rows)
    let database = try sample.served { $0.pageByteLimit = 800 << 10 }
    let table = try #require(try await database.table(named: "t"))
    for sort in [[], [SortTerm(column: 1, isDescending: true)]] {
      let walk = try await table.walk(TableQuery(pageSize: 30, sort: sort))
      #expect(walk.forwards.count == 30 && walk.forwards == walk.backwards && walk.pages > 5)
    }
    let small = try sample.served { $0.pageByteLimit = 128 << 10 }
    let narrow = try #require(try await small.table(named: "t"))
    let failure = await #expect(throws: TableError.self) { try await narrow.page(TableQuery(pageSize: 30)) }
    #expect("\(String(describing: failure))".contains("response limit"))
  }

  @Test func exportsAndRowsBringThemWhole() async throws {
    let table = try await TestDatabase(Self.rows).table("t")
    let cursor = try await table.cursor(TableQuery(pageSize: 1))
    var count = 0
    while let page = try await cursor.next() {
      #expect(page.count <= 2)
      for record in Records(page: page) where record[1].description.utf8.count == 200_001 { count += 1 }
    }
    #expect(count == 30)
    #expect(try await table.record(RowKey(3)).record[2] == .blob([UInt8](repeating: 0xAB, count: 50_000)))
    #expect(try await table.bytes(of: 1, inRecord: RowKey(3)).count == 200_001)
  }

  @Test func facetsOfLongValuesAreRefused() async throws {
    let table = try await TestDatabase(Self.rows).table("t")
    await #expect(throws: TableError.self) { try await table.facet(FacetQuery(Facet(column: 1)), waits: true) }
  }
}
