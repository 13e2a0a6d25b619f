import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteTables
import Synchronization
import TableModel
import Testing

@testable import TableServer

/// A table whose rows take longer to count than anybody waits.
@Suite struct CountUnderWayTests {
  @Test func thePageAsksAgainUntilTheNumberIsThere() async throws {
    let sample = try SampleDatabase("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2);")
    defer { sample.remove() }
    let known = Known()
    let whole = try SQLiteDatabase.open(path: sample.path)
    let server = try sample.server { $0.databases = [CountedDatabase(whole: whole, known: known)] }
    try await TestClient.with(server, over: .inProcess) { client in
      async let list = client.get("/sample/t/-/count.json").object()
      let page = try await client.get("/sample/t/-/count").text
      #expect(page.contains("<span id=\"count\" data-late=\"/sample/t/-/count\">"))
      #expect(page.contains("counting, 800,000 so far") && page.contains("/late."))
      // What lists take of it is asked for again as well.
      #expect(page.matches(of: /data-late="\/sample\/t\/-\/count"/).count == 2 && page.contains(">800,000+<"))
      let json = try await list
      #expect(json["count"] as? Int == 800_000 && json["count_truncated"] as? Bool == true)
      known.count.withLock { $0 = .exact(900_000) }
      let counted = try await client.get("/sample/t/-/count").text
      #expect(counted.contains("<span id=\"count\"><b>900,000</b> rows</span>") && !counted.contains("data-late"))
    }
  }

  @Test func whoWaitsForNoMoreTakesItForMoreThanThat() async throws {
    let sample = try SampleDatabase("CREATE TABLE t (id INTEGER PRIMARY KEY);")
    defer { sample.remove() }
    let known = Known()
    let database = CountedDatabase(whole: try SQLiteDatabase.open(path: sample.path), known: known)
    let table = try #require(try await database.table(named: "t"))
    #expect(try await table.awaitedCount(of: .everything, until: .now) == .counting(soFar: 800_000))
    #expect(try await table.exactCount(until: .now) == .moreThan(800_000))
    known.count.withLock { $0 = .counting(soFar: 0) }
    #expect(try await table.exactCount(until: .now) == .unknown)
  }
}

/// What is known of the number of rows.
private final class Known: Sendable {
  let count = Mutex(TableCount.counting(soFar: 800_000))
}

private struct CountedDatabase: TableDatabase {
  let whole: SQLiteDatabase
  let known: Known

  var name: String { whole.name }
  var currentVersion: DataVersion? { whole.currentVersion }
  func kind() async throws -> String { try await whole.kind() }
  func tables() async throws -> [TableSummary] { try await whole.tables() }
  func table(named name: String) async throws -> (any RecordTable)? {
    try await whole.table(named: name).map { CountedTable(table: $0, known: known) }
  }
}

private struct CountedTable: RecordTable {
  let table: any RecordTable
  let known: Known

  var currentVersion: DataVersion? { table.currentVersion }
  func schema() async throws -> RecordSchema { try await table.schema() }
  func page(_ query: TableQuery) async throws -> TablePage { try await table.page(query) }
  func record(_ key: RowKey, neighbours: Bool) async throws -> RecordDetail {
    try await table.record(key, neighbours: neighbours)
  }
  func count(_ query: TableQuery) async throws -> TableCount { known.count.withLock { $0 } }
  func bytes(of column: Int, inRecord key: RowKey) async throws -> [UInt8] {
    try await table.bytes(of: column, inRecord: key)
  }
  func facet(_ query: FacetQuery, waits: Bool) async throws -> FacetAnswer {
    try await table.facet(query, waits: waits)
  }
  func suggestedFacets(in selection: RowSelection) async throws -> [Facet] {
    try await table.suggestedFacets(in: selection)
  }
}
