import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SitePages
import SiteTables

@testable import TableServer

/// A writable site of a table of tasks, under what a site file says of it.
enum TaskSite {
  static let schema = """
    CREATE TABLE task (id INTEGER PRIMARY KEY, title TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'open' CHECK (state <> 'broken'), place INTEGER, done_at TEXT, day DATE);
    INSERT INTO task (title, place) VALUES ('Buy', 1), ('Clear', 2), ('Paint', 3), ('Invite', 4);
    CREATE TABLE part (id INTEGER PRIMARY KEY, above INTEGER REFERENCES part(id), place REAL);
    INSERT INTO part VALUES (1, NULL, 1), (2, 1, 1), (3, 1, 2), (4, NULL, 2);
    CREATE VIEW titles AS SELECT title FROM task;
    """

  static func with(
    _ tables: String, everyone: Grants = Grants(.write), isWritable: Bool = true,
    nibs: [String: String] = [:],
    _ test: (TestClient, SampleDatabase) async throws -> Void
  ) async throws {
    let sample = try SampleDatabase(schema)
    defer { sample.remove() }
    let server = try SiteUnderTest.server { site in
      let database = try sample.writable {
        $0.isWritable = isWritable
        $0.keepsAudit = true
      }
      site.databases = [database]
      site.everyone = everyone
      site.file = try SiteFile(yaml: "databases: {sample: {tables: {\(tables)}}}")
      site.nibs = NibSources(folder: "nibs", sources: nibs)
    }
    try await test(.inProcess(server), sample)
  }

  /// What is wrong with what a site file says of the tables.
  static func problems(_ tables: String) async throws -> [String] {
    let sample = try SampleDatabase(schema)
    defer { sample.remove() }
    var site = Site()
    site.databases = [try SQLiteDatabase.open(path: sample.path)]
    site.file = try SiteFile(yaml: "databases: {sample: {tables: {\(tables)}}}")
    return try await site.problemsOfFile().map(\.description)
  }
}

extension String {
  /// What a page is about, without the frame around it, which has forms of its own.
  var main: Substring {
    let start = firstRange(of: "<main")?.lowerBound ?? startIndex
    return self[start..<(firstRange(of: "</main>")?.lowerBound ?? endIndex)]
  }
}

extension TestClient {
  func json(_ path: String, _ body: String) async throws -> (status: Int, object: [String: Any]) {
    let response = try await post(path, body, headers: ["Content-Type": "application/json"])
    return (Int(response.status.code), try response.object())
  }

  func form(_ path: String, _ fields: [(String, String)], headers: [String: String] = [:]) async throws -> TestResponse
  {
    func encoded(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
    return try await post(
      path, fields.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&"),
      headers: ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"].merging(headers) {
        $1
      })
  }

  /// The values of a column, in the order of the table.
  func values(_ column: String, of table: String) async throws -> [String] {
    try await get("/sample/\(table).json").rows().map { "\($0[column] ?? "")" }
  }
}
