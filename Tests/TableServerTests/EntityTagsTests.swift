import MicroHTTP
import MicroHTTPTesting
import SitePages
import SiteTables
import TableServer
import Testing

/// The validators of pages.
@Suite struct EntityTagsTests {
  private static let pages = [
    "/chinook/Genre", "/chinook/Genre.json", "/chinook/Genre/1", "/chinook/Genre.csv", "/chinook/Track?_sort=Name",
    "/chinook/Track/-/groups?_group=GenreId",
  ]

  private func tags(_ change: (inout Site) -> Void = { _ in }) async throws -> [String] {
    let client = try SiteUnderTest.client(change)
    var tags: [String] = []
    for page in Self.pages { tags.append(try #require(try await client.settled(page)["ETag"], "\(page)")) }
    return tags
  }

  /// Whichever of them answers: those behind a balancer, and one that was started again.
  @Test func serversWithOneSecretCallAPageTheSame() async throws {
    let tags = try await tags { $0.secret = "the secret of a site" }
    #expect(Set(tags).count == tags.count)
    #expect(try await self.tags { $0.secret = "the secret of a site" } == tags)
    let others = try await self.tags { $0.secret = "the secret of another" }
    #expect(Set(others).isDisjoint(with: tags))
    #expect(Set(try await self.tags()).isDisjoint(with: tags))
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
    #expect(tags.tag(of: .stream(contentType: "text/csv") { _ in }, without: 0..<0) == nil)
    #expect(tags.tag(of: .text("page"), without: 0..<0)?.hasPrefix("W/\"") == true)
  }
}
