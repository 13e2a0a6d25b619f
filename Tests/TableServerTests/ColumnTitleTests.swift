import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableServer
import Testing

/// The owner's words for columns, in the menus and sentences of a table's page.
@Suite struct ColumnTitleTests {
  private func page(_ arguments: String = "", of part: String = "") async throws -> String {
    let client = try SiteUnderTest.client {
      $0.file = try SiteFile(
        yaml: "databases: {chinook: {tables: {Track: {columns: {Milliseconds: {title: Length}}, facets: [GenreId]}}}}")
    }
    return try await client.get("/chinook/Track" + part + arguments).text
  }

  @Test func menusShowTitlesAndSendNames() async throws {
    let page = try await page(of: "/-/filters")
    // The forms for filters, for facets, and the three levels of the sort.
    #expect(page.ranges(of: #/<option value="Milliseconds"[^>]*>Length\n/#).count == 5)
    let columns = try await self.page(of: "/-/columns")
    #expect(columns.contains(#/name="_col" value="Milliseconds" checked> Length</#))
    #expect(page.contains(#/<option>Bytes\n/#))
    for text in [page, try await self.page()] {
      #expect(!text.contains(">Milliseconds<") && !text.contains(" Milliseconds</"))
    }
  }

  @Test func conditionsAndTheOrderAreToldByTitles() async throws {
    let page = try await page(
      "?Milliseconds__gt=5&_search_Name=a&_any1.Milliseconds=3&_any1.Bytes=4&_sort=Milliseconds")
    #expect(page.contains("Length is 3, Bytes is 4"))
    #expect(try await self.page("?_sort=Milliseconds").contains("sorted by Length"))
    #expect(page.contains("Milliseconds__gt=5"))
    #expect(page.contains("Remove filter: Length &gt; 5"))
  }
}
