import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteTables
import TableServer
import Testing

/// A server on a socket with Chinook and with a database of everything that is odd in JSON: what the page of conventions says is tried
/// on it, one file for each of that page's sections.
enum ConventionSite {
  private static let script = """
    CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO kind VALUES (1, 'plain'), (2, 'odd, "quoted"');
    CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, tags TEXT, bytes BLOB, amount REAL, big INTEGER,
      at TEXT, kind INTEGER REFERENCES kind (id));
    INSERT INTO thing VALUES
      (1, 'one', '["a", "b"]', x'00ff', 9e999, 9007199254740993, '2025-10-14T06:30:00Z', 1),
      (2, 'two', '{"a": {"b": 1}}', NULL, -9e999, 2, '2025-10-15 00:00:00', 2),
      (3, '', 'no JSON', x'', 0.5, 3, NULL, NULL), (4, NULL, NULL, NULL, 1, 4, '2025-10-14', NULL);
    CREATE TABLE pair (a TEXT, b TEXT, note TEXT, _hidden TEXT, PRIMARY KEY (a, b));
    INSERT INTO pair VALUES ('x/y', 'z.1', 'first', 'h1'), ('a b', 'c,d', 'second', 'h2');
    CREATE TABLE bare (x TEXT);
    INSERT INTO bare VALUES ('p'), ('q');
    CREATE TABLE "table/with/slashes.csv" (id INTEGER PRIMARY KEY, content TEXT);
    INSERT INTO "table/with/slashes.csv" VALUES (3, 'hey');
    CREATE VIEW things AS SELECT id, name FROM thing;
    """

  /// Runs a test against a server of its own.
  static func with<Result: Sendable>(
    _ change: (inout Site) -> Void = { _ in }, _ test: (TestClient) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "conventions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "odd.sqlite").path
    try SQLiteDatabaseBuilder.create(atPath: path) { try $0.execute(script) }
    let server = try SiteUnderTest.server { site in
      site.databases.append(try SQLiteDatabase.open(path: path))
      change(&site)
    }
    return try await TestClient.with(server, over: .live, test)
  }

  /// One answer of a server of its own.
  static func get(_ target: String, headers: [String: String] = [:]) async throws -> TestResponse {
    try await with { try await $0.get(target, headers: headers) }
  }

  /// The text of an argument's value.
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

extension TestResponse {
  /// The error of an answer, after a look at the rest of its envelope.
  func error(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let object = try object()
    #expect(object["ok"] as? Bool == false, sourceLocation: sourceLocation)
    #expect(object["status"] as? Int == Int(status.code), sourceLocation: sourceLocation)
    let errors = try #require(object["errors"] as? [String], sourceLocation: sourceLocation)
    #expect(object["error"] as? String == errors.joined(separator: "; "), sourceLocation: sourceLocation)
    return errors.joined(separator: "; ")
  }
}
