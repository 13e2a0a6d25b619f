import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableModel
import TableServer
import Testing

/// What the site's owner says, said anew while the server runs.
@Suite struct ReloadTests {
  private let yaml = "title: One\ndatabases: {chinook: {tables: {Genre: {title: Genres, cells: [{nib: a}]}}}}"

  @Test func pagesFollowTheFileAndItsNibs() async throws {
    let server = try SiteUnderTest.server {
      $0.file = try SiteFile(yaml: yaml)
      $0.nibs = NibSources(sources: ["a": "<b>{{Name}}</b>"])
    }
    let client = TestClient.inProcess(server)
    #expect(try await client.settled("/chinook/Genre").text.contains("<b>Rock</b>"))
    try server.reload(try SiteFile(yaml: yaml), nibs: NibSources(sources: ["a": "<i>{{Name}}</i>"]))
    let page = try await client.settled("/chinook/Genre").text
    #expect(page.contains("<i>Rock</i>") && !page.contains("<b>Rock</b>") && page.contains("Genres"))
    try server.reload(try SiteFile(yaml: "title: Two"), nibs: NibSources())
    let plain = try await client.get("/chinook/Genre").text
    #expect(plain.contains("<bdi>Two</bdi>") && plain.contains("<table") && !plain.contains("Genres"))
  }

  @Test func aBrokenFileChangesNothingAndIsToldToThoseWhoAdminister() async throws {
    for isAdministrator in [true, false] {
      let server = try SiteUnderTest.server {
        $0.file = try SiteFile(yaml: "title: One")
        if isAdministrator { $0.everyone = Grants(.administer) }
      }
      let client = TestClient.inProcess(server)
      server.reportReloadFailure("site.yaml:1:1: no YAML <b>")
      let home = try await client.get("/").text
      #expect(home.contains("<bdi>One</bdi>"))
      #expect(home.contains("site.yaml:1:1: no YAML &lt;b&gt;") == isAdministrator)
      try server.reload(try SiteFile(yaml: "title: One"), nibs: NibSources())
      #expect(try await !client.get("/").text.contains("no YAML"))
    }
  }
}
