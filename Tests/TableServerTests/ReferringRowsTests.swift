import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableServer
import Testing

@Suite struct ReferringRowsTests {
  private static let statements = """
    CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO place VALUES (1, 'Here'), (2, 'There');
    CREATE TABLE visit (id INTEGER PRIMARY KEY, place_id INTEGER REFERENCES place);
    CREATE TABLE reading (id INTEGER PRIMARY KEY, place_id INTEGER REFERENCES place, note TEXT);
    CREATE INDEX visits ON visit (place_id);
    INSERT INTO visit VALUES (1, 1), (2, 1), (3, 2);
    INSERT INTO reading WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 300000)
      SELECT value, CASE value WHEN 7 THEN 1 ELSE 2 END, 'note' FROM n;
    """

  @Test func whatIsNotCountedYetComesLaterAndThePageThatWaitsHasIt() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    let page = try await client.get("/sample/place/1").text
    #expect(page.contains("/sample/visit?place_id=1") && page.contains(">2 rows</span>"))
    // No index leads to the readings of a place.
    #expect(page.contains("data-late=\"/sample/place/1?_count=exact\">rows</span>"))
    #expect(page.contains("<a href=\"/sample/place/1?_count=exact\">Count the rows</a>"))
    let counted = try await client.get("/sample/place/1?_count=exact").text
    #expect(counted.contains(">2 rows</span>") && counted.contains(">1 row</span>"))
    #expect(!counted.contains("data-late") && !counted.contains("Count the rows"))
    // Known from then on.
    #expect(try await client.get("/sample/place/1").text.contains(">1 row</span>"))
  }

  @Test func rowsThatWereNotCountedToTheirEndAreCountedLater() async throws {
    let database = try SampleDatabase(
      """
      CREATE TABLE place (id INTEGER PRIMARY KEY);
      INSERT INTO place VALUES (1);
      CREATE TABLE visit (id INTEGER PRIMARY KEY, place_id INTEGER REFERENCES place);
      CREATE INDEX visits ON visit (place_id);
      INSERT INTO visit WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 12345)
        SELECT value, 1 FROM n;
      """)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    // What a busy machine had not counted in a moment, it has a little later: as many as a quick count tells.
    var count: Int?
    for _ in 0..<200 where count == nil {
      count = try await client.get("/sample/visit.json?place_id=1&_size=1&_extra=count").object()["count"] as? Int
      if count == nil { try await Task.sleep(for: .milliseconds(50)) }
    }
    #expect(count == 10_000)
    let page = try await client.get("/sample/place/1")
    #expect(page.text.contains("data-late=\"/sample/place/1?_count=exact\">more than 10,000 rows</span>"))
    #expect(page["ETag"] == nil)
    let counted = try await client.get("/sample/place/1?_count=exact").text
    #expect(counted.contains(">12,345 rows</span>") && !counted.contains("data-late"))
    let known = try await client.get("/sample/place/1")
    #expect(known.text.contains(">12,345 rows</span>") && known["ETag"] != nil)
  }

  @Test func dataCountOnlyWhatIsAskedFor() async throws {
    let database = try SampleDatabase(Self.statements)
    defer { database.remove() }
    let client = TestClient.inProcess(try database.server())
    let plain = try await client.get("/sample/place/2.json").object()
    #expect(plain["foreign_key_tables"] == nil)
    let tables = try await client.get("/sample/place/2.json?_extra=foreign_key_tables").object()["foreign_key_tables"]
    let counts = try #require(tables as? [[String: Any]]).reduce(into: [String: Int]()) { counts, table in
      counts[table["other_table"] as? String ?? ""] = table["count"] as? Int
    }
    #expect(counts == ["visit": 1, "reading": 299_999])
  }
}
