import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableServer
import Testing

@Suite struct StoredQueryTests {
  private static let file = """
    databases:
      chinook:
        queries:
          albums:
            title: Albums of an artist
            description: Titles <in> the order of the alphabet
            params: [artist]
            sql: |-
              select Album.Title, :least as Least from Album
              join Artist using (ArtistId) where Artist.Name = :artist order by 1
          genres: select GenreId, Name from Genre where GenreId < 3
          secretive: {sql: select 'visible' as word, hide_sql: true}
          Artist: select 1 as never
          odd/name.x: select 2 as two
          broken: {sql: select nope from Genre, hide_sql: true}
          writing: delete from Genre
          asked: select :sql as answer
    """

  private func client(_ change: (inout Site) throws -> Void = { _ in }) throws -> TestClient {
    try SiteUnderTest.client {
      $0.file = try SiteFile(yaml: Self.file)
      try change(&$0)
    }
  }

  @Test func aPageHasTitleDescriptionStatementAndFields() async throws {
    let page = try await client().get("/chinook/albums?artist=Accept&least=%221%22")
    #expect(page.status == .ok)
    #expect(page.text.contains("<h1><bdi>Albums of an artist</bdi></h1>"))
    #expect(page.text.contains("<p class=\"summary\">Titles &lt;in&gt; the order of the alphabet</p>"))
    #expect(page.text.contains("join Artist using (ArtistId) where Artist.Name = :artist"))
    #expect(!page.text.contains("<textarea"))
    #expect(page.text.contains("Balls to the Wall") && page.text.contains("<b>2</b> rows, 2 columns"))
    let artist = try #require(page.text.range(of: "<label>:artist<input name=\"artist\" value=\"Accept\"></label>"))
    let least = try #require(page.text.range(of: "<label>:least<input name=\"least\" value=\"&quot;1&quot;\"></label>"))
    #expect(artist.lowerBound < least.lowerBound, "the order of params comes first")
    #expect(page.text.contains("href=\"/chinook/albums?least=%221%22&amp;artist=Accept&amp;_sort=Title\""))
    #expect(page.text.contains("href=\"/chinook/-/query?sql=select+Album.Title"))
  }

  @Test func rowsComeInEveryFormat() async throws {
    let client = try client()
    let rows = try await client.get("/chinook/albums.json?artist=Accept").rows()
    #expect(rows.compactMap { $0["Title"] as? String } == ["Balls to the Wall", "Restless and Wild"])
    #expect(try await client.get("/chinook/genres.csv").text == "GenreId,Name\r\n1,Rock\r\n2,Jazz\r\n")
    #expect(try await client.get("/chinook/genres.csv?_dl=on")["Content-Disposition"]?.contains("genres.csv") == true)
    #expect(try await client.get("/chinook/genres.ndjson").text.hasPrefix("{\"GenreId\":1,\"Name\":\"Rock\"}\n"))
    #expect(try await client.get("/chinook/genres.txt").text.hasPrefix("GenreId  Name"))
    let last = try await client.get("/chinook/genres.json?_shape=arrayfirst&_sort_desc=GenreId").text
    #expect(last.hasPrefix("[2,1]"))
    #expect(try await client.get("/chinook/odd~2Fname~2Ex.json").rows().first?["two"] as? Int == 2)
    let asked = try await client.get("/chinook/genres", headers: ["Accept": "application/json"])
    #expect(try asked.rows().count == 2)
  }

  @Test func theStatementIsThatOfTheFileWhateverTheAddressSays() async throws {
    let client = try client()
    #expect(try await client.get("/chinook/genres.json?sql=select+7+as+x&_shape=arrayfirst").text.hasPrefix("[1,2]"))
    #expect(try await client.get("/chinook/asked.json?sql=yes").rows().first?["answer"] as? String == "yes")
    let page = try await client.get("/chinook/asked?sql=yes").text
    #expect(page.contains("<label>:sql<input name=\"sql\" value=\"yes\"></label>"))
  }

  @Test func aHiddenStatementIsNotOnThePage() async throws {
    let client = try client()
    let page = try await client.get("/chinook/secretive").text
    #expect(page.contains("<h1><bdi>secretive</bdi></h1>") && page.contains("visible"))
    #expect(
      !page.contains("select &#39;visible") && !page.contains("class=\"statement\"") && !page.contains("/-/query?"))
    let broken = try await client.get("/chinook/broken")
    #expect(broken.status == .badRequest && broken.text.contains("No such column: nope."))
    #expect(!broken.text.contains("from Genre"))
  }

  @Test func aTableOfTheSameNameStandsBeforeIt() async throws {
    let client = try client()
    #expect(try await client.get("/chinook/Artist.json?_size=1").rows().first?["Name"] as? String == "AC/DC")
    #expect(try await client.get("/chinook/Artist").text.contains("<h1><bdi>Artist</bdi></h1>"))
  }

  @Test func aMistypedNameLeadsToIt() async throws {
    let page = try await client().get("/chinook/genre_s")
    #expect(page.status == .notFound && page.text.contains("href=\"/chinook/genres\""))
  }

  @Test func itIsThereWhereVisitorsWriteNone() async throws {
    let client = try client { $0.options.allowsQueries = false }
    #expect(try await client.get("/chinook/genres.json").rows().count == 2)
    let page = try await client.get("/chinook/genres")
    #expect(page.status == .ok && !page.text.contains("/-/query"))
    #expect(try await client.get("/chinook/-/query.json?sql=select+1").status == .forbidden)
  }

  @Test func itOnlyReadsWithinTheLimits() async throws {
    let client = try client()
    let written = try await client.get("/chinook/writing.json")
    #expect(written.status == .badRequest)
    #expect(try written.object()["error"] as? String == "Only SELECT statements are allowed")
    let limited = try await client.get("/chinook/genres.json?_size=1").object()
    #expect(limited["truncated"] as? Bool == true)
    #expect(try await client.get("/chinook/genres.json?_shape=odd").status == .badRequest)
  }

  @Test func theDatabaseListsThemWithTitles() async throws {
    let client = try client { $0.options.allowsQueries = false }
    let page = try await client.get("/chinook").text
    #expect(page.contains("<a href=\"/chinook/albums\"><bdi>Albums of an artist</bdi></a>"))
    #expect(page.contains("Titles &lt;in&gt; the order of the alphabet"))
    #expect(page.contains("<a href=\"/chinook/odd~2Fname~2Ex\"><bdi>odd/name.x</bdi></a>"))
    let queries = try #require(try await client.get("/chinook.json").object()["queries"] as? [[String: Any]])
    let names = queries.compactMap { $0["name"] as? String }
    #expect(names == ["albums", "genres", "secretive", "odd/name.x", "broken", "writing", "asked"])
    let albums = try #require(queries.first)
    #expect(albums["title"] as? String == "Albums of an artist" && albums["params"] as? [String] == ["artist"])
    #expect(albums["path"] as? String == "/chinook/albums" && albums["hide_sql"] as? Bool == false)
    let bare = try await SiteUnderTest.client().get("/chinook").text
    #expect(!bare.contains(">Queries<"))
    let none = try await SiteUnderTest.client().get("/chinook.json").object()["queries"] as? [Any]
    #expect(none?.isEmpty == true)
  }

  @Test func theInterfaceDescribesThem() async throws {
    let client = try client()
    let document = try await client.get("/-/openapi.json").object()
    let paths = try #require(document["paths"] as? [String: Any])
    let albums = try #require((paths["/chinook/albums.json"] as? [String: Any])?["get"] as? [String: Any])
    let names = (albums["parameters"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
    #expect(names?.first == "artist" && names?.contains("sql") == false)
    let check = SchemaCheck(document: document)
    let database = try await client.get("/chinook.json").object()
    #expect(check.failures(database, ["$ref": "#/components/schemas/Database"]) == [])
    let rows = try await client.get("/chinook/genres.json?_extra=query,database").object()
    #expect(check.failures(rows, ["$ref": "#/components/schemas/QueryAnswer"]) == [])
    #expect((rows["query"] as? [String: Any])?["sql"] as? String == "select GenreId, Name from Genre where GenreId < 3")
  }

  @Test func whatTheOwnerSaysIsShown() async throws {
    let client = try SiteUnderTest.client {
      $0.file = try SiteFile(
        yaml: """
          title: All my <data>
          description: What I have gathered
          license: {name: CC0}
          databases:
            chinook: {title: Records, description: Of a record shop, source: the shop}
          """)
    }
    let home = try await client.get("/").text
    #expect(home.contains("<div class=\"rich-text\"><p>What I have gathered</p>"))
    #expect(home.contains("All my &lt;data&gt;"))
    #expect(home.contains("<span class=\"brand-name\"><bdi>All my &lt;data&gt;</bdi></span>"))
    #expect(home.contains("<bdi>Records</bdi>") && home.contains("<p class=\"muted\">Of a record shop</p>"))
    let page = try await client.get("/chinook").text
    #expect(
      page.contains("<h1><bdi>Records</bdi></h1>") && page.contains("<div class=\"rich-text\"><p>Of a record shop</p>"))
    #expect(
      try await client.get("/-/metadata.json").text == """
        {"title":"All my <data>","description":"What I have gathered","license":{"name":"CC0"},\
        "databases":{"chinook":{"title":"Records","description":"Of a record shop","source":"the shop"}}}
        """)
  }
}
