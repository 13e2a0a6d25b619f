import Foundation
import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

@Suite struct FiltersPageTests {
  private func sent(_ items: [(String, String)], _ client: TestClient) async throws -> String? {
    var query = URLComponents()
    query.queryItems = items.map(URLQueryItem.init)
    let answer = try await client.get("/chinook/Track?" + (query.percentEncodedQuery ?? ""))
    #expect(answer.status == .found)
    return answer["Location"]
  }

  /// The form of all conditions, without the other ones.
  private func conditions(_ page: String) -> Substring {
    page.firstMatch(of: /<div id="conditions">.*?<\/form>/.dotMatchesNewlines())?.0 ?? ""
  }

  @Test func thePageHasEveryConditionWithRoomForMore() async throws {
    let client = try SiteUnderTest.client()
    let rows = try await client.get("/chinook/Track?Name__contains=love&GenreId=1&_sort=Name").text
    let link = "/chinook/Track/-/filters?Name__contains=love&amp;GenreId=1&amp;_sort=Name"
    #expect(rows.contains("<div id=\"filter-form\" data-late-in-menu><a href=\"\(link)#conditions\">"))
    let page = try await client.get(link.replacing("&amp;", with: "&")).text
    #expect(page.contains("<option value=\"Name\" selected>") && page.contains("<option value=\"contains\" selected>"))
    #expect(page.contains("name=\"_filter_value_1\" value=\"love\""))
    #expect(page.contains("name=\"_filter_value_2\" value=\"1\""))
    #expect(page.contains("name=\"_filter_value_5\" value=\"\"") && !page.contains("_filter_value_6"))
    // What is no condition stays as it is.
    #expect(page.contains("<input type=\"hidden\" name=\"_sort\" value=\"Name\">"))
    #expect(!conditions(page).contains("type=\"hidden\" name=\"GenreId\""))
  }

  @Test func alternativesAreChangedTogetherToo() async throws {
    let client = try SiteUnderTest.client()
    let page = try await client.get("/chinook/Track/-/filters?_any1.GenreId=1&_any1.Name=x").text
    #expect(page.contains("value=\"any\" checked") && page.contains("name=\"_filter_value_2\" value=\"x\""))
    #expect(!conditions(page).contains("name=\"_any1"))
    let beside = try await client.get("/chinook/Track/-/filters?_any1.GenreId=1&_any1.Name=x&AlbumId=3").text
    #expect(beside.contains("value=\"all\" checked") && beside.contains("name=\"_any1.GenreId\" value=\"1\""))
  }

  @Test func rowsThatAColumnRefersToAreMeantByTheirNames() async throws {
    let client = try SiteUnderTest.client()
    #expect(
      try await sent([("_filter_column", "GenreId"), ("_filter_op", "exact"), ("_filter_value", "Rock")], client)
        == "/chinook/Track?GenreId=1")
    #expect(
      try await sent([("_filter_column", "GenreId"), ("_filter_op", "not"), ("_filter_value", "Latin")], client)
        == "/chinook/Track?GenreId__not=7")
    #expect(
      try await sent([("_filter_column", "GenreId"), ("_filter_op", "in"), ("_filter_value", "Rock,Latin")], client)
        == "/chinook/Track?GenreId__in=1%2C7")
    // A part of a name means all rows whose names have it; a number is a key; what means nothing is compared as it was written.
    #expect(
      try await sent([("_filter_column", "MediaTypeId"), ("_filter_op", "exact"), ("_filter_value", "AAC")], client)?
        .hasPrefix("/chinook/Track?MediaTypeId__in=") == true)
    for value in ["99", "nothing"] {
      #expect(
        try await sent([("_filter_column", "GenreId"), ("_filter_op", "exact"), ("_filter_value", value)], client)
          == "/chinook/Track?GenreId=\(value)")
    }
    #expect(
      try await sent(
        [
          ("_filter_match", "any"), ("_filter_column_1", "GenreId"), ("_filter_value_1", "Rock"),
          ("_filter_column_2", "Name"), ("_filter_value_2", "Rock"),
        ], client) == "/chinook/Track?_any1.GenreId=1&_any1.Name=Rock")
  }

  @Test func severalFiltersAreClearedAtOnce() async throws {
    let client = try SiteUnderTest.client()
    let one = try await client.get("/chinook/Track?GenreId=1&_sort=Name").text
    #expect(!one.contains("Clear all"))
    let two = try await client.get("/chinook/Track?GenreId=1&_search=love&_sort=Name").text
    #expect(two.contains("href=\"/chinook/Track?_sort=Name\">Clear all</a>"))
  }

  @Test func theMenusTakeTheirFormsFromThePage() async throws {
    let client = try SiteUnderTest.client()
    let rows = try await client.get("/chinook/Track?GenreId=1&_sort_desc=Name&_size=5").text
    #expect(!rows.contains("<select") && !rows.contains("text/csv"))
    let next = try #require(rows.firstMatch(of: /rel="next" href="([^"]*)"/)?.1)
    let second = try await client.get(String(next).replacing("&amp;", with: "&")).text
    // One page for all of them, which knows the place of the rows.
    let links = second.matches(of: /<div id="([a-z-]+)" data-late-in-menu><a href="([^"#]*\/filters[^"#]*)#([a-z-]+)">/)
      .map { (part: String($0.1), page: String($0.2), anchor: String($0.3)) }
    #expect(links.map(\.part) == ["exports", "filter-form", "sort-form", "facet-form"])
    let pages = Set(links.map(\.page))
    let page = try #require(pages.first)
    #expect(pages.count == 1 && page.contains("_next="))
    let forms = try await client.get(page.replacing("&amp;", with: "&")).text
    for link in links {
      #expect(
        forms.contains("<div id=\"\(link.part)\"") && forms.contains("<div id=\"\(link.anchor)\""), "\(link.part)")
    }
    let place = try #require(page.firstMatch(of: /_next=[^&]+/)).0
    #expect(forms.contains("href=\"/chinook/Track.csv?GenreId=1&amp;_sort_desc=Name&amp;_size=5&amp;\(place)\""))
    // What forms send begins at the first page.
    #expect(
      !forms.contains("name=\"_next\"")
        && forms.contains("href=\"/chinook/Track?GenreId=1&amp;_sort_desc=Name&amp;_size=5\">Rows<"))
    #expect(forms.contains("<option selected>Name\n"))
    #expect(forms.contains("name=\"_sort_by_desc\" value=\"1\" checked"))
    #expect(
      forms.contains("<div id=\"facet-suggestions\" data-late-in-menu><a href=\"/chinook/Track/-/facets?GenreId=1"))
  }

  @Test func wrongArgumentsAndOtherTablesAreRefused() async throws {
    let client = try SiteUnderTest.client()
    #expect(try await client.get("/chinook/Track/-/filters?Nme=1").status == .badRequest)
    #expect(try await client.get("/chinook/Nothing/-/filters").status == .notFound)
  }
}
