import SQLTables
import SeededNumbers
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

/// Rows that name the row above them.
@Suite struct TreeTests {
  private func table(_ sql: String) async throws -> (fixture: Fixture, table: any RecordTable) {
    let fixture = try Fixture(sql)
    return (fixture, try #require(try await fixture.database().table(named: "t")))
  }

  /// `name:level` of each row.
  private func outline(_ page: TablePage) -> [String] {
    page.records.map { "\($0[2]):\($0.indentationLevel)" }
  }

  private static let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY, above INTEGER REFERENCES t(id), name TEXT);"
  private static let tree = TreeKey(parent: 1, key: 0)

  @Test func rowsStandBelowTheirParentsInTheWantedOrder() async throws {
    let (fixture, table) = try await table(
      Self.schema
        + "INSERT INTO t VALUES (1, NULL, 'b'), (2, 1, 'd'), (3, 1, 'c'), (4, 3, 'z'), (5, NULL, 'a'), (6, 5, 'y')")
    var query = TableQuery(sort: [SortTerm(column: 2)])
    query.tree = Self.tree
    #expect(outline(try await table.page(query)) == ["a:0", "y:1", "b:0", "c:1", "z:2", "d:1"])
    query.sort = [SortTerm(column: 2, isDescending: true)]
    #expect(outline(try await table.page(query)) == ["b:0", "d:1", "c:1", "z:2", "a:0", "y:1"])
    query.sort = []
    #expect(outline(try await table.page(query)) == ["b:0", "d:1", "c:1", "z:2", "a:0", "y:1"])
    _ = fixture
  }

  @Test func orphansStandAtTheTopAndRowsAboveThemselvesBehindTheTree() async throws {
    let (fixture, table) = try await table(
      Self.schema
        + """
        PRAGMA foreign_keys = OFF;
        INSERT INTO t VALUES (1, 99, 'orphan'), (2, 1, 'child'), (3, 4, 'one'), (4, 3, 'other'), (5, 4, 'below'), (6, 6, 'self')
        """)
    var query = TableQuery()
    query.tree = Self.tree
    #expect(outline(try await table.page(query)) == ["orphan:0", "child:1", "one:0", "other:0", "below:0", "self:0"])
    _ = fixture
  }

  @Test func whatIsDeeperThanTheLimitIsNotLost() async throws {
    let count = TreeStatement.depthLimit + 50
    let (fixture, table) = try await table(
      Self.schema
        + "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT \(count)) INSERT INTO t SELECT i, nullif(i - 1, 0), i FROM n"
    )
    var query = TableQuery(pageSize: 1_000)
    query.tree = Self.tree
    let records = try await table.page(query).records
    #expect(records.map { $0[0] } == (1...Int64(count)).map { .integer($0) })
    #expect(records.map(\.indentationLevel).max() == TreeStatement.depthLimit - 1)
    #expect(records.last?.indentationLevel == 0)
    _ = fixture
  }

  @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
  func pagesOfRandomTreesHaveEachRowOnceInBothDirections(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let isKeptByKey = seed.isMultiple(of: 2)
    let count = Int.random(in: 20...90, using: &random)
    var parents: [Int: Int] = [:]
    let rows = (1...count).map { id -> String in
      // Some of them name themselves, a row below them, or none that is there.
      let parent = Int.random(in: 0..<4, using: &random) == 0 ? nil : Int.random(in: 1...(count + 5), using: &random)
      parents[id] = parent
      return "(\(id), \(parent.map(String.init) ?? "NULL"), '\(["x", "y"].randomElement(using: &random) ?? "")')"
    }
    let suffix = isKeptByKey ? " WITHOUT ROWID" : ""
    let index = Bool.random(using: &random) ? "CREATE INDEX i ON t (above);" : ""
    let (fixture, table) = try await table(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, above INTEGER, name TEXT)\(suffix); \(index) INSERT INTO t VALUES "
        + rows.joined(separator: ", "))
    var query = TableQuery(
      pageSize: Int.random(in: 1...9, using: &random), sort: [SortTerm(column: 2, isDescending: seed > 3)])
    query.tree = Self.tree
    let walk = try await table.walk(query)
    #expect(walk.forwards == walk.backwards)
    #expect(Set(walk.forwards).count == count && walk.forwards.count == count)
    query.pageSize = 1_000
    let whole = try await table.page(query)
    #expect(whole.rows == walk.forwards)
    var above: [(id: Int, name: String)] = []
    for record in whole.records {
      guard case .integer(let id) = record[0] else { continue }
      let level = record.indentationLevel
      // A row stands below the nearest row before it that is one level higher, and in order behind those of the same parent.
      #expect(level <= above.count)
      if level > 0 { #expect(parents[Int(id)] == above[level - 1].id) }
      if level < above.count, level > 0 {
        let (name, other) = (record[2].description, above[level].name)
        #expect(seed > 3 ? name <= other : name >= other)
      }
      above = above.prefix(level) + [(Int(id), record[2].description)]
    }
    _ = fixture
  }

  @Test func namesAreQuotedAndValuesComeWhole() async throws {
    let (fixture, table) = try await table(
      """
      CREATE TABLE t ("the ""id" TEXT PRIMARY KEY, "order" TEXT, data BLOB);
      INSERT INTO t VALUES ('b', 'a', zeroblob(9000)), ('a', NULL, x'01')
      """)
    var query = TableQuery(values: .excerpt(textBytes: 10))
    query.tree = Self.tree
    let page = try await table.page(query)
    #expect(page.records.map { $0[0] } == [.text("a"), .text("b")])
    #expect(page.records.map(\.indentationLevel) == [0, 1])
    #expect(page.records.last?.field(2).length == 9_000)
    let cursor = try await table.cursor(query)
    #expect(try await cursor.next()?[0][0] == .text("a"))
    _ = fixture
  }

  @Test func aViewAndSomeOfTheRowsAreNoTree() async throws {
    let (fixture, table) = try await table(Self.schema + "CREATE VIEW v AS SELECT * FROM t")
    let view = try #require(try await fixture.database().table(named: "v"))
    var query = TableQuery()
    query.tree = Self.tree
    await #expect(throws: TableError.self) { try await view.page(query) }
    query.selection.filters = [ColumnFilter(column: 2, value: "a")]
    await #expect(throws: TableError.self) { try await table.page(query) }
  }
}
