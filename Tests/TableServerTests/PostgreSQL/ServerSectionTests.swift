import MicroHTTP
import MicroHTTPTesting
import PostgreSQLServer
import PostgreSQLTables
import SeededNumbers
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// Rows of a server's table stand in the sections of the site's owner.
@Suite struct ServerSectionTests {
  private func client(_ table: String) throws -> TestClient {
    let sample = try TestDatabase(
      """
      CREATE TABLE genre (id integer PRIMARY KEY, name text NOT NULL);
      INSERT INTO genre SELECT i, 'Genre ' || i FROM generate_series(1, 6) AS i;
      CREATE TABLE song (id integer PRIMARY KEY, name text NOT NULL, genre integer REFERENCES genre, price numeric(6,2), sent timestamp,
        isgood boolean, note text);
      INSERT INTO song SELECT i, substr('abCdeF', i % 6 + 1, 1) || ' song ' || i, NULLIF(i % 7, 0), i * 0.5,
        CASE WHEN i % 10 > 0 THEN timestamp '2021-01-01 10:00' + i * interval '11 days' END, i % 2 = 0, NULLIF('n' || i % 5, 'n0')
        FROM generate_series(1, 100) AS i;
      """)
    let database = try PostgreSQLDatabase.ofTest(sample)
    return try SiteUnderTest.client {
      $0.databases = [database]
      $0.file = try SiteFile(yaml: "databases: {db: {tables: {song: {\(table)}}}}")
    }
  }

  /// The page once its sections are known.
  private func settled(_ target: String, _ client: TestClient) async throws -> String {
    try await client.settled(target).text
  }

  @Test func headersAndFootersTellOfAllRows() async throws {
    let client = try client("sections: {by: genre, footer: {count: true, sum: [price], average: [price]}}, size: 30")
    let page = try await settled("/db/song", client)
    let headers = page.matches(of: /class="section-header"><th[^>]*>([^<]*) <small class="muted">([^<]*)</).map {
      "\($0.1)|\($0.2)"
    }
    #expect(headers == ["Genre 1|15 rows", "Genre 2|15 rows"])
    #expect(page.contains("15 rows · Sum of price 375.00 · Average of price 25.00"), "\(page.suffix(3_000))")
    let filtered = try await settled("/db/song?genre__in=3,4", client)
    #expect(filtered.contains("aria-label=\"Genre 4\"") && !filtered.contains("aria-label=\"Genre 1\""))
  }

  @Test(arguments: [
    "sections: {by: name, as: letter}, size: 7", "sections: {by: genre}, size: 9",
    "sections: {by: genre}, sort_desc: [genre, price], size: 9", "sections: {by: sent, as: year}, size: 10",
    "sections: {by: sent, as: month}, sort_desc: sent, size: 10", "sections: {by: isgood}, size: 20",
    "sections: {by: note}, sort: [note, sent], size: 12",
  ])
  func theIndexLeadsToWhereSectionsBegin(table: String) async throws {
    let client = try client(table)
    let page = try await settled("/db/song", client)
    let entries = page.matches(of: /<li><a href="([^"#]*)#([^"]*)" aria-label="/).map { (String($0.1), String($0.2)) }
    #expect(entries.count > 1)
    for (address, id) in Thoroughness.some(entries, quickly: 8) {
      let section = try await client.get(address.replacing("&amp;", with: "&")).text
      let first = try #require(section.firstMatch(of: /id="(section-[^"]*)"/)?.1)
      #expect(first == id, "\(address)")
      // Nothing of the section is on the page before.
      guard let previous = section.firstMatch(of: /rel="prev" href="([^"]+)"/)?.1 else { continue }
      let before = try await client.get(String(previous).replacing("&amp;", with: "&")).text
      #expect(!before.contains("id=\"\(id)\""), "\(previous)")
    }
  }
}
