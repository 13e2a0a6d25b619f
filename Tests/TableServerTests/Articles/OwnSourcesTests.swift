import Foundation
import MicroHTTP
import MicroHTTPTesting
import TablePages
import Testing

// What follows up to the tests stands in the article as it is here, without `private`.

private struct Peak: CellViewModel { let id: RowKey, name: String, height: Int }

/// Mountains, as a service might answer them: by height, a page at a time.
private struct Peaks: TableSource {
  let peaks: [Peak]

  var capabilities: TableCapabilities {
    var capabilities = TableCapabilities(columns: [
      .init("name", \Peak.name),
      .init("height", \.height, unit: "m", abilities: .init(filters: [.gte, .lt], isSortable: true)),
    ])
    capabilities.lookup = { key in peaks.first { $0.id == key }.map { FoundRow($0) } }
    return capabilities
  }

  func page(_ query: TableQuery) async throws -> TablePage {
    var found = peaks
    for filter in query.selection.filters {  // of the height, by gte or lt: nothing else comes here
      let height = Int(filter.values[0]) ?? 0
      found = found.filter { (filter.condition == .gte) == ($0.height >= height) }
    }
    if let term = query.sort.first {
      found.sort { ($0.height < $1.height) != term.isDescending }
    }
    var start = 0
    if case .after(let token) = query.position { start = Int(token.text).map { max($0, 0) } ?? 0 }
    let rows = Array(found.dropFirst(start).prefix(query.pageSize))
    let isLast = found.dropFirst(start).count <= query.pageSize
    return TablePage(
      title: "Peaks", sections: [UniformSection(rows)], next: isLast ? nil : PageToken("\(start + rows.count)"))
  }
}

private func mountPeaks(_ all: [Peak], on site: inout Site) { site.mount(Peaks(peaks: all), at: "/peaks") }

/// The examples of the article about sources of one's own.
@Suite struct OwnSourcesTests {
  private func client() throws -> TestClient {
    let all = [
      Peak(id: 1, name: "Galdhøpiggen", height: 2469), Peak(id: 2, name: "Kebnekaise", height: 2097),
      Peak(id: 3, name: "Halti", height: 1324),
    ]
    var site = Site()
    mountPeaks(all, on: &site)
    return .inProcess(try TableServer(unchecked: site))
  }

  @Test func theExamplesOfTheArticleAreThese() throws {
    let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).replacing("private ", with: "")
    let blocks = try SiteUnderTest.blocks("swift", of: "Sources/TablePages/TablePages.docc/OwnSources.md")
    #expect(blocks.count == 3)
    for block in blocks { #expect(own.contains(block), "\(block)") }
  }

  @Test func itAnswersWhatItDeclares() async throws {
    let client = try client()
    let csv = try await client.get("/peaks.csv?height__gte=2000&_sort=height&_stream=on&_size=1").text
    #expect(csv == "id,name,height\r\n2,Kebnekaise,2097\r\n1,Galdhøpiggen,2469\r\n")
    #expect(try await client.get("/peaks/3").text.contains("Halti"))
    #expect(try await client.get("/-/search.json?q=Halti").object()["tables"] as? [String] == [])
  }

  @Test(arguments: [
    ("_sort=name", "This table can't be sorted by name: it sorts by height"),
    ("name=Halti", "This table can't be filtered by name: it filters by height"),
    ("height=1324", "This table can't filter height by exact: it takes gte, lt"),
    ("_search=Halti", "This table can't be searched: it has no search"),
    ("_facet=height", "This table can't count the values of height: it has no facets"),
    ("_any1.height__gte=1", "This table doesn't support _any"),
  ])
  func theRestIsRefused(_ query: String, _ sentence: String) async throws {
    let answer = try await client().get("/peaks.json?" + query)
    #expect(answer.status == .badRequest)
    #expect(try answer.object()["error"] as? String == sentence)
  }

  @Test func pagesAndDescriptionsOfferThatAlone() async throws {
    let client = try client()
    let page = try await client.get("/peaks").text
    #expect(page.contains("_sort=height") && !page.contains("_sort=name"))
    #expect(!page.contains("name=\"_search\"") && !page.contains(">Facets"))
    let forms = try await client.get("/peaks/-/filters").text
    #expect(!forms.contains("name=\"_facet\""))
    #expect(forms.contains("value=\"gte\"") && !forms.contains("value=\"contains\""))
    let paths = try #require(try await client.get("/-/openapi.json").object()["paths"] as? [String: Any])
    let get = try #require((paths["/peaks.json"] as? [String: Any])?["get"] as? [String: Any])
    let parameters = try #require(get["parameters"] as? [[String: Any]])
    let names = parameters.compactMap { $0["name"] as? String }
    #expect(names.contains("_sort") && !names.contains("_search") && !names.contains("_facet"))
    let sort = parameters.first { $0["name"] as? String == "_sort" }?["schema"] as? [String: Any]
    #expect(sort?["enum"] as? [String] == ["", "height"])
  }
}
