import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SeededNumbers
import SiteConfiguration
import SitePages
import SiteTables
import TableModel
import TableServer
import Testing

/// Rows put together in sections by the site's owner.
@Suite struct SectionTests {
  /// The page once its sections are known.
  private func settled(_ target: String, _ client: TestClient) async throws -> String {
    try await client.settled(target).text
  }

  private func client(_ table: String) throws -> TestClient {
    try SiteUnderTest.client { $0.file = try SiteFile(yaml: "databases: {chinook: {tables: {\(table)}}}") }
  }

  private func headers(_ page: String) -> [String] {
    page.matches(of: /class="section-header"><th[^>]*>([^<]*) <small class="muted">([^<]*)</).map { "\($0.1)|\($0.2)" }
  }

  @Test func rowsStandInTheirSectionsWithHeadersAndFooters() async throws {
    let client = try client(
      "Invoice: {sections: {by: InvoiceDate, as: month, footer: {count: true, sum: [Total], average: [Total]}}}")
    let page = try await settled("/chinook/Invoice?_size=20", client)
    #expect(headers(page) == ["January 2021|6 rows", "February 2021|7 rows", "March 2021|7 rows"])
    #expect(page.contains("6 rows · Sum of Total 35.64 · Average of Total 5.94"))
    #expect(page.ranges(of: "<tbody").count == 4)
    let rest = try await settled("/chinook/Invoice?_size=3", client)
    #expect(headers(rest) == ["January 2021|6 rows"] && !rest.contains("Sum of Total"))
  }

  @Test func aFilterHoldsForWhatIsToldOfSections() async throws {
    let client = try client("Invoice: {sections: {by: BillingCountry, footer: {count: true}}}")
    let page = try await settled("/chinook/Invoice?BillingCountry__in=Chile,Norway", client)
    #expect(headers(page) == ["Chile|7 rows", "Norway|7 rows"])
    #expect(page.ranges(of: "aria-label=\"Norway\"").count == 1 && !page.contains("aria-label=\"Brazil\""))
  }

  @Test(arguments: [
    "Artist: {sections: {by: Name, as: letter}}", "Track: {sections: {by: GenreId}}",
    "Invoice: {sort_desc: InvoiceDate, sections: {by: InvoiceDate, as: year}}",
    "Track: {sections: {by: Composer}, sort_desc: [Composer, Milliseconds], size: 10}",
    "PlaylistTrack: {sections: {by: PlaylistId}}", "Customer: {sections: {by: Country}, sort: [Country, State]}",
  ])
  func theIndexLeadsToWhereSectionsBegin(table: String) async throws {
    let client = try client(table)
    let path = "/chinook/" + table.prefix { $0 != ":" }
    let page = try await settled(path, client)
    let entries = page.matches(of: /<li><a href="([^"#]*)#([^"]*)" aria-label="/).map { (String($0.1), String($0.2)) }
    #expect(entries.count > 3)
    for (address, id) in entries.prefix(Thoroughness.rounds(40, quickly: 12)) {
      let target = address.replacing("&amp;", with: "&")
      let section = try await client.get(target).text
      let first = try #require(section.firstMatch(of: /id="(section-[^"]*)"/)?.1)
      #expect(first == id, "\(target)")
      // Nothing of the section is on the page before.
      guard let previous = section.firstMatch(of: /rel="prev" href="([^"]+)"/)?.1 else { continue }
      let before = try await client.get(String(previous).replacing("&amp;", with: "&")).text
      #expect(!before.contains("id=\"\(id)\""), "\(previous)")
    }
  }

  @Test func inAnotherOrderThereAreNoSections() async throws {
    let client = try client("Artist: {sections: {by: Name, as: letter}}")
    let page = try await client.get("/chinook/Artist?_sort=ArtistId").text
    #expect(!page.contains("section-header") && !page.contains("index-strip"))
    #expect(try await settled("/chinook/Artist?_sort_desc=Name", client).contains("section-header"))
  }

  @Test func dataHaveNoSectionsAndStandInTheirOrder() async throws {
    let rows = try await client("Artist: {sections: {by: Name, as: letter}}").get("/chinook/Artist.json?_size=2").rows()
    #expect(rows.first?.keys.sorted() == ["ArtistId", "Name"] && rows.first?["Name"] as? String == "A Cor Do Som")
  }

  @Test func cellsOfOnesOwnStandInSectionsToo() async throws {
    let client = try SiteUnderTest.client {
      $0.file = try SiteFile(
        yaml: "databases: {chinook: {tables: {Artist: {sections: {by: Name, as: letter}, cells: [{nib: a}]}}}}")
      $0.nibs = NibSources(sources: ["a": "<b>{{Name}}</b>"])
    }
    let page = try await settled("/chinook/Artist", client)
    #expect(page.contains("<h2 id=\"section-A-title\">A <small class=\"muted\">26 rows</small></h2>"))
    #expect(page.contains("aria-label=\"Z\"") && !page.contains("<table"))
  }

  @Test func valuesOfEveryKindMakeSections() async throws {
    let sample = try SampleDatabase(
      """
      create table t(id integer primary key, v, n);
      insert into t(v, n) values (null, 1), (null, null), (1, 2.5), (2.5, 'x'), ('', 3), ('<b>', 4), (x'00ff', 5), ('b', 6), ('B', 7);
      """)
    defer { sample.remove() }
    for (part, count) in [("value", 8), ("letter", 7), ("day", 8)] {
      let client = TestClient.inProcess(
        try sample.server {
          $0.file = try SiteFile(
            yaml: "databases: {sample: {tables: {t: {sections: {by: v, as: \(part), footer: {sum: [n]}}}}}}")
        })
      let page = try await client.settled("/sample/t")
      #expect(page.status == .ok && !page.text.contains("<b><small"))
      #expect(page.text.ranges(of: "class=\"section-header\"").count >= count, "\(part)")
      #expect(page.text.contains("None <small") && page.text.contains("&lt;b&gt; <small") || part == "letter")
    }
  }

  @Test(arguments: [
    ("{by: Nam}", "1:56: “Artist” has no column “Nam”; did you mean “Name”?"),
    ("{by: Name, footer: {sum: [Prise]}}", "1:77: “Artist” has no column “Prise”"),
  ])
  func columnsThatAreNotThereAreTold(sections: String, problem: String) async throws {
    var site = Site()
    site.databases = [try SQLiteDatabase.open(path: SiteUnderTest.chinook)]
    site.file = try SiteFile(yaml: "databases: {chinook: {tables: {Artist: {sections: \(sections)}}}}")
    #expect(try await site.problemsOfFile().map(\.description) == [problem])
  }

  @Test(arguments: [
    ("{bye: a}", "Unknown key “bye”; did you mean “by”?"),
    ("{as: day}", "`sections` needs `by: column`"),
    ("{by: a, as: dya}", "Unknown part “dya”; did you mean “day”?"),
    ("{by: a, footer: {sums: [b]}}", "Unknown key “sums”; did you mean “sum”?"),
  ])
  func whatIsWrongWithSectionsIsTold(sections: String, message: String) throws {
    let error = try #require(throws: SiteFileError.self) {
      try SiteFile(yaml: "databases: {d: {tables: {t: {sections: \(sections)}}}}")
    }
    #expect(error.problems.contains { $0.message == message && $0.line == 1 })
  }
}
