import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SitePages
import SiteTables
import Testing

@testable import TableServer

/// Who may run the owner's queries, and write statements.
@Suite struct QueryRightsTests {
  private static let file = """
    databases:
      chinook:
        allow_sql: {id: ada}
        queries:
          open: select 1 as one
          secret: {sql: select 2 as two, allow: {id: bob}}
          closed: {sql: select 3 as three, allow: false}
    """

  private func site(_ file: String = Self.file) throws -> AccessSite {
    try AccessSite { $0.file = try SiteFile(yaml: file) }
  }

  @Test func aQueryIsForThoseWhoMayRunIt() async throws {
    let site = try site()
    #expect(try await site.client.get("/chinook/open.json").status == .ok)
    #expect(try await site.client.get("/chinook/secret.json").status == .unauthorized)
    #expect(try await site.client.get("/chinook/secret.csv").status == .unauthorized)
    let bob = ["Cookie": try await site.cookie(of: "bob")]
    #expect(try await site.client.get("/chinook/secret.json", headers: bob).rows().first?["two"] as? Int == 2)
    #expect(try await site.client.get("/chinook/closed", headers: bob).status == .forbidden)
    // Whom a role lets administer the whole may run them all.
    let ada = ["Cookie": try await site.cookie(of: "ada")]
    #expect(try await site.client.get("/chinook/closed.json", headers: ada).status == .ok)
  }

  @Test func queriesThatMayNotBeRunShowNowhere() async throws {
    let site = try site()
    for path in ["/chinook", "/chinook.json", "/", "/.json", "/-/metadata.json", "/-/openapi.json", "/chinook/secre"] {
      let text = try await site.client.get(path).text
      #expect(!text.contains("secret") && !text.contains("closed"), "\(path)")
    }
    let bob = ["Cookie": try await site.cookie(of: "bob")]
    let page = try await site.client.get("/chinook", headers: bob).text
    #expect(page.contains("/chinook/secret") && !page.contains("/chinook/closed"))
  }

  @Test func statementsAreWrittenByThoseWhoMay() async throws {
    let site = try site()
    let paths = ["/chinook/-/query.json?sql=select+1", "/chinook/Genre.json?_where=1", "/chinook/Genre?_where=1"]
    let bob = ["Cookie": try await site.cookie(of: "bob")]
    let ada = ["Cookie": try await site.cookie(of: "ada")]
    for path in paths {
      #expect(try await site.client.get(path).status == .forbidden, "\(path)")
      #expect(try await site.client.get(path, headers: bob).status == .forbidden, "\(path)")
      #expect(try await site.client.get(path, headers: ada).status == .ok, "\(path)")
    }
    #expect(try await !site.client.get("/chinook", headers: bob).text.contains("/-/query"))
    #expect(try await site.client.get("/chinook", headers: ada).text.contains("/-/query"))
    #expect(try await site.client.get("/chinook/Genre.json", headers: bob).status == .ok)
  }

  @Test func whatTheSiteSaysHoldsWhereADatabaseSaysNothing() async throws {
    let site = try site("allow_sql: false")
    #expect(try await site.client.get("/chinook/-/query.json?sql=select+1").status == .forbidden)
    #expect(try await site.client.get("/chinook/Genre.json").status == .ok)
    // Another file opens it again.
    try site.server.reload(try SiteFile(yaml: "title: Open"), nibs: NibSources())
    #expect(try await site.client.get("/chinook/-/query.json?sql=select+1").status == .ok)
  }

  @Test func elsewhereTheKeySaysNothingAndThatIsTold() throws {
    var site = Site()
    site.file = try SiteFile(
      yaml: "allow_sql: true\ndatabases: {d: {allow_sql: false, tables: {t: {allow_sql: true}}}}")
    let remarks = try site.remarksOnFile().map(\.description)
    #expect(remarks.filter { $0.contains("allow_sql") } == ["2:48: “allow_sql” is ignored here"])
  }
}
