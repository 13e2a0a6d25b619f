import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteTables
import TableServer
import Testing

@Suite struct SiteSearchTests {
  /// Tables with and without an index.
  private static let statements = """
    CREATE TABLE a_plain (id INTEGER PRIMARY KEY, name TEXT, note TEXT);
    INSERT INTO a_plain VALUES (1, 'first', 'an <apple> & more'), (2, 'second', 'apple'), (3, 'third', 'apples'), (4, 'fourth', 'Apple');
    CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, body TEXT);
    INSERT INTO notes VALUES (1, 'Apple pie', 'sugar'), (2, 'Café', 'no sugar');
    CREATE VIRTUAL TABLE notes_index USING fts5(title, body, content=notes, content_rowid=id);
    INSERT INTO notes_index(notes_index) VALUES ('rebuild');
    CREATE VIEW loud AS SELECT upper(title) AS title FROM notes;
    CREATE TABLE empty (word TEXT);
    """

  /// A view that is never read to its end.
  private static let endless =
    "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'word ' || i AS word FROM n;"

  /// A machine that is busy with other tests takes its time.
  private func patient(_ site: inout Site) { site.options.searchTimeLimitSeconds = 600 }

  private func tables(_ listing: [String: Any]) throws -> [[String: Any]] {
    try #require(listing["tables"] as? [[String: Any]])
  }

  @Test func theFirstRowsOfEachTableAreFoundThoseWithAnIndexFirst() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    try await LiveServer.with(try database.server(patient)) { live in
      for path in ["/-/search.json", "/sample/-/search.json"] {
        let listing = try await live.client.get(path + "?q=apple").object()
        let tables = try tables(listing)
        try #require(tables.count == 3)
        #expect(tables.map { $0["table"] as? String } == ["notes", "a_plain", "loud"])
        #expect(tables.map { $0["indexed"] as? Bool } == [true, false, false])
        #expect(tables.map { $0["truncated"] as? Bool } == [false, true, false])
        let rows = try #require(tables[1]["rows"] as? [[String: Any]])
        #expect(rows.map { $0["path"] as? String } == ["/sample/a_plain/1", "/sample/a_plain/2", "/sample/a_plain/3"])
        #expect(rows.first?["title"] as? String == "first")
        #expect(rows.first?["matches"] as? [String: String] == ["note": "an <apple> & more"])
        let titled = try #require(tables[0]["rows"] as? [[String: Any]])
        #expect(titled.first?["matches"] as? [String: String] == ["title": "Apple pie"])
        #expect((tables[1]["url"] as? String)?.hasSuffix("/sample/a_plain.json?_search=apple") == true)
        #expect((listing["unsearched"] as? [Any])?.isEmpty == true)
      }
    }
  }

  @Test func aTableThatTakesLongHoldsUpNobodyAndComesLate() async throws {
    let database = try SampleDatabase(Self.statements + Self.endless)
    defer { database.remove() }
    try await LiveServer.with(try database.server()) { live in
      var page = ""
      // The other tables are late as well if the machine is busy enough.
      for _ in 0..<50 where !page.contains("<mark>Apple</mark> pie") {
        let answer = try await live.client.get("/sample/-/search?q=apple")
        #expect(answer.status == .ok)
        page = answer.text
      }
      #expect(page.contains("<mark>Apple</mark> pie"))
      #expect(page.contains("data-late=\"/sample/-/search?q=apple&amp;_table=endless\""))
      #expect(page.contains("<a href=\"/sample/endless?_search=apple\">search this table</a>"))
      let late = try await live.client.get("/sample/-/search?q=apple&_table=endless").text
      #expect(late.contains("The search timed out."))
      let id = try #require(page.firstMatch(of: /<section class="found" id="([^"]+endless)"/)?.1)
      #expect(late.contains("id=\"\(id)\""))
      #expect(!late.contains("data-late"))
      let unsearched = try await live.client.get("/sample/-/search.json?q=apple").object()["unsearched"]
      let names = try #require(unsearched as? [[String: Any]]).map { $0["table"] as? String }
      #expect(names.contains("endless"))
    }
  }

  @Test func thePageMarksWhatWasFoundAndLeadsToItsRows() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server(patient))
    let page = try await client.get("/-/search?q=%3Capple%3E").text
    #expect(page.contains("“&lt;apple&gt;” is in"))
    #expect(page.contains("an <mark>&lt;apple&gt;</mark> &amp; more"))
    #expect(page.contains("<a href=\"/sample/a_plain/1\">"))
    #expect(
      page.contains("<a href=\"/sample/a_plain?_search=%3Capple%3E\"><bdi>a_plain</bdi></a> <small>sample</small>"))
    #expect(page.contains("value=\"&lt;apple&gt;\""))
    #expect(!page.contains("<apple>"))
    let nothing = try await client.get("/sample/-/search?q=nowhere&_table=notes").text
    #expect(nothing.contains("Nothing found here."))
    #expect(try await client.get("/sample/-/search.json?q=apple&_table=notes_index").object()["unsearched"] is [Any])
  }

  @Test func severalDatabasesAreSearchedAtOnce() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let server = try database.server {
      patient(&$0)
      $0.databases.append(try SQLiteDatabase.open(path: SiteUnderTest.chinook))
    }
    let client = TestClient.inProcess(server)
    let all = try tables(try await client.get("/-/search.json?q=love").object())
    #expect(Set(all.compactMap { $0["database"] as? String }) == ["chinook"])
    #expect(all.contains { $0["table"] as? String == "Track" })
    #expect(try tables(try await client.get("/sample/-/search.json?q=love").object()).isEmpty)
  }

  @Test(arguments: ["", "?q=", "?q=+", "?other=1"])
  func withoutWordsThereIsAFormAlone(query: String) async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get("/chinook/-/search" + query)
    #expect(page.status == .ok)
    #expect(page.text.contains("aria-label=\"Search all tables of chinook\""))
    #expect(!page.text.contains("class=\"found\""))
    #expect(try tables(try await client.get("/-/search.json" + query).object()).isEmpty)
  }

  @Test func theHomePageAndEachDatabaseHaveTheForm() async throws {
    let client = try SiteUnderTest.client()
    #expect(try await client.get("/").text.contains("role=\"search\" action=\"/-/search\""))
    #expect(try await client.get("/chinook").text.contains("role=\"search\" action=\"/chinook/-/search\""))
  }

  @Test func whatMakesNoSenseIsRefused() async throws {
    let client = try SiteUnderTest.client()
    #expect(try await client.get("/-/search?q=" + String(repeating: "a", count: 1_001)).status == .badRequest)
    #expect(try await client.get("/chinook/-/search?q=a&_table=Tracks").status == .notFound)
    #expect(try await client.get("/nothing/-/search?q=a").status == .notFound)
    #expect(try await client.get("/-/search.csv?q=a").status == .notFound)
    for words in ["%22", "'", "%00", "*", "(", "a%22%20OR%201=1", "%25", "%FF"] {
      #expect(try await client.get("/-/search?q=" + words).status == .ok, "\(words)")
    }
  }
}
