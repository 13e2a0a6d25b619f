import Foundation
import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

@Suite struct FacetTests {
  private func facets(_ target: String) async throws -> [String: [String: Any]] {
    let object = try await SiteUnderTest.client().get(target, headers: ["Host": "data.example.org"]).object()
    let found = try #require(object["facet_results"] as? [String: Any])
    #expect((found["timed_out"] as? [String]) == [])
    return try #require(found["results"] as? [String: [String: Any]])
  }

  @Test func aFacetBringsItsResultsAsDatasetteDoes() async throws {
    let facets = try await facets("/chinook/Track.json?_facet=GenreId&_facet_size=2&_size=1")
    let genre = try #require(facets["GenreId"])
    #expect(genre["name"] as? String == "GenreId")
    #expect(genre["type"] as? String == "column")
    #expect(genre["truncated"] as? Bool == true)
    #expect(genre["toggle_url"] as? String == "/chinook/Track.json?_facet_size=2&_size=1")
    let values = try #require(genre["results"] as? [[String: Any]])
    #expect(values.map { $0["value"] as? Int } == [1, 7])
    #expect(values.map { $0["label"] as? String } == ["Rock", "Latin"])
    #expect(values.map { $0["count"] as? Int } == [1_297, 579])
    #expect(values.map { $0["selected"] as? Bool } == [false, false])
    #expect(
      values.first?["toggle_url"] as? String
        == "http://data.example.org/chinook/Track.json?GenreId=1&_facet=GenreId&_facet_size=2&_size=1")
  }

  @Test func whatIsPickedIsSelectedAndToggledOff() async throws {
    let facets = try await facets("/chinook/Track.json?GenreId=1&_facet=GenreId")
    let values = try #require(facets["GenreId"]?["results"] as? [[String: Any]])
    #expect(values.count == 1)
    #expect(values.first?["selected"] as? Bool == true)
    #expect(values.first?["toggle_url"] as? String == "http://data.example.org/chinook/Track.json?_facet=GenreId")
  }

  @Test func severalValuesOfAFacetArePickedOneAfterTheOther() async throws {
    let client = try SiteUnderTest.client()
    func links(_ query: String) async throws -> [String: (address: String, isSelected: Bool)] {
      let page = try await client.get("/chinook/Track/-/facets?\(query)_facet=GenreId").text
      let found = page.matches(of: /<li><a href="([^"]*)"( aria-current="true")?><svg.*?<bdi>([^<]*)<\/bdi>/)
      return found.reduce(into: [:]) {
        $0[String($1.output.3)] = (String($1.output.1).replacing("&amp;", with: "&"), $1.output.2 != nil)
      }
    }
    let one = try await links("GenreId=1&")
    #expect(one["Rock"]?.isSelected == true && one["Rock"]?.address == "/chinook/Track?_facet=GenreId")
    #expect(one["Latin"]?.address == "/chinook/Track?GenreId__in=1%2C7&_facet=GenreId")
    let two = try await links("GenreId__in=1,7&")
    #expect(two["Rock"]?.isSelected == true && two["Latin"]?.isSelected == true && two["Metal"]?.isSelected == false)
    #expect(two["Latin"]?.address == "/chinook/Track?GenreId=1&_facet=GenreId")
    #expect(two["Metal"]?.address == "/chinook/Track?GenreId__in=1%2C7%2C3&_facet=GenreId")
  }

  @Test func severalFacetsOfOneColumnHaveNamesOfTheirOwn() async throws {
    let facets = try await facets(
      "/chinook/Invoice.json?_facet=InvoiceDate&_facet_date=InvoiceDate&_facet_array=InvoiceDate")
    #expect(Set(facets.keys) == ["InvoiceDate", "InvoiceDate_2", "InvoiceDate_3"])
    #expect(facets["InvoiceDate_2"]?["type"] as? String == "date")
    let days = try #require(facets["InvoiceDate_2"]?["results"] as? [[String: Any]])
    #expect(days.first?["value"] as? String == "2021-02-01")
    let address = try #require(days.first?["toggle_url"] as? String)
    #expect(address.contains("InvoiceDate__date=2021-02-01"))
  }

  @Test func extrasSortSuggestAndTellWhatTimedOut() async throws {
    let object = try await SiteUnderTest.client().get(
      "/chinook/Track.json?_facet=MediaTypeId&_facet=GenreId&_extra=sorted_facet_results,facets_timed_out&_extra=suggested_facets"
    ).object()
    let sorted = try #require(object["sorted_facet_results"] as? [[String: Any]])
    #expect(sorted.map { $0["name"] as? String } == ["GenreId", "MediaTypeId"])
    #expect((object["facets_timed_out"] as? [String]) == [])
    let suggested = try #require(object["suggested_facets"] as? [[String: Any]])
    #expect(!suggested.contains { ["MediaTypeId", "GenreId", "Name"].contains($0["name"] as? String) })
    let dates = try await SiteUnderTest.client().get("/chinook/Invoice.json?_extra=suggested_facets").object()
    let types = try #require(dates["suggested_facets"] as? [[String: Any]])
    #expect(types.contains { $0["name"] as? String == "InvoiceDate" && $0["type"] as? String == "date" })
  }

  @Test func facetsAndSuggestionsCanBeLeftOut() async throws {
    let client = try SiteUnderTest.client()
    let object = try await client.get(
      "/chinook/Track.json?_facet=GenreId&_nofacet=1&_nosuggest=1&_extra=suggested_facets"
    ).object()
    #expect(object["facet_results"] == nil)
    #expect((object["suggested_facets"] as? [Any])?.isEmpty == true)
    let page = try await client.get("/chinook/Track?_facet=GenreId&_nofacet=1").text
    #expect(!page.contains("<aside"))
  }

  @Test func thePageOfFacetsAloneOffersEveryColumn() async throws {
    let page = try await SiteUnderTest.client().get("/chinook/Genre/-/facets").text
    #expect(page.contains("<option>GenreId\n<option>Name\n</select>"))
  }

  @Test func facetsAloneAreJSONToo() async throws {
    let object = try await SiteUnderTest.client().get("/chinook/Track/-/facets.json?_facet=GenreId").object()
    #expect(object["ok"] as? Bool == true)
    #expect(object["rows"] == nil)
    #expect(object["facet_results"] != nil)
    #expect(object["suggested_facets"] != nil)
  }

  @Test func aPageShowsEachValueAsALinkThatPicksIt() async throws {
    let client = try SiteUnderTest.client()
    // What a busy machine has no time for beside the rows is asked for at its own address, and then known.
    #expect(try await client.get("/chinook/Track/-/facets?_facet=GenreId&GenreId=7").status == .ok)
    let page = try await client.settled("/chinook/Track?_facet=GenreId&GenreId=7").text
    #expect(page.contains("<h2 id=\"facet-column-4-title\"><bdi>Genre</bdi></h2>"))
    #expect(page.contains("<a href=\"/chinook/Track?GenreId__in=7%2C1&amp;_facet=GenreId\"><svg"))
    #expect(page.contains("<a href=\"/chinook/Track?_facet=GenreId\" aria-current=\"true\"><svg"))
    #expect(page.contains("<span><bdi>Rock</bdi></span><span>1,297</span>"))
    #expect(
      page.contains(
        "<a class=\"more\" href=\"/chinook/Track?GenreId=7&amp;_facet=GenreId&amp;_facet_size=1000\">15 more</a>"))
  }

  @Test(arguments: ["_facet", "_facet_array", "_facet_date"])
  func soManyOfAKindAreCountedAndNoMore(argument: String) async throws {
    let client = try SiteUnderTest.client()
    let most = Array(repeating: "\(argument)=Name", count: 20).joined(separator: "&")
    #expect(try await client.get("/chinook/Genre.json?\(most)").status == .ok)
    let refused = try await client.get("/chinook/Genre.json?\(most)&\(argument)=GenreId")
    #expect(refused.status == .badRequest)
    #expect(try refused.object()["errors"] as? [String] == ["At most 20 facets of a kind are allowed"])
  }

  @Test func facetsKeepTheirPlaceFromPageToPage() async throws {
    let page = try await SiteUnderTest.client().get("/chinook/Track?_facet=GenreId&_size=25").text
    let next = try #require(page.firstMatch(of: /rel="next" href="([^"]*)"/)?.1)
    #expect(next.contains("_facet=GenreId&amp;_size=25&amp;_next="))
  }

  @Test(arguments: [
    ("_facet=nothing", "Unknown column: nothing"), ("_facet_array=nothing", "Unknown column: nothing"),
    ("_facet_size=0", "_facet_size must be a positive number or max"),
    ("_facet_size=1001", "_facet_size must be at most 1000"), ("_nofacet=maybe", "_nofacet must be on or off"),
  ])
  func whatMakesNoSenseIsRefused(query: String, message: String) async throws {
    for path in ["/chinook/Track.json", "/chinook/Track/-/facets.json"] {
      let answer = try await SiteUnderTest.client().get("\(path)?\(query)")
      #expect(answer.status == .badRequest)
      #expect(try answer.object()["errors"] as? [String] == [message])
    }
  }

  @Test func facetsOfWhatIsNotThereAreNotFound() async throws {
    #expect(try await SiteUnderTest.client().get("/chinook/Nothing/-/facets").status == .notFound)
    #expect(try await SiteUnderTest.client().get("/chinook/Track/-/facets.csv").status == .notFound)
  }
}
