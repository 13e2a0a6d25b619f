import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SiteTables
import Synchronization
import TableModel
import Testing

@testable import TableServer

/// A table that loses its columns between the look at its schema and the look at a row: columns are positions, and none fits any more.
@Suite struct ChangingSchemaTests {
  @Test(arguments: [
    "1/-/edit", "1/-/edit?_field=c", "1/-/remove", "-/new?_from=1", "-/selection?_selected=1", "-/removal?_selected=1",
    "-/copy?_selected=1", "1/-/blob/c",
  ])
  func pagesOfRowsSaySo(path: String) async throws {
    try await Self.with { client, shift in
      let whole = try await client.get("/sample/t/" + path)
      #expect([200, 404].contains(whole.status.code))
      shift()
      let answer = try await client.get("/sample/t/" + path)
      #expect([200, 404, 503].contains(answer.status.code), "\(answer.status.code)")
      #expect(try await client.get("/sample/t.json").rows().first?.keys.sorted() == ["id"])
    }
  }

  @Test(arguments: [
    ("1/-/update", "version=VERSION&value.c=new"), ("-/act", "action=close&row=1"),
    ("-/act", "action=close&row=1&version=VERSION"), ("-/move", "up=1"),
    ("-/change", "_duplicate=/&_selected=1"),
  ])
  func nothingIsStoredUnderAnother(path: String, form: String) async throws {
    try await Self.with { client, shift in
      let version = try await client.get("/sample/t/1.json?_extra=version").object()["version"] as? String
      shift()
      let answer = try await client.post(
        "/sample/t/" + path, form.replacing("VERSION", with: try #require(version)),
        headers: ["Content-Type": "application/x-www-form-urlencoded"])
      #expect((400..<504).contains(answer.status.code), "\(answer.status.code)")
      #expect(try await client.get("/sample/t.json").rows().map { $0["id"] as? Int } == [1, 2])
    }
  }

  /// A site of a table whose file is another, with one column, as soon as a row is looked at after `shift` was called.
  private static func with(_ test: (TestClient, () -> Void) async throws -> Void) async throws {
    let sample = try SampleDatabase(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b INTEGER, c TEXT);
      INSERT INTO t VALUES (1, 'a', 1, 'c'), (2, 'a', 2, 'c');
      """)
    defer { sample.remove() }
    let shift = Shift(path: sample.path)
    var site = Site()
    site.databases = [ShiftingDatabase(whole: try sample.writable(), shift: shift)]
    site.everyone = Grants(.write)
    site.file = try SiteFile(
      yaml: "databases: {sample: {tables: {t: {label_column: a, move: b, actions: {close: {set: {c: closed}}}}}}}")
    try await test(.inProcess(try TableServer(unchecked: site))) {
      shift.isDue.withLock { $0 = true }
    }
  }
}

/// Puts another file with fewer columns in the place of a database, once it is due.
private final class Shift: Sendable {
  let isDue = Mutex(false)
  private let path: String

  init(path: String) { self.path = path }

  func happen() throws {
    let isNow = isDue.withLock { due in
      defer { due = false }
      return due
    }
    guard isNow else { return }
    try FileManager.default.removeItem(atPath: path)
    for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
    try SQLiteDatabaseBuilder.create(atPath: path) {
      try $0.execute("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2);")
    }
  }
}

/// A database whose tables call somebody before they look for a row.
private struct ShiftingDatabase: TableDatabase {
  let whole: SQLiteDatabase
  let shift: Shift

  var name: String { whole.name }
  var currentVersion: DataVersion? { whole.currentVersion }
  func kind() async throws -> String { try await whole.kind() }
  func tables() async throws -> [TableSummary] { try await whole.tables() }
  func table(named name: String) async throws -> (any RecordTable)? {
    try await whole.table(named: name).map { ShiftingTable(table: $0, shift: shift) }
  }
}

private struct ShiftingTable: RecordTable {
  let table: any RecordTable
  let shift: Shift

  var currentVersion: DataVersion? { table.currentVersion }
  var writer: (any RecordWriter)? { table.writer }
  func schema() async throws -> RecordSchema { try await table.schema() }
  func page(_ query: TableQuery) async throws -> TablePage { try await table.page(query) }
  func record(_ key: RowKey, neighbours: Bool) async throws -> RecordDetail {
    try shift.happen()
    return try await table.record(key, neighbours: neighbours)
  }
  func bytes(of column: Int, inRecord key: RowKey) async throws -> [UInt8] {
    try shift.happen()
    return try await table.bytes(of: column, inRecord: key)
  }
  func facet(_ query: FacetQuery, waits: Bool) async throws -> FacetAnswer {
    try await table.facet(query, waits: waits)
  }
  func suggestedFacets(in selection: RowSelection) async throws -> [Facet] {
    try await table.suggestedFacets(in: selection)
  }
  func place(of key: RowKey, in query: TableQuery) async throws -> RowCursors {
    try await table.place(of: key, in: query)
  }
}
