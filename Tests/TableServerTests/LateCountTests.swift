import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteTables
import TableServer
import Testing

@Suite struct LateCountTests {
  private static let statements = """
    CREATE TABLE small (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO small VALUES (1, 'one');
    CREATE TABLE large (id INTEGER PRIMARY KEY, small_id INTEGER REFERENCES small, word TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000) INSERT INTO large SELECT i, 1, 'w' FROM n;
    CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
    CREATE VIRTUAL TABLE words USING fts5(word, content=large, content_rowid=id);
    """

  @Test(arguments: ["/", "/sample"])
  func listsShowTheCountsThatAreKnownAndLinksToTheOthers(path: String) async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    let large = "data-late=\"/sample/large/-/count\"><a href=\"/sample/large?_count=exact\">10,000+<"
    var page = ""
    // What a busy machine didn't count at once, it has counted a little later, each table by itself.
    for _ in 0..<3000 {
      page = try await client.get(path).text
      let isSettled = page.contains("data-late=\"/sample/endless") && !page.contains("data-late=\"/sample/small")
      if isSettled, page.contains(">1</span>"), page.contains(large) { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(page.contains(large))
    #expect(page.contains("data-late=\"/sample/endless/-/count\""))
    #expect(!page.contains("data-late=\"/sample/small/-/count\""))
    #expect(page.contains("/late."))
  }

  @Test func theCountAloneIsWaitedForAndThenKnownToTheLists() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    try await LiveServer.with(try database.server()) { live in
      let client = live.client
      let list = try await client.get("/sample").text
      let id = try #require(list.firstMatch(of: /<span id="([^"]+)" data-late="\/sample\/large\/-\/count"/)?.1)
      let page = try await client.get("/sample/large/-/count").text
      #expect(page.contains("<span id=\"\(id)\">25,000</span>"))
      let json = try await client.get("/sample/large/-/count.json").object()
      #expect(json["count"] as? Int == 25_000)
      #expect(json["count_truncated"] as? Bool == false)
      #expect(try await client.get("/sample").text.contains("<span id=\"\(id)\">25,000</span>"))
      #expect(try await client.get("/sample/Larg/-/count").status == .notFound)
    }
  }

  /// A number that was cut short is filled in like one that isn't known, and is said at once where it is known.
  @Test(arguments: [("", "25,000", "rows"), ("?id__gt=5000", "20,000", "rows match")])
  func aTableThatHasMoreRowsThanAreCountedAtOnceIsFilledIn(query: String, count: String, unit: String) async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    let target = "/sample/large\(query)", late = "/sample/large/-/count\(query)"
    let begin = "<p class=\"count\"><span id=\"count\" data-late=\"\(late)\">"
    var page = ""
    // What a busy machine didn't count at once, it has counted a little later.
    for _ in 0..<3000 where !page.contains("<b>10,000+</b> rows") {
      page = try await client.get(target).text
      #expect(page.contains(begin))
    }
    let all = target + (query.isEmpty ? "?" : "&amp;") + "_count=exact"
    #expect(page.contains("rows · <a href=\"\(all)\">count all</a></span></p>"))
    let number = try await client.get(late).text
    #expect(number.contains("<p><span id=\"count\"><b>\(count)</b> \(unit)</span></p>"))
    let next = try await client.get(target + (query.isEmpty ? "?" : "&") + "_size=10").text
    #expect(!next.contains("id=\"count\"") && next.contains("<b>\(count)</b>"))
  }

  @Test func aCountIsNarrowedByTheArgumentsOfItsTable() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    #expect(try await client.get("/sample/large/-/count.json?id__lte=10").object()["count"] as? Int == 10)
    #expect(try await client.get("/sample/large/-/count.json?id__lte=10&word=no").object()["count"] as? Int == 0)
    let page = try await client.get("/sample/large/-/count?id__lte=10").text
    #expect(page.contains(">10</span>") && page.contains("where id ≤ 10"))
    #expect(page.contains("href=\"/sample/large?id__lte=10\">Rows"))
    let unknown = try await client.get("/sample/large/-/count.json?wrod=w")
    #expect(unknown.status == .badRequest && unknown.text.contains("wrod"))
  }

  @Test func whatIsNeverCountedToItsEndIsMoreThanWhatWasSeen() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    var options = SQLiteDatabase.Options()
    options.timeLimitSeconds = 2
    let opened = try SQLiteDatabase.open(path: database.path, options: options)
    let client = TestClient.inProcess(try database.server { $0.databases = [opened] })
    var count = 0
    // What a busy machine had not begun to count, it counts a little later.
    for _ in 0..<10 where count < 10_000 {
      let json = try await client.get("/sample/endless/-/count.json").object()
      #expect(json["count_truncated"] as? Bool == true)
      count = try #require(json["count"] as? Int)
    }
    #expect(count >= 10_000)
    #expect(try await client.get("/sample/endless/-/count").text.contains("+<"))
  }

  @Test func theDatabaseSaysWhatRefersToWhatAndFoldsWhatIsItsOwn() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    let page = try await client.get("/sample").text
    #expect(page.contains("refers to small"))
    #expect(page.contains("id<svg class=\"icon key\""))
    #expect(page.contains("<details class=\"hidden-tables\"><summary>5 hidden tables</summary>"))
    #expect(page.contains("kB, read-only"))
    let tables = try #require(try await client.get("/sample.json").object()["tables"] as? [[String: Any]])
    func keys(_ table: String, _ direction: String) -> [[String: String]]? {
      let found = tables.first { $0["name"] as? String == table }
      return (found?["foreign_keys"] as? [String: Any])?[direction] as? [[String: String]]
    }
    #expect(keys("large", "outgoing") == [["other_table": "small", "column": "small_id", "other_column": "id"]])
    #expect(keys("small", "incoming") == [["other_table": "large", "column": "id", "other_column": "small_id"]])
    #expect(tables.first { $0["name"] as? String == "large" }?["search_index"] as? String == "words")
    #expect(tables.first { $0["name"] as? String == "small" }?["search_index"] == nil)
  }
}
