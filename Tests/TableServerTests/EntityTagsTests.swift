import MicroHTTP
import MicroHTTPTesting
import SQLTables
import SQLiteTables
import SitePages
import SiteTables
import TableServer
import Testing

/// The validators of pages.
@Suite struct EntityTagsTests {
  private static let pages = [
    "/chinook/Genre", "/chinook/Genre.json", "/chinook/InvoiceLine/1", "/chinook/Genre.csv",
    "/chinook/Track?_sort=Name",
    "/chinook/Track/-/groups?_group=GenreId",
  ]

  /// The validators that a server has for the pages. Links to other pages are signed with its secret, too.
  private func tags(secret: String?) async throws -> [String] {
    var options = SQLiteDatabase.Options()
    if let secret { options.signingKey = PageSigningKey(bytes: secret.utf8) }
    let client = try SiteUnderTest.client {
      $0.databases = [try SQLiteDatabase.open(path: SiteUnderTest.chinook, options: options)]
      $0.secret = secret
    }
    var tags: [String] = []
    for page in Self.pages { tags.append(try #require(try await client.settled(page)["ETag"], "\(page)")) }
    return tags
  }

  /// Whichever of them answers: those behind a balancer, and one that was started again.
  @Test func serversWithOneSecretCallAPageTheSame() async throws {
    let tags = try await tags(secret: "the secret of a site")
    #expect(Set(tags).count == tags.count)
    #expect(try await self.tags(secret: "the secret of a site") == tags)
    for other in ["the secret of another", nil] {
      #expect(Set(try await self.tags(secret: other)).isDisjoint(with: tags))
    }
  }

  /// How long it took to make is told by every page, and is no part of it.
  @Test func aPageThatIsMadeAgainIsTheSame() async throws {
    let client = try SiteUnderTest.client { $0.options.pageCacheBytes = 0 }
    for page in Self.pages {
      let tag = try #require(try await client.settled(page)["ETag"])
      for _ in 0..<3 { #expect(try await client.get(page)["ETag"] == tag, "\(page)") }
    }
  }

  @Test func whatIsInNoMemoryHasNone() {
    let tags = EntityTags(secret: nil)
    #expect(tags.tag(of: .stream(contentType: "text/csv") { _ in }, without: 0..<0, at: nil) == nil)
    #expect(tags.tag(of: .text("page"), without: 0..<0, at: nil)?.hasPrefix("W/\"") == true)
  }
}
