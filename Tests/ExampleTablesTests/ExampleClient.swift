import ExampleTables
import Foundation
import MicroHTTP
import MicroHTTPTesting
import TablePages
import Testing
import TextCoding

/// One example, used as a browser without scripts uses it, and as JSON.
struct ExampleClient {
  let client: TestClient
  let path: String

  init(at path: String, _ mount: (inout Site) throws -> Void) throws {
    var site = Site()
    try mount(&site)
    client = .inProcess(try TableServer(unchecked: site))
    self.path = path
  }

  /// The example at a path among all examples.
  init(_ name: String) throws {
    try self.init(at: "/examples/" + name) { try ExampleTables.mount(on: &$0) }
  }

  /// The page, as it is after a form that said something.
  func page(_ query: String = "", after answer: TestResponse? = nil) async throws -> String {
    let cookies = answer?.cookies
    return try await client.get(path + query, headers: cookies.map { ["Cookie": $0] } ?? [:]).text
  }

  /// The page as data.
  func data(_ query: String = "") async throws -> [String: Any] {
    try await client.get(path + ".json" + query).members
  }

  /// The rows of the page as data.
  func rows(_ query: String = "") async throws -> [[String: Any]] {
    let sections = try #require(try await data(query)["sections"] as? [[String: Any]])
    return sections.flatMap { $0["cells"] as? [[String: Any]] ?? [] }
  }

  /// The ids of the rows of the first page.
  func ids() async throws -> [String] { try await rows().map { "\($0["id"] ?? "")" } }

  /// The version of a row.
  func version(_ id: String) async throws -> String {
    try #require(try await rows().first { "\($0["id"] ?? "")" == id }?["version"] as? String)
  }

  /// Sends a form that leads back to the list.
  func form(_ fields: KeyValuePairs<String, String>, on query: String = "") async throws -> TestResponse {
    try await form(fields.map { ($0.key, $0.value) }, on: query)
  }

  func form(_ fields: [(String, String)], on query: String = "") async throws -> TestResponse {
    let text = (fields + [("_return", path + query)])
      .map { PercentEncoding.encode($0.0) + "=" + PercentEncoding.encode($0.1) }.joined(separator: "&")
    return try await client.post(
      path + "/-/event", text,
      headers: ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"])
  }

  /// Sends JSON.
  func json(_ body: [String: Any], headers: [String: String] = [:]) async throws -> TestResponse {
    let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
    return try await client.post(
      path + "/-/event", text, headers: ["Content-Type": "application/json"].merging(headers) { $1 })
  }
}

extension TestResponse {
  /// The body as a JSON object.
  var members: [String: Any] {
    get throws { try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) }
  }
}
