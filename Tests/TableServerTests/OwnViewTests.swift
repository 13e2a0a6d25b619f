import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SitePages
import SiteTables
import TableServer
import Testing

/// Nibs of the owner's for what isn't a row.
@Suite struct OwnViewTests {
  private func client(_ yaml: String, _ nibs: [String: String]) throws -> TestClient {
    try SiteUnderTest.client {
      $0.file = try SiteFile(yaml: yaml)
      $0.nibs = NibSources(folder: "nibs", sources: nibs)
    }
  }

  private static func table(_ words: String) -> String { "databases: {chinook: {tables: {\(words)}}}" }

  @Test func headersAndFootersOfSectionsAreTheirOwners() async throws {
    let yaml = Self.table(
      "Invoice: {sections: {by: InvoiceDate, as: month, header: head, footer: {nib: foot, sum: [Total], average: [Total]}}}"
    )
    let client = try client(
      yaml,
      [
        "head": "<em>{{title}}</em>{{#count}} ({{count}}){{/count}} {{section}}",
        "foot": "<b>{{sum.Total}}</b> {{average.Total}}",
      ])
    let page = try await client.settled("/chinook/Invoice?_size=20").text
    #expect(page.contains("colspan=\"9\"><em>January 2021</em> (6) 2021-01</th>"))
    #expect(page.contains("colspan=\"9\"><b>35.64</b> 5.94</td>"))
  }

  @Test func theyStandInListsOfCellsToo() async throws {
    let yaml = Self.table("Artist: {cells: [{nib: row}], sections: {by: Name, as: letter, header: head}}")
    let page = try await client(yaml, ["row": "{{Name}}", "head": "<em>{{title}}</em>"]).settled("/chinook/Artist").text
    #expect(page.contains("<h2 id=\"section-A-title\"><em>A</em></h2>"))
  }

  @Test func aColumnIsWrittenByItsNibWhereverItStands() async throws {
    let yaml = Self.table("Track: {columns: {UnitPrice: {nib: price}, Composer: {nib: who}}, size: 5}")
    let client = try client(
      yaml,
      [
        "price": "<data class=\"price\" value=\"{{value}}\">€ {{value}}</data>",
        "who": "<i title=\"{{Name}}\">{{value.initials}}</i>",
      ])
    let page = try await client.get("/chinook/Track").text
    #expect(page.ranges(of: "><data class=\"price\" value=\"0.99\">€ 0.99</data>").count == 5)
    #expect(page.contains("<i title=\"For Those About To Rock (We Salute You)\">AJ</i>"))
    let nameless = try await client.get("/chinook/Track?Composer__isnull=1").text
    #expect(nameless.contains("<span class=\"null\">null</span>") && !nameless.contains("<i title"))
    #expect(try await client.get("/chinook/Track/1").text.contains("€ 0.99</data>"))
    #expect(try await client.get("/chinook/Track.json").rows().first?["UnitPrice"] as? Double == 0.99)
    let cells = try await client.get("/chinook/Track.json?_size=1&_extra=render_cell").text
    #expect(cells.contains("€ 0.99"))
  }

  @Test func anEmptyTableSaysWhatItsOwnerSays() async throws {
    let sample = try SampleDatabase("create table t(a); create table u(a); insert into u values (1);")
    defer { sample.remove() }
    let client = TestClient.inProcess(
      try sample.server {
        $0.file = try SiteFile(
          yaml: "databases: {sample: {tables: {t: {title: Things, empty: none}, u: {empty: none}}}}")
        $0.nibs = NibSources(sources: ["none": "<p>No {{title}} yet: <a href=\"/new\">make one</a></p>"])
      })
    #expect(try await client.get("/sample/t").text.contains("<p>No Things yet: <a href=\"/new\">make one</a></p>"))
    #expect(try await client.get("/sample/u?a=2").text.contains("No row matches this filter"))
  }

  @Test func theFrameOfEveryPageIsItsOwners() async throws {
    let client = try client(
      "title: <Shop>\nframe: top",
      [
        "top": "<header class=\"mine\"><a href=\"{{home}}\">{{siteTitle}}</a>{{> menu}}</header>",
        "menu": "<i>menu</i>",
      ])
    for path in ["/", "/chinook", "/chinook/Genre", "/chinook/Genre/1", "/nowhere"] {
      let page = try await client.get(path).text
      #expect(page.contains("<header class=\"mine\"><a href=\"/\">&lt;Shop&gt;</a><i>menu</i></header>"), "\(path)")
      #expect(!page.contains("class=\"top-bar\""))
    }
  }

  @Test(arguments: [
    (
      "Artist: {sections: {by: Name, header: head}}",
      "nibs/head.html:1:4: unknown value titel; use one of: title, section, count"
    ),
    (
      "Artist: {columns: {Name: {nib: field}}}", "nibs/field.html:1:1: Artist has no column valu; it has ArtistId, Name"
    ),
    ("Artist: {empty: nothing}", "1:48: No nib “nothing” in nibs/"),
  ])
  func whatANibNamesMustBeThere(table: String, problem: String) async throws {
    var site = Site()
    site.databases = [try SQLiteDatabase.open(path: SiteUnderTest.chinook)]
    site.file = try SiteFile(yaml: Self.table(table))
    site.nibs = NibSources(folder: "nibs", sources: ["head": "<b>{{titel}}</b>", "field": "{{valu}}"])
    let problems = try await site.problemsOfFile().map { $0.line(in: "") }
    #expect(problems.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } == [problem])
    let client = TestClient.inProcess(try TableServer(unchecked: site))
    #expect(try await client.get("/chinook/Artist").status == .ok)
  }

  @Test func aFrameThatCannotBeCompiledIsToldWithItsPlace() async throws {
    var site = Site()
    site.databases = [try SQLiteDatabase.open(path: SiteUnderTest.chinook)]
    site.file = try SiteFile(yaml: "frame: top")
    site.nibs = NibSources(folder: "nibs", sources: ["top": "<header>\n{{#a}}</header>"])
    #expect(
      try await site.problemsOfFile().map { $0.line(in: "s") } == [
        "nibs/top.html:2:1: this section is not closed: add {{/a}}"
      ])
    site.nibs = NibSources(folder: "nibs", sources: ["top": "<header>{{> mine}}</header>", "mine": "\n{{siteTitel}}"])
    let problem = try #require(try await site.problemsOfFile().first).line(in: "s")
    #expect(
      problem.hasPrefix(
        "nibs/mine.html:2:1: unknown value siteTitel; use one of: account, alternate, appearance, assets.icon,")
    )
    #expect(problem.contains(", siteTitle, ") && !problem.contains("heading"))
    site.nibs = NibSources(folder: "nibs", sources: ["tip": "x"])
    #expect(
      try await site.problemsOfFile().map(\.description) == ["1:8: No nib “top” in nibs/; did you mean “tip”?"]
    )
  }
}
