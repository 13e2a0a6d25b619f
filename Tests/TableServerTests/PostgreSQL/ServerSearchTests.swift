import MicroHTTP
import MicroHTTPTesting
import PostgreSQLServer
import PostgreSQLTables
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// Tables of a server are searched by the index of words that they have.
@Suite struct ServerSearchTests {
  private func client(_ file: String = "") throws -> TestClient {
    let sample = try TestDatabase(
      """
      CREATE TABLE notes (id integer PRIMARY KEY, title text, body text, words tsvector GENERATED ALWAYS AS (
        to_tsvector('english', coalesce(title, '') || ' ' || coalesce(body, ''))) STORED);
      CREATE INDEX notes_words ON notes USING gin (words);
      CREATE TABLE plain (id integer PRIMARY KEY, title text);
      INSERT INTO notes VALUES (1, 'Apple pie', 'sugar and flour'), (2, 'Pear', 'ripe apples'), (3, 'Plum', NULL);
      INSERT INTO plain VALUES (1, 'apple');
      """)
    let database = try PostgreSQLDatabase.ofTest(sample)
    return try SiteUnderTest.client {
      $0.databases = [database]
      $0.options.searchTimeLimitSeconds = 60
      $0.file = try SiteFile(yaml: file)
    }
  }

  @Test func thePageSaysHowItSearched() async throws {
    let client = try client()
    let page = try await client.get("/db/notes?_search=apple").text
    #expect(page.contains("Searched by the index notes_words."))
    #expect(page.contains("<mark>Apple</mark> pie") && page.contains("ripe <mark>apples</mark>"))
    #expect(try await client.get("/db/notes?_search_title=apple").text.contains("Searched without an index"))
    #expect(try await client.get("/db/plain?_search=apple").text.contains("Searched without an index"))
    #expect(
      try await client.get("/db/notes.json?_extra=search_index&_search=apples").object()["search_index"] as? String
        == "notes_words")
    #expect(try await client.get("/db/notes.json?_search=apples").rows().map { $0["id"] as? Int } == [1, 2])
  }

  @Test(arguments: ["", ".json", ".csv", ".txt", ".ndjson"])
  func aRawSearchThatCannotBeReadIsRefused(format: String) async throws {
    let client = try client()
    let refused = try await client.get("/db/notes\(format)?_search=apple+%26%26+pear&_searchmode=raw")
    #expect(refused.status == .badRequest)
    #expect(refused.text.contains("Invalid search. Use words"))
    let found = try await client.get("/db/notes\(format)?_search=pear+%7C+pie&_searchmode=raw")
    #expect(found.status == .ok)
    #expect(found.text.contains("Pear") && found.text.contains("pie") && !found.text.contains("Plum"))
  }

  @Test func searchesOfAllTablesUseTheIndex() async throws {
    let client = try client()
    let found = try await client.get("/db/-/search.json?q=apple").object()
    let tables = try #require(found["tables"] as? [[String: Any]])
    #expect(tables.map { $0["table"] as? String } == ["notes", "plain"])
    #expect(tables.map { $0["indexed"] as? Bool } == [true, false])
    let listed = try #require(try await client.get("/db.json").object()["tables"] as? [[String: Any]])
    #expect(listed.map { $0["fts_table"] as? String } == ["notes_words", nil])
  }

  @Test func wordsOfASearchAreShownToThoseWhoWantThem() async throws {
    let client = try client()
    #expect(try await !client.get("/db/notes").text.contains("&#39;pie&#39;"))
    #expect(try await client.get("/db/notes?_col=title&_col=words").text.contains("&#39;pie&#39;"))
    #expect(try await client.get("/db/notes/1").text.contains("&#39;pie&#39;"))
    #expect(try await client.get("/db/notes.json").rows().first?["words"] is String)
    let shown = try self.client("databases: {db: {tables: {notes: {columns: {words: {title: Words}}}}}}")
    #expect(try await shown.get("/db/notes").text.contains("&#39;pie&#39;"))
    let ordered = try self.client("databases: {db: {tables: {notes: {column_order: [words, title]}}}}")
    #expect(try await ordered.get("/db/notes").text.contains("&#39;pie&#39;"))
  }
}
