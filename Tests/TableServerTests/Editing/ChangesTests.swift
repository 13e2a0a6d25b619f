import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// The list of one's own last changes.
@Suite struct ChangesTests {
  private static let statements = """
    CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO place VALUES (1, 'Here'), (2, 'There');
    """
  private static let json = ["Content-Type": "application/json"]

  @Test func changesAreListedAndUndoneOneByOne() async throws {
    try await SampleDatabase.withWritable(Self.statements) { client in
      #expect(try await client.get("/-/changes").text.contains("Nothing to undo."))
      for id in [1, 2] {
        _ = try await client.post(
          "/sample/place/\(id)/-/update", #"{"update": {"name": "x"}, "undo": true}"#, headers: Self.json)
      }
      let page = try await client.get("/-/changes")
      #expect(page["Cache-Control"] == "no-store")
      let names = page.text.matches(of: /name="undo" value="([^"]+)"/).map { String($0.output.1) }
      try #require(names.count == 2)
      #expect(page.text.contains("action=\"/sample/place/-/undo\""))
      // The older one, which no page says any more.
      let undone = try await client.post(
        "/sample/place/-/undo", "undo=\(names[1])&_return=/-/changes",
        headers: ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"])
      #expect(undone.status == .seeOther)
      #expect(undone["Location"] == "/-/changes")
      let rows = try await client.get("/sample/place.json").rows()
      #expect(rows.map { $0["name"] as? String } == ["Here", "x"])
    }
  }

  @Test func nobodyIsShownWhatThoseWithoutANameHaveDone() async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    let access = try AccessFile(yaml: "everyone: write")
    let client = TestClient.inProcess(
      try sample.server {
        $0.databases = [try sample.writable()]
        $0.access = access
      })
    let changed = try await client.post(
      "/sample/place/1/-/update", #"{"update": {"name": "x"}, "undo": true}"#, headers: Self.json)
    #expect(changed.status == .ok)
    #expect(try await client.get("/-/changes").text.contains("Nothing to undo."))
  }
}
