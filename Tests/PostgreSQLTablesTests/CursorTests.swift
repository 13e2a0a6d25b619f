import PostgreSQLServer
import TableModel
import Testing

@testable import PostgreSQLTables

/// Exports.
@Suite struct CursorTests {
  private static let rows =
    "CREATE TABLE t (id integer PRIMARY KEY, a text); INSERT INTO t SELECT i, 'n' || i FROM generate_series(1, 3000) AS i"

  private func ids(_ cursor: any RecordCursor) async throws -> [Int64] {
    var ids: [Int64] = []
    while let page = try await cursor.next() {
      for record in Records(page: page) { if case .integer(let id) = record[0] { ids.append(id) } }
    }
    return ids
  }

  @Test func anExportIsOfOneStateHoweverLongItTakes() async throws {
    let sample = try TestDatabase(Self.rows)
    let cursor = try await sample.table("t").cursor(TableQuery(pageSize: 1))
    let first = try #require(try await cursor.next())
    try sample.execute("DELETE FROM t WHERE id > 1000; INSERT INTO t VALUES (0, 'new'); UPDATE t SET id = -id")
    #expect(try await ids(cursor).count == 3000 - first.count)
  }

  @Test func exportsKeepToTheFiltersAndTheOrder() async throws {
    let sample = try TestDatabase(Self.rows)
    let filter = ColumnFilter(column: 0, condition: .lte, values: ["2000"])
    let query = TableQuery(
      pageSize: 1, sort: [SortTerm(column: 0, isDescending: true)], selection: RowSelection(filters: [filter]))
    #expect(try await ids(try await sample.table("t").cursor(query)) == (1...2000).reversed())
  }

  /// What rows that others refer to are called is found row by row: only where it is told, on pages as in exports.
  @Test func labelsAreLookedUpWhereTheyAreTold() async throws {
    let sample = try TestDatabase(
      "CREATE TABLE a (id integer PRIMARY KEY, name text); INSERT INTO a VALUES (1, 'one');"
        + "CREATE TABLE b (id integer PRIMARY KEY, a integer REFERENCES a, x bytea); INSERT INTO b VALUES (1, 1, 'x')")
    let table = try await sample.table("b")
    let field = try #require(try await table.schema().columns[1].reference?.labelField)
    for values in [ValueExtent.whole, .excerpt(textBytes: 100)] {
      for bringsLabels in [false, true] {
        var query = TableQuery(values: values)
        query.bringsLabels = bringsLabels
        let section = try #require(try await table.page(query).sections.first as? RecordSection)
        let exported = try #require(try await table.cursor(query).next())
        for row in [section.page[0], exported[0]] {
          #expect(row[field] == (bringsLabels ? .text("one") : .null))
          #expect(row[0] == .integer(1) && row[1] == .integer(1))
        }
      }
    }
  }

  @Test func noMoreExportsRunThanAllowedAndOneThatIsLeftMakesRoom() async throws {
    let sample = try TestDatabase(Self.rows)
    let database = try sample.served { $0.exportLimit = 1 }
    let table = try #require(try await database.table(named: "t"))
    var cursor: (any RecordCursor)? = try await table.cursor(TableQuery(pageSize: 1))
    _ = try await cursor?.next()
    let refusal = TableError.busy("1 exports are running; try again in a moment.")
    await #expect(throws: refusal) { try await table.cursor(TableQuery(pageSize: 1)) }
    cursor = nil
    #expect(try await ids(try await table.cursor(TableQuery(pageSize: 1))).count == 3000)
  }

  @Test func anExportThatTakesTooLongIsEnded() async throws {
    let sample = try TestDatabase(Self.rows)
    let database = try sample.served { $0.exportTimeLimitSeconds = 8 }
    let table = try #require(try await database.table(named: "t"))
    let cursor = try await table.cursor(TableQuery(pageSize: 1))
    _ = try await cursor.next()
    try await Task.sleep(for: .milliseconds(8_300))
    await #expect(throws: TableError.timeLimitReached(seconds: 8)) { try await cursor.next() }
    let open = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"
    for _ in 0..<100 where try sample.rows(open) != [["0"]] { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try sample.rows(open) == [["0"]])
  }
}
