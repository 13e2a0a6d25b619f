import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// What the site's owner says about tables, in pages and in data.
@Suite struct TableMetadataTests {
  private static let yaml = """
    description: "The **best** <script>alert(1)</script>"
    databases:
      chinook:
        title: The shop
        description: Of *music*
        tables:
          Track:
            title: Songs & tracks
            description: See [genres](/chinook/Genre) or [this](javascript:alert(1))
            sort_desc: Milliseconds
            size: 7
            column_order: [UnitPrice, Name]
            sortable_columns: [Name, Milliseconds]
            facets: [GenreId]
            columns:
              Name: What it is *called*
              UnitPrice: {title: Price, unit: "$"}
              Bytes: {format: bytes}
              Composer: {hidden: true}
          Genre: {hidden: true}
          Customer: {label_column: Email}
    """

  @Test func columnsInDataHaveTheirDescriptions() async throws {
    let page = try await client().get("/chinook/Track.json?_extra=display_columns&_size=1").object()
    let columns = try #require(page["display_columns"] as? [[String: Any]])
    let name = try #require(columns.first { $0["name"] as? String == "Name" })
    #expect(name["description"] as? String == "What it is *called*")
    #expect(columns.first { $0["name"] as? String == "Bytes" }?["description"] is NSNull)
  }

  private func client() throws -> TestClient {
    try SiteUnderTest.client {
      $0.file = try SiteFile(yaml: Self.yaml)
      // What a search finds is not to depend on how busy the machine is.
      $0.options.searchTimeLimitSeconds = 600
    }
  }

  @Test func aTableIsCalledAndDescribedAsItsOwnerSays() async throws {
    let page = try await client().get("/chinook/Track").text
    #expect(page.contains("<title>Songs &amp; tracks · The shop</title>"))
    #expect(page.contains("<h1><bdi>Songs &amp; tracks</bdi></h1>"))
    #expect(page.contains("See <a href=\"/chinook/Genre\">genres</a> or this"))
    #expect(!page.contains("javascript:"))
    #expect(page.contains("<dt><bdi>Name</bdi></dt><dd><p>What it is <em>called</em></p>"))
    #expect(page.contains("notes.css"))
    let plain = try await client().get("/chinook/Album").text
    #expect(!plain.contains("notes.css") && !plain.contains("class=\"rich-text\""))
  }

  /// Programs are told the names that addresses hold.
  @Test func everyPageCallsDatabasesTablesAndColumnsAsTheirOwnerDoes() async throws {
    let client = try client()
    let shop = ">The shop</a>"
    for path in [
      "/chinook/-/query?sql=select+1", "/chinook/-/search?q=rock", "/chinook/Nope", "/chinook/Track/0",
      "/chinook/Track?_sort=Nope", "/chinook/Track/-/count",
    ] {
      let page = try await client.get(path, headers: ["Accept": "text/html"]).text
      #expect(page.contains(shop), "\(path)")
      #expect(!page.contains(">chinook</a>"), "\(path)")
    }
    let found = try await client.get("/-/search?q=rock").text
    #expect(found.contains("Songs &amp; tracks"))
    #expect(found.contains("The shop"))
    #expect(
      try await client.get("/chinook/Track/0", headers: ["Accept": "text/html"]).text.contains(
        "All rows of Songs &amp; tracks"))
    let listing = try await client.get("/-/search.json?q=rock").object()
    let tables = try #require(listing["tables"] as? [[String: Any]])
    #expect(tables.contains { $0["database"] as? String == "chinook" && $0["table"] as? String == "Track" })
  }

  @Test func columnsStandAsItsOwnerSays() async throws {
    let page = try await client().get("/chinook/Track?_nofacet=1").text
    let heads = page.matches(of: /<th scope="col"[^>]*>(?:<a[^>]*>|<span class="column-title">)([^<]+)/).map {
      String($0.1)
    }
    #expect(heads == ["Price", "Name", "TrackId", "Album", "MediaType", "Genre", "Milliseconds", "Bytes"])
    let row = try #require(page.firstMatch(of: /<tr><th scope="row"[^\n]+/)?.0)
    #expect(row.contains("<th scope=\"row\" class=\"number\"><a href=\"/chinook/Track/2820\">1.99"))
    #expect(row.contains("<span class=\"unit\">\u{A0}$</span>") && row.contains(">1.1 GB"))
    let chosen = try await client().get("/chinook/Track?_nofacet=1&_col=Composer&_col=Name").text
    #expect(chosen.contains(">Composer<"))
  }

  @Test func rowsStandInTheOrderAndNumberThatItsOwnerSays() async throws {
    let client = try client()
    let rows = try await client.get("/chinook/Track.json").rows()
    let lengths = rows.compactMap { $0["Milliseconds"] as? Int }
    #expect(rows.count == 7 && lengths == lengths.sorted(by: >) && lengths.first == 5_286_953)
    // Data have all columns in the table's order, and their values as they are stored.
    #expect(rows.first?.count == 9 && rows.first?["Bytes"] as? Int == 1_054_423_946)
    #expect(try await client.get("/chinook/Track.csv").text.hasPrefix("TrackId,Name,AlbumId,"))
    #expect(try await client.get("/chinook/Track.csv?_stream=on").text.contains("\r\n2820,"))
    let byName = try await client.get("/chinook/Track.json?_sort=Name&_size=1").rows()
    #expect(byName.first?["Milliseconds"] as? Int != 5_286_953)
    let page = try await client.get("/chinook/Track").text
    #expect(page.contains("href=\"/chinook/Track?_sort=Milliseconds\""))
    #expect(!page.contains("_sort_desc=Milliseconds") && !page.contains("_size=7\""))
    let next = try #require(page.firstMatch(of: /rel="next" href="([^"]+)"/)?.1)
    #expect(try await client.get(String(next)).text.contains("rel=\"prev\""))
  }

  @Test func otherColumnsCannotBeSortedBy() async throws {
    let client = try client()
    let refused = try await client.get("/chinook/Track.json?_sort=Bytes")
    #expect(
      refused.status == .badRequest
        && refused.text.contains("This table can't be sorted by Bytes: it sorts by Name, Milliseconds"))
    let page = try await client.get("/chinook/Track").text
    #expect(!page.contains("_sort=Bytes"))
    let forms = try await client.get("/chinook/Track/-/filters").text
    let menu = try #require(forms.firstMatch(of: /<select name="_sort"[^>]*>([^\/]*)<\/select>/)?.1)
    #expect(menu == "\n<option value=\"\">None\n<option>Name\n<option selected>Milliseconds\n")
  }

  @Test func itsFacetsAreThereWithoutBeingAskedFor() async throws {
    let client = try client()
    let page = try await client.get("/chinook/Track").text
    #expect(page.contains("id=\"facet-column-4\"") && !page.contains("Remove facet Genre"))
    #expect(!page.contains("_facet=GenreId"))
    let more = try await client.get("/chinook/Track?_facet=MediaTypeId").text
    #expect(more.contains("id=\"facet-column-4\"") && more.contains("Remove facet MediaType"))
    #expect(try await !client.get("/chinook/Track?_nofacet=1").text.contains("id=\"facet-column-4\""))
    #expect(try await client.get("/chinook/Track.json?_size=1").object()["facet_results"] == nil)
    let asked = try await client.get("/chinook/Track.json?_size=1&_extra=facet_results").object()
    let results = try #require((asked["facet_results"] as? [String: Any])?["results"] as? [String: Any])
    #expect(results.keys.contains("GenreId"))
  }

  @Test func hiddenTablesAreLeftOutOfListsAndAnswerAllTheSame() async throws {
    let client = try client()
    let database = try await client.get("/chinook").text
    #expect(database.contains("1 hidden table") && database.contains("<h1><bdi>The shop</bdi></h1>"))
    #expect(database.contains("Of <em>music</em>") && database.contains(">Songs &amp; tracks</bdi>"))
    let home = try await client.get("/").text
    #expect(!home.contains("href=\"/chinook/Genre\"") && home.contains("The <strong>best</strong>"))
    #expect(!home.contains("<script>alert"))
    #expect(try await client.get("/chinook/Genre").status == .ok)
    let listing = try await client.get("/chinook.json").object()
    let tables = try #require(listing["tables"] as? [[String: Any]])
    #expect(tables.first { $0["name"] as? String == "Genre" }?["hidden"] as? Bool == true)
    #expect(tables.first { $0["name"] as? String == "Track" }?["title"] as? String == "Songs & tracks")
  }

  @Test func rowsAreCalledByTheLabelColumn() async throws {
    let client = try client()
    let row = try await client.get("/chinook/Customer/1").text
    #expect(row.contains("<h1><bdi>luisg@embraer.com.br</bdi></h1>"))
    #expect(
      try await client.get("/chinook/Customer").text.contains(
        "<a href=\"/chinook/Customer/1\">luisg@embraer.com.br</a>"))
    let track = try await client.get("/chinook/Track/1").text
    #expect(
      track.contains("<dt><bdi>Price</bdi></dt>") && track.contains("field-note\"><p>What it is <em>called</em></p>"))
  }

  @Test func referencesAreCalledByTheLabelColumnToo() async throws {
    let server = try SiteUnderTest.server { $0.file = try SiteFile(yaml: Self.yaml) }
    let client = TestClient.inProcess(server)
    #expect(
      try await client.get("/chinook/Invoice?_size=1").text.contains(">leonekohler@surfeu.de</a> <small>2</small>"))
    let labels = try await client.get("/chinook/Invoice.json?_size=1&_labels=on").text
    #expect(labels.contains("\"label\":\"leonekohler@surfeu.de\""))
    try server.reload(
      try SiteFile(
        yaml: "databases: {chinook: {tables: {Customer: {label_column: City}, Album: {label_column: nowhere}}}}"),
      nibs: NibSources())
    #expect(try await client.get("/chinook/Invoice?_size=1").text.contains(">Stuttgart</a> <small>2</small>"))
    #expect(try await client.get("/chinook/Track?_size=1").text.contains(">For Those About To Rock We Salute You</a>"))
  }

  @Test func dataTellWhatItsOwnerSays() async throws {
    let client = try client()
    let answer = try await client.get("/chinook/Track.json?_size=1&_extra=metadata").object()
    let metadata = try #require(answer["metadata"] as? [String: Any])
    #expect(metadata["title"] as? String == "Songs & tracks" && metadata["size"] as? Int == 7)
    #expect(metadata["sort_desc"] as? String == "Milliseconds" && metadata["facets"] as? [String] == ["GenreId"])
    #expect((metadata["units"] as? [String: String])?["UnitPrice"] == "$")
    let site = try await client.get("/-/metadata.json").object()
    #expect(site["description"] as? String == "The **best** <script>alert(1)</script>")
  }

  @Test func aSiteWithoutAFileServesItsTablesAsTheyAre() async throws {
    let plain = try SiteUnderTest.client()
    let said = try SiteUnderTest.client { $0.file = try SiteFile(yaml: "databases: {chinook: {tables: {Genre: }}}") }
    for target in ["/chinook/Genre.json?_extra=columns", "/chinook/Genre.csv", "/chinook/Genre/1.json"] {
      #expect(try await plain.get(target).text == said.get(target).text)
    }
  }
}
