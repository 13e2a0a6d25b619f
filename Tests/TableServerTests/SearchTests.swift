import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SitePages
import SiteTables
import TableServer
import Testing

@Suite struct SearchTests {
  /// A site with notes of two kinds: with an index, and without.
  private func site() throws -> (database: SampleDatabase, server: TableServer) {
    let database = try SampleDatabase(
      """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, body TEXT);
      INSERT INTO notes VALUES (1, 'Pie', 'An <apple> & sugar'), (2, 'Café', 'sugar'), (3, 'Tree', 'apples');
      CREATE VIRTUAL TABLE notes_index USING fts5(title, body, content=notes, content_rowid=id);
      INSERT INTO notes_index(notes_index) VALUES ('rebuild');
      CREATE TABLE plain AS SELECT * FROM notes;
      CREATE VIEW sweet AS SELECT title, body FROM notes WHERE body LIKE '%sugar%';
      """)
    return (database, try database.server())
  }

  private func titles(_ target: String, _ client: TestClient) async throws -> [String] {
    try await client.get(target).rows().compactMap { $0["title"] as? String }
  }

  @Test func theSiteFileNamesTheIndexOfAView() async throws {
    let (database, _) = try site()
    defer { database.remove() }
    try database.execute("CREATE VIEW named AS SELECT id, title FROM notes")
    let index = "databases: {sample: {tables: {named: {fts_table: notes_index, fts_pk: id}}}}"
    let server = try database.server { $0.file = try SiteFile(yaml: index) }
    let client = TestClient.inProcess(server)
    #expect(try await titles("/sample/named.json?_search=apple", client) == ["Pie"])
    #expect(try await client.get("/sample/named?_search=apple").text.contains("Searched by the index notes_index."))
    let listed = try #require(try await client.get("/sample.json").object()["views"] as? [[String: Any]])
    #expect(listed.contains { $0["name"] as? String == "named" })
    try server.reload(try SiteFile(yaml: ""), nibs: NibSources())
    #expect(try await titles("/sample/named.json?_search=apple", client) == [])
    var site = Site()
    site.databases = [try SQLiteDatabase.open(path: database.path)]
    site.file = try SiteFile(yaml: "databases: {sample: {tables: {named: {fts_table: nothing, fts_pk: nowhere}}}}")
    #expect(
      try await site.problemsOfFile().map(\.description) == [
        "1:50: “sample” has no full-text index “nothing”", "1:67: “named” has no column “nowhere”",
      ])
  }

  @Test func thePageSaysHowItSearched() async throws {
    let (database, server) = try site()
    defer { database.remove() }
    let client = TestClient.inProcess(server)
    let indexed = try await client.get("/sample/notes?_search=apple").text
    #expect(indexed.contains("Searched by the index notes_index."))
    #expect(try await client.get("/sample/plain?_search=apple").text.contains("Searched without an index"))
    #expect(try await client.get("/sample/notes?_search_id=1").text.contains("Searched without an index"))
    #expect(!(try await client.get("/sample/notes?id=1").text.contains("Searched")))
    #expect(
      try await client.get("/sample/notes.json?_extra=search_index").object()["search_index"] as? String
        == "notes_index")
    #expect(try await client.get("/sample/plain.json?_extra=search_index").object()["search_index"] is NSNull)
  }

  @Test func daysAreFoundAsTheyAreWritten() async throws {
    let database = try SampleDatabase(
      """
      CREATE TABLE visit (id INTEGER PRIMARY KEY, made DATE, at DATETIME, title TEXT);
      INSERT INTO visit VALUES (1, '2024-02-29', '2024-03-01 06:30:00', 'one'), (2, '2023-01-31', NULL, 'two');
      """)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    #expect(try await titles("/sample/visit.json?_search=2024-02", client) == ["one"])
    #expect(try await titles("/sample/visit.json?_search=06:30", client) == ["one"])
    #expect(try await titles("/sample/visit.json?_search=2023+two", client) == ["two"])
  }

  @Test func wordsAreFoundByTheIndexAndLettersWithoutOne() async throws {
    let (database, server) = try site()
    defer { database.remove() }
    let client = TestClient.inProcess(server)
    #expect(try await titles("/sample/notes.json?_search=apple", client) == ["Pie"])
    #expect(try await titles("/sample/notes.json?_search=apple*", client) == ["Pie", "Tree"])
    #expect(try await titles("/sample/notes.json?_search=cafe", client) == ["Café"])
    #expect(try await titles("/sample/notes.json?_search=apple+OR+cafe&_searchmode=raw", client) == ["Pie", "Café"])
    #expect(try await titles("/sample/notes.json?_search_body=pie", client) == [])
    #expect(try await titles("/sample/notes.json?_search_title=pie", client) == ["Pie"])
    #expect(try await titles("/sample/plain.json?_search=apple", client) == ["Pie", "Tree"])
    #expect(try await titles("/sample/plain.json?_search=apple+sugar", client) == ["Pie"])
    #expect(try await titles("/sample/sweet.json?_search=apple", client) == ["Pie"])
    #expect(try await titles("/sample/sweet.json?_search=sugar&title__not=Pie", client) == ["Café"])
    #expect(try await titles("/sample/sweet.json?_any1.title=Pie&_any1.title=Tree", client) == ["Pie"])
  }

  @Test func everyFormatHasTheRowsOfTheSearch() async throws {
    let (database, server) = try site()
    defer { database.remove() }
    let client = TestClient.inProcess(server)
    let csv = try await client.get("/sample/notes.csv?_search=sugar&_sort_desc=id&_stream=on").text
    #expect(csv == "id,title,body\r\n2,Café,sugar\r\n1,Pie,An <apple> & sugar\r\n")
    let lines = try await client.get("/sample/notes.ndjson?_search=sugar").text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(try await client.settled("/sample/notes.json?_search=sugar&_extra=count").object()["count"] as? Int == 2)
  }

  @Test(arguments: ["", ".json", ".csv", ".ndjson", ".txt"])
  func whatTheIndexCannotReadIsABadRequestInWords(suffix: String) async throws {
    let (database, server) = try site()
    defer { database.remove() }
    try await LiveServer.with(server) { live in
      let client = live.client
      for stream in ["", "&_stream=on"] {
        let answer = try await client.get("/sample/notes\(suffix)?_search=%22apple&_searchmode=raw" + stream)
        #expect(answer.status == .badRequest)
        #expect(answer.text.contains("_searchmode=raw"))
        #expect(!answer.text.contains("SELECT") && !answer.text.contains("MATCH") && !answer.text.contains("fts5"))
      }
      if ["", ".json"].contains(suffix) {
        let facets = try await client.get(
          "/sample/notes/-/facets\(suffix)?_facet=title&_search=%22apple&_searchmode=raw")
        #expect(facets.status == .badRequest)
        #expect(facets.text.contains("_searchmode=raw"))
      }
      #expect(try await client.get("/sample/notes\(suffix)?_search=%22apple").status == .ok)
      #expect(try await client.get("/sample/notes\(suffix)?_search=apple&_searchmode=other").status == .badRequest)
    }
  }

  @Test(arguments: ["/sample/notes.json?", "/sample/plain.json?", "/sample/sweet.json?_col=title&"])
  func pagesOfASearchAreWalkedBothWaysAndTheirTokensHoldForNoOther(path: String) async throws {
    let (database, server) = try site()
    defer { database.remove() }
    try await LiveServer.with(server) { live in
      let client = live.client
      let first = try await client.get(path + "_search=sugar&_size=1").object()
      let next = try #require(first["next"] as? String)
      let second = try await client.get(path + "_search=sugar&_size=1&_next=\(next)").object()
      #expect((second["rows"] as? [[String: Any]])?.first?["title"] as? String == "Café")
      #expect(second["next"] is NSNull)
      let previous = try #require(second["previous"] as? String)
      let back = try await client.get(path + "_search=sugar&_size=1&_previous=\(previous)").object()
      #expect((back["rows"] as? [[String: Any]])?.first?["title"] as? String == "Pie")
      for other in [
        "", "_search=sugar*", "_search=sugar&_searchmode=raw", "_search_title=sugar", "_search=sugar&_any1.title=Pie",
        "_search=sugar&title=Pie", "_search=sugar&_search=pie", "_search=sugar&_sort=title",
      ] {
        #expect(try await client.get(path + other + "&_size=1&_next=\(next)").status == .badRequest, "\(other)")
      }
    }
  }

  @Test func whatWasFoundIsMarkedOnThePageAndNowhereElse() async throws {
    let (database, server) = try site()
    defer { database.remove() }
    let client = TestClient.inProcess(server)
    let page = try await client.get("/sample/notes?_search=APPLE").text
    #expect(page.contains("An &lt;<mark>apple</mark>&gt; &amp; sugar"))
    #expect(try await client.get("/sample/notes?_search=cafe").text.contains("<mark>Café</mark>"))
    #expect(try await client.get("/sample/plain?_search=appl").text.contains("<mark>appl</mark>es"))
    for target in ["notes.json", "notes.csv", "notes.ndjson", "notes.txt", "notes/1", "notes"] {
      let search = target == "notes" ? "" : "?_search=apple"
      #expect(!(try await client.get("/sample/\(target)\(search)").text.contains("<mark>")), "\(target)")
    }
  }

  @Test func aMatchFarDownALongTextIsShown() async throws {
    let words = String(repeating: "before ", count: 2_000)
    let database = try SampleDatabase(
      "CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT); INSERT INTO notes VALUES (1, '\(words) needle \(words)')"
    )
    defer { database.remove() }
    let page = try await TestClient.inProcess(try database.server()).get("/sample/notes?_search=needle").text
    #expect(page.contains("<mark>needle</mark>"))
    #expect(page.utf8.count < 40_000)
  }

  @Test func conditionsOfOnesOwnAndFacetsGoTogetherWithASearch() async throws {
    let (database, server) = try site()
    defer { database.remove() }
    let client = TestClient.inProcess(server)
    #expect(try await titles("/sample/notes.json?_search=sugar&_where=id+%3E+1", client) == ["Café"])
    // The index stands beside the table in no statement that a visitor has a part in.
    #expect(try await client.get("/sample/notes.json?_search=sugar&_where=f.rowid%3D1").status == .badRequest)
    let facets = try await client.get("/sample/notes.json?_search=sugar&_facet=title").object()["facet_results"]
    let results = try #require((facets as? [String: Any])?["results"] as? [String: Any])
    let values = try #require((results["title"] as? [String: Any])?["results"] as? [[String: Any]])
    #expect(values.compactMap { $0["value"] as? String }.sorted() == ["Café", "Pie"])
  }
}
