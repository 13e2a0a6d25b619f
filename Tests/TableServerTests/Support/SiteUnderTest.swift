import Foundation
import MetricsText
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteTables
import TableServer
import Testing

/// A site of real parts: Chinook from its file, and whatever else a test mounts.
enum SiteUnderTest {
  /// The root of the project.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()
  static let chinook = root.appending(path: "Tests/Resources/chinook.sqlite").path

  /// The blocks of code in a language that a text for readers has.
  static func blocks(_ language: String, of path: String) throws -> [String] {
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```\n").first
    }
  }

  /// The site with Chinook, as `change` makes it.
  static func server(_ change: (inout Site) throws -> Void = { _ in }) throws -> TableServer {
    var site = Site()
    site.databases = [try SQLiteDatabase.open(path: chinook)]
    try change(&site)
    return try TableServer(unchecked: site, metrics: PrometheusMetrics(prefix: "tablepages_").factory)
  }

  /// A client of the site with Chinook, without a socket.
  static func client(_ change: (inout Site) throws -> Void = { _ in }) throws -> TestClient {
    .inProcess(try server(change))
  }
}

extension TestResponse {
  /// The body as a JSON object.
  func object() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
  }

  /// The rows of the default shape.
  func rows() throws -> [[String: Any]] { try #require(try object()["rows"] as? [[String: Any]]) }
}

extension TestClient {
  /// The page once its count is known. A count has a millisecond of a page at most, which a busy machine may not give it at once.
  func settled(_ target: String, headers: [String: String] = [:]) async throws -> TestResponse {
    for _ in 0..<3000 {
      let page = try await get(target, headers: headers)
      if page["ETag"] != nil { return page }
      try await Task.sleep(for: .milliseconds(20))
    }
    return try await get(target, headers: headers)
  }
}
