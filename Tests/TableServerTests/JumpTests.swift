import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableServer
import Testing

/// The pages that scripts show over others.
@Suite struct JumpTests {
  @Test func tablesAreFoundByTheirNamesAndRowsByTheirWords() async throws {
    // Other tests share the machine.
    let client = try SiteUnderTest.client { $0.options.searchTimeLimitSeconds = 600 }
    let tables = try await client.get("/-/jump?q=tra").text
    #expect(tables.contains("href=\"/chinook/Track\"") && tables.contains("table of chinook"))
    let rows = try await client.get("/-/jump?q=overdose").text
    #expect(rows.contains("href=\"/chinook/Track/20\""))
    #expect(try await client.get("/-/jump?q=nothing+is+called+so").text.contains("Nothing found."))
    #expect(try await client.get("/-/jump").text.contains("href=\"/chinook/Album\""))
    #expect(try await client.get("/-/jump?q=%3Cb%3E").text.contains("value=\"&lt;b&gt;\""))
  }

  @Test func thePageOfKeysIsThere() async throws {
    #expect(try await SiteUnderTest.client().get("/-/keys").text.contains("<kbd>Ctrl</kbd> <kbd>K</kbd>"))
  }
}
