import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// The pages of the rows of a table have one frame: nothing of one may be seen on another.
@Suite struct RowFrameTests {
  private static let keys = ["1", "a/b c", "%41+é", "\"<&>", "o'x", "~,", "x?y=1#z", "name", "\u{10FFFD}"]

  private static let statements =
    "CREATE TABLE kind (id TEXT PRIMARY KEY, name TEXT, size INTEGER);"
    + "CREATE TABLE thing (id INTEGER PRIMARY KEY, kind TEXT REFERENCES kind (id));"
    + "CREATE INDEX thing_kind ON thing (kind);"
    + keys.enumerated().map { number, key in
      let text = key.replacing("'", with: "''")
      let name =
        number == 3
        ? "NULL" : number == 4 ? "'\(String(repeating: "long ", count: 300))'" : "'<b>\(text)</b> &amp; \(number)'"
      return "INSERT INTO kind VALUES ('\(text)', \(name), \(number));"
        + String(repeating: "INSERT INTO thing (kind) VALUES ('\(text)');", count: number % 3)
    }.joined()

  private func site(_ database: SampleDatabase, isWritable: Bool) throws -> TestClient {
    .inProcess(
      try database.server {
        guard isWritable else { return }
        $0.databases = [try database.writable()]
        $0.everyone = Grants(.write)
      })
  }

  /// The page without what differs each time: how long it took.
  private func page(_ client: TestClient, _ target: String) async throws -> String {
    let page = try await client.settled(target)
    #expect(page.status == .ok, "\(target)")
    return "\(page["Link"] ?? "")\n\(page.text)".replacing(/1 row in [0-9.]+ m?s/, with: "")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  /// The addresses of all rows, as a page of the table links them.
  private func addresses(_ client: TestClient) async throws -> [String] {
    let rows = try #require(try await client.get("/sample/kind.json?_shape=arrays").object()["rows"] as? [[Any]])
    let page = try await client.get("/sample/kind").text
    let found = page.matches(of: #/href="(/sample/kind/[^"\-][^"]*)"/#).map { String($0.1) }
      .filter { !$0.contains("/-/") }
    let all = found.enumerated().filter { !found[..<$0.offset].contains($0.element) }.map(\.element)
    #expect(rows.count == Self.keys.count && all.count == Self.keys.count, "\(all)")
    return all
  }

  @Test(arguments: [false, true])
  func pagesOfOtherRowsAreThoseOfAServerThatKnowsNoOthers(_ isWritable: Bool) async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = try site(database, isWritable: isWritable)
    let addresses = try await addresses(client)
    for address in addresses + addresses.reversed() {
      let alone = try site(database, isWritable: isWritable)
      let (one, other) = (try await page(client, address), try await page(alone, address))
      #expect(one == other, "\(address)")
    }
  }

  @Test func whatDiffersBetweenRowsIsWrittenAsItsPlaceAsks() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = try site(database, isWritable: true)
    for address in try await addresses(client) {
      let row = try #require(
        try await client.get("\(address).json").object()["rows"] as? [[String: Any]])[0]
      let key = try #require(row["id"] as? String), page = try await client.settled(address)
      let escaped = Self.escaped(key)
      #expect(page.text.contains("<p class=\"count\">kind \(escaped)</p>"), "\(address)")
      #expect(page.text.contains("<span aria-current=\"page\">\(escaped)</span>"), "\(address)")
      #expect(page.text.contains("href=\"\(address)/-/edit\""), "\(address)")
      #expect(page.text.contains("href=\"\(address)/-/edit?_field=size\""), "\(address)")
      #expect(page.text.contains("name=\"return\" value=\"\(address)\""), "\(address)")
      #expect(page.text.contains("href=\"\(address).json\""), "\(address)")
      #expect(page["Link"]?.hasPrefix("<\(address).json>") == true, "\(address)")
      if let name = (row["name"] as? String).map(Self.escaped) {
        #expect(page.text.contains("<title>\(name) · kind · sample</title>"), "\(address)")
      }
      // The form that the page leads to has the values of this row, and no other.
      let link = try #require(page.text.firstMatch(of: #/href="(/sample/kind/-/new\?_from=[^"]*)"/#)?.1)
      let form = try await client.get(String(link).replacing("&amp;", with: "&"))
      #expect(form.status == .ok && form.text.contains("value=\"\(row["size"] as? Int ?? -1)\""), "\(address)")
    }
  }
}
