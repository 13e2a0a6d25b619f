import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableServer
import Testing

@Suite struct TablePageTests {
  @Test(arguments: TestClient.Transport.allCases)
  func aTableIsAPage(over transport: TestClient.Transport) async throws {
    try await TestClient.with(SiteUnderTest.server(), over: transport) { client in
      let page = try await client.settled("/chinook/Track")
      #expect(page.status == .ok)
      #expect(page["Content-Type"] == "text/html; charset=utf-8")
      #expect(page.text.contains("<h1><bdi>Track</bdi></h1>"))
      #expect(page.text.contains("<b>3,503</b> rows"))
      #expect(page.text.ranges(of: "<tr><th scope=\"row\"><a href=\"/chinook/Track/").count == 50)
      #expect(page.text.contains("<a href=\"/chinook/Track/1\">For Those About To Rock (We Salute You)</a>"))
      #expect(page["Content-Security-Policy"]?.contains("default-src 'none'") == true)
      #expect(page["Link"]?.contains("rel=\"alternate\"") == true)
    }
  }

  @Test(arguments: TestClient.Transport.allCases)
  func headHasTheHeadersOfGet(over transport: TestClient.Transport) async throws {
    try await TestClient.with(SiteUnderTest.server(), over: transport) { client in
      let head = try await client.head("/chinook/Genre")
      #expect(head.status == .ok)
      #expect(head.body.isEmpty)
      #expect(Int(head["Content-Length"] ?? "") ?? 0 > 1_000)
    }
  }

  @Test func otherMethodsAreRefusedWithThoseThatWork() async throws {
    let client = try SiteUnderTest.client()
    let refused = try await client.post("/chinook/Track", "x=1")
    #expect(refused.status == .methodNotAllowed)
    #expect(refused["Allow"]?.contains("GET") == true)
    #expect(try await client.options("/chinook/Track").status == .noContent)
  }

  @Test(arguments: TableJSONTests.tables)
  func pagesFollowEachOtherToTheEndAndBack(table: String) async throws {
    let client = try SiteUnderTest.client()
    var forwards: [[String]] = [], last = "", path: String? = "/chinook/\(table)?_size=211"
    while let target = path {
      let page = try await client.get(target).text
      forwards.append(rows(page))
      last = target
      path = address(page, "next")
    }
    var backwards: [[String]] = []
    path = address(try await client.get(last).text, "prev")
    while let target = path {
      let page = try await client.get(target).text
      backwards.append(rows(page))
      path = address(page, "prev")
    }
    let all = forwards.flatMap(\.self)
    #expect(Set(all).count == all.count)
    let counted = try await client.settled("/chinook/\(table).json?_size=1&_extra=count").object()
    #expect(counted["count"] as? Int == all.count)
    #expect(Array(backwards.reversed()) == Array(forwards.dropLast()))
  }

  private func rows(_ page: String) -> [String] {
    page.matches(of: /<tr><th scope="row"[^>]*><a href="([^"]+)"/).map { String($0.output.1) }
  }

  private func address(_ page: String, _ relation: String) -> String? {
    page.matches(of: /rel="([a-z]+)" href="([^"]+)"/).first { $0.output.1 == relation }
      .map { String($0.output.2).replacing("&amp;", with: "&") }
  }

  @Test func headsSortAndTurnTheirOrder() async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get("/chinook/Track?_sort=Name").text
    #expect(page.contains("aria-sort=\"ascending\""))
    #expect(page.contains("href=\"/chinook/Track?_sort_desc=Name\""))
    #expect(page.contains("href=\"/chinook/Track?_sort=UnitPrice\""))
    let turned = try await client.get("/chinook/Track?_sort_desc=Name").text
    #expect(turned.contains("aria-sort=\"descending\""))
    #expect(turned.contains("href=\"/chinook/Track?_sort=Name\""))
  }

  @Test func filtersAreChipsThatTakeThemselvesAway() async throws {
    let client = try SiteUnderTest.client()
    // The number of all rows is said where it is known.
    _ = try await client.settled("/chinook/Track")
    let page = try await client.settled("/chinook/Track?AlbumId=1&MediaTypeId=1").text
    #expect(page.contains("<b>10</b> of 3,503 rows"))
    #expect(page.contains("aria-label=\"Remove filter: Album is For Those About To Rock We Salute You\""))
    #expect(page.contains("class=\"chip\" href=\"/chinook/Track?MediaTypeId=1\""))
  }

  @Test func theExportMenuHasAllRowsBeforeThoseOfThePage() async throws {
    let client = try SiteUnderTest.client()
    let rows = try await client.get("/chinook/Track?GenreId=1&_sort=Name&_size=5").text
    let forms = "/chinook/Track/-/filters?GenreId=1&amp;_sort=Name&amp;_size=5"
    #expect(rows.contains("<div id=\"exports\" data-late-in-menu><a href=\"\(forms)#exports\">Formats</a></div>"))
    let page = try await client.get(forms.replacing("&amp;", with: "&")).text
    let all = try #require(page.firstRange(of: "<h2>All matching rows</h2>"))
    let some = try #require(page.firstRange(of: "<h2>This page</h2>"))
    #expect(all.lowerBound < some.lowerBound)
    let file = "/chinook/Track.csv?GenreId=1&amp;_sort=Name&amp;_size=5&amp;_stream=on&amp;_dl=on"
    #expect(page[all.upperBound..<some.lowerBound].contains("href=\"\(file)\""))
    let csv = try await client.get(file.replacing("&amp;", with: "&"))
    #expect(csv.text.split(separator: "\r\n").count == 1_298)
    #expect(try await client.get("/chinook/Genre/-/filters").text.contains("<h2>All rows</h2>"))
  }

  @Test func theTopBarLeadsToSearchAndToQueriesWhereTheyAreAllowed() async throws {
    let client = try SiteUnderTest.client()
    for path in ["/chinook", "/chinook/Track", "/chinook/Track/1", "/chinook/Track/-/facets", "/chinook/-/query"] {
      let page = try await client.get(path).text
      #expect(page.contains("href=\"/chinook/-/search\"") && page.contains("href=\"/chinook/-/query\""), "\(path)")
    }
    #expect(try await client.get("/").text.contains("href=\"/-/search\""))
    let closed = try SiteUnderTest.client { $0.options.allowsQueries = false }
    #expect(try await !closed.get("/chinook/Track").text.contains("/chinook/-/query"))
  }

  @Test func aTableWithoutMatchesSaysHowToSeeRowsAgain() async throws {
    let page = try await SiteUnderTest.client().get("/chinook/Track?AlbumId=1&GenreId=2")
    #expect(page.status == .ok)
    #expect(page.text.contains("No row matches both filters"))
    #expect(page.text.contains("Remove filter “Album is For Those About To Rock We Salute You”"))
    #expect(!page.text.contains("<tr>"))
  }

  @Test func chosenColumnsAreTheOnlyOnes() async throws {
    let page = try await SiteUnderTest.client().get("/chinook/Track?_col=Name&_col=Composer").text
    #expect(page.contains("AC/DC"))
    #expect(!page.contains("--label:\"Bytes\""))
    #expect(page.contains("--label:\"Composer\""))
  }

  @Test func preferencesChangeThePage() async throws {
    let client = try SiteUnderTest.client()
    let compact = try await client.get("/chinook/Genre").text
    #expect(compact.contains("class=\"compact\"") && compact.contains("as-cells"))
    let comfortable = try await client.get(
      "/chinook/Genre", headers: ["Cookie": "tablepages-view=comfortable.grid.dark"]
    ).text
    #expect(!comfortable.contains("class=\"compact\"") && !comfortable.contains("as-cells"))
    #expect(comfortable.contains("data-theme=\"dark\""))
  }

  @Test func aSiteBelowABasePathLinksBelowIt() async throws {
    let client = try SiteUnderTest.client { $0.options.basePath = "/data" }
    let page = try await client.get("/data/chinook/Genre")
    #expect(page.status == .ok)
    #expect(page.text.contains("href=\"/data/chinook/Genre/1\""))
    #expect(!page.text.contains("href=\"/chinook"))
    #expect(try await client.get("/chinook/Genre").status == .notFound)
  }

  @Test func rightToLeftLanguagesTurnThePage() async throws {
    let client = try SiteUnderTest.client { $0.options.language = "ar" }
    let page = try await client.get("/chinook/Genre").text
    // The pages' own words are English, whatever the data are.
    #expect(page.contains("<html lang=\"en\" dir=\"rtl\"") && page.contains("<tbody lang=\"ar\">"))
    let row = try await client.get("/chinook/Genre/1").text
    #expect(row.contains("<html lang=\"en\" dir=\"rtl\"") && row.contains("<h1 lang=\"ar\">"))
    let english = try SiteUnderTest.client { $0.options.language = "en-GB" }
    #expect(try await english.get("/chinook/Genre").text.contains("<tbody>"))
  }
}
