import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

/// What a table remembers for a visitor.
@Suite struct RememberTests {
  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

  @Test func aTableRemembersAndForgets() async throws {
    let client = try SiteUnderTest.client()
    let answer = try await client.post(
      "/chinook/Track/-/remember", "view=_sort_desc%3DName%26_width%3DName%253A300", headers: Self.form)
    #expect(answer.status == .seeOther && answer["Location"] == "/chinook/Track?_sort_desc=Name&_width=Name%3A300")
    let cookie = try #require(answer["Set-Cookie"])
    #expect(
      cookie.hasPrefix("tablepages-columns=_sort_desc=Name&_width=Name%3A300; Path=/chinook/Track; Max-Age=31536000;"))
    let kept = ["Cookie": try #require(answer.cookies)]
    for (target, location) in [
      ("/chinook/Track", "/chinook/Track?_sort_desc=Name&_width=Name%3A300"),
      ("/chinook/Track?GenreId=1", "/chinook/Track?GenreId=1&_sort_desc=Name&_width=Name%3A300"),
    ] {
      // Also where the page was kept for others.
      #expect(try await client.get(target).status == .ok)
      let page = try await client.get(target, headers: kept)
      #expect(page.status == .found && page["Location"] == location, "\(target)")
    }
    // What says itself how it looks stays so, and data are what they are.
    #expect(try await client.get("/chinook/Track?_sort=Name", headers: kept).status == .ok)
    #expect(try await client.get("/chinook/Track.json", headers: kept).status == .ok)
    #expect(try await client.get("/chinook/Track/-/columns", headers: kept).text.contains("Forget what"))
    let gone = try await client.post("/chinook/Track/-/remember", "view=", headers: Self.form)
    #expect(gone["Set-Cookie"]?.contains("Max-Age=0") == true && gone["Location"] == "/chinook/Track")
  }

  @Test func whatNoTableHasIsLeftAlone() async throws {
    let client = try SiteUnderTest.client()
    for kept in ["_sort=Nothing", "x", "", "_size=5", "_col=%00"] {
      let page = try await client.get("/chinook/Track", headers: ["Cookie": "tablepages-columns=\(kept)"])
      #expect(page.status == .ok, "\(kept)")
    }
  }

  @Test(arguments: ["view=_sort%3DNothing", "view=GenreId%3D1", "view=_size%3D5", "other=1"])
  func onlyColumnsAndSortsAreRemembered(body: String) async throws {
    let client = try SiteUnderTest.client()
    #expect(try await client.post("/chinook/Track/-/remember", body, headers: Self.form).status == .badRequest)
  }

  @Test func otherSitesHaveNothingRemembered() async throws {
    let answer = try await SiteUnderTest.client().post(
      "/chinook/Track/-/remember", "view=_sort%3DName",
      headers: Self.form.merging(["Sec-Fetch-Site": "cross-site"]) { $1 })
    #expect(answer.status == .forbidden)
  }
}
