import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

@Suite struct FilterTests {
  private func count(_ query: String) async throws -> Int? {
    let client = try SiteUnderTest.client()
    let page = try await client.settled("/chinook/Track.json?\(query)&_extra=count&_size=1")
    return try page.object()["count"] as? Int
  }

  // What plain SQL says of the same conditions.
  @Test(arguments: [
    ("GenreId=1", 1_297), ("GenreId__not=1", 2_206), ("Name__contains=love", 114), ("Name__notcontains=love", 3_389),
    ("Name__startswith=A", 199), ("Milliseconds__gt=2000000", 160), ("Milliseconds__lte=100000", 58),
    ("GenreId__in=1,2", 1_427), ("GenreId__notin=[1,2]", 2_076), ("Composer__isnull=1", 977),
    ("Composer__notblank=1", 2_526), ("Name__like=%25love", 54), ("Name__glob=*Love", 53),
    ("_any1.GenreId=1&_any1.GenreId=2", 1_427), ("_any1.GenreId=1&_any1.GenreId=2&Name__contains=love", 66),
    ("_search=love+you", 19), ("_search_Composer=jagger", 40),
  ])
  func conditionsFindTheirRows(query: String, expected: Int) async throws {
    #expect(try await count(query) == expected)
  }

  @Test func chipsSayTheConditionAndTakeItAway() async throws {
    let page = try await SiteUnderTest.client().get(
      "/chinook/Track?Milliseconds__gt=2000000&_any1.GenreId=1&_any1.Name__contains=x"
    ).text
    #expect(page.contains("<bdi>Milliseconds</bdi> <span>&gt;</span> <b><bdi>2000000</bdi></b>"))
    #expect(page.contains("href=\"/chinook/Track?_any1.GenreId=1&amp;_any1.Name__contains=x\""))
    #expect(page.contains("<b><bdi>GenreId is 1, Name contains x</bdi></b>"))
    #expect(page.contains("href=\"/chinook/Track?Milliseconds__gt=2000000\""))
  }

  @Test func whatIsSearchedForStaysInItsField() async throws {
    let page = try await SiteUnderTest.client().get("/chinook/Track?_search=%3Clove%3E&GenreId=1").text
    #expect(page.contains("name=\"_search\" value=\"&lt;love&gt;\""))
    #expect(page.contains("<input type=\"hidden\" name=\"GenreId\" value=\"1\">"))
  }
}
