import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

/// The menus of columns and cells, which are pages of their own.
@Suite struct GridMenuTests {
  private static let tracks = "/chinook/Track/-/"

  @Test func aColumnIsSortedFilteredAndPlaced() async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get(Self.tracks + "column?_at=3&_sort=Name&_wait=1").text
    #expect(page.contains("<h1><bdi>MediaType</bdi></h1>"))
    #expect(page.contains("href=\"/chinook/Track?_sort=MediaTypeId\""))
    #expect(page.contains("href=\"/chinook/Track?_sort=Name&amp;_sort_desc=MediaTypeId\""))
    #expect(page.contains("href=\"/chinook/Track?_facet=MediaTypeId&amp;_sort=Name\""))
    #expect(page.contains("href=\"/chinook/Track?MediaTypeId=1&amp;_sort=Name\"") && page.contains("3,034"))
    #expect(page.contains("_pin=4") && page.contains("_width=MediaTypeId%3A256"))
    #expect(page.contains("Move before Album") && page.contains("Move behind Genre"))
    let key = try await client.get(Self.tracks + "column?_at=1").text
    #expect(key.contains("<bdi>TrackId</bdi>") && !key.contains(">Hide<"))
  }

  @Test func aValueIsGoodForConditions() async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get(Self.tracks + "cell?_at=6&_row=1&GenreId=1").text
    for address in [
      "Milliseconds=343719", "Milliseconds__not=343719", "Milliseconds__gt=343719", "Milliseconds__isnull=1",
    ] {
      #expect(page.contains("href=\"/chinook/Track?GenreId=1&amp;\(address)\""), "\(address)")
    }
    #expect(page.contains("data-copied>\n343719</textarea>") && page.contains("href=\"/chinook/Track/1\""))
    #expect(!page.contains("Edit value"))
    // A row that another refers to is called by its name.
    let reference = try await client.get(Self.tracks + "cell?_at=2&_row=1").text
    #expect(reference.contains("is For Those About To Rock We Salute You") && !reference.contains("AlbumId__gt"))
  }

  @Test(arguments: [
    "column", "column?_at=-1", "column?_at=99", "column?_at=x", "column?_at=0&_pin=0", "column?_at=0&_width=Name",
    "cell?_row=1", "columns?_width=Nme%3A100", "columns?_width=Name%3A9999",
  ])
  func whatIsNoColumnIsRefused(target: String) async throws {
    #expect(try await SiteUnderTest.client().get(Self.tracks + target).status == .badRequest)
  }

  @Test func whatIsNotThereIsNotFound() async throws {
    let client = try SiteUnderTest.client()
    for target in [
      "/chinook/Nothing/-/column?_at=0", Self.tracks + "cell?_at=0&_row=999999", Self.tracks + "cell?_at=0&_number=999",
    ] {
      #expect(try await client.get(target).status == .notFound, "\(target)")
    }
  }

  @Test func rowsWithoutKeysAreMeantByTheirPlace() async throws {
    let statements = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, NULL);
      CREATE VIEW v AS SELECT name FROM t
      """
    try await SampleDatabase.withWritable(statements) { client async throws in
      #expect(try await client.get("/sample/v/-/cell?_at=0&_number=1").text.contains("/sample/v?name=b"))
      let none = try await client.get("/sample/v/-/cell?_at=0&_number=2").text
      #expect(none.contains("name__isnull=1") && !none.contains("data-copied") && !none.contains("v?name="))
      #expect(try await client.get("/sample/t/-/cell?_at=1&_row=1").text.contains("<h1><bdi>id</bdi>"))
      #expect(
        try await client.get("/sample/t/-/cell?_at=0&_row=1").text.contains(
          "href=\"/sample/t/1/-/edit?_field=name&amp;_return=%2Fsample%2Ft\""))
    }
  }

  @Test func pinnedAndWideColumnsAreSaidInTheStyleOfThePage() async throws {
    let page = try await SiteUnderTest.client().get("/chinook/Track?_pin=2&_width=Name%3A240").text
    #expect(page.contains("@media(min-width:40.01rem){.grid tr>:nth-child(1):not([colspan]){width:240px;"))
    #expect(
      page.contains("position:sticky;z-index:1;border-inline-end:1px solid var(--line);inset-inline-start:calc(240px)"))
    // Links of the page keep it.
    #expect(page.contains("_width=Name%3A240&amp;_pin=2&amp;_sort=Composer"))
  }

  @Test func allColumnsAreOnOnePage() async throws {
    let page = try await SiteUnderTest.client().get(Self.tracks + "columns?_nocol=Bytes").text
    #expect(page.contains(">Show<span class=\"visually-hidden\">: Bytes</span>"))
    #expect(
      page.contains("name=\"view\" value=\"_col=Name&amp;_col=TrackId")
        || page.contains("name=\"view\" value=\"_col=TrackId&amp;_col=Name"))
    #expect(!page.contains("Forget what"))
  }

  @Test func theViewMenuComesFromThePageOfAllColumns() async throws {
    let client = try SiteUnderTest.client()
    let rows = try await client.get("/chinook/Track?_sort=Name").text
    // Until the menu is opened, and for those without scripts, it is a link.
    let menu = try #require(
      rows.firstMatch(of: #/<div id="view" data-late-in-menu><a href="([^"]*)">/#))
    #expect(menu.1 == "/chinook/Track/-/columns?_sort=Name")
    #expect(!rows.contains("name=\"density\"") && !rows.contains("name=\"_col\""))
    let page = try await client.get(String(menu.1)).text
    #expect(page.contains("<div id=\"view\">") && page.ranges(of: "name=\"density\"").count == 2)
    // A choice leads back to the rows, and what is shown keeps their order.
    #expect(page.contains("name=\"return\" value=\"/chinook/Track?_sort=Name\""))
    #expect(page.contains("<input type=\"hidden\" name=\"_sort\" value=\"Name\">"))
    #expect(page.contains("name=\"_col\" value=\"Bytes\" checked> Bytes<"))
  }
}
