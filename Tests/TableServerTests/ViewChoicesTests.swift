import MicroHTTP
import MicroHTTPTesting
import Testing

@Suite struct ViewChoicesTests {
  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

  @Test func aChoiceIsKeptInACookieAndLeadsBack() async throws {
    let answer = try await SiteUnderTest.client().post(
      "/-/view", "return=%2Fchinook%2FTrack%3F_sort%3DName&density=comfortable&theme=dark", headers: Self.form)
    #expect(answer.status == .seeOther)
    #expect(answer["Location"] == "/chinook/Track?_sort=Name")
    let cookie = try #require(answer["Set-Cookie"])
    #expect(cookie.hasPrefix("tablepages-view=comfortable.cells.dark; Path=/;"))
    #expect(cookie.contains("SameSite=Lax") && cookie.contains("HttpOnly"))
  }

  @Test(arguments: [
    "https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "/a%0d%0aX: y", "",
  ])
  func nobodyIsLedToAnotherSite(target: String) async throws {
    let answer = try await SiteUnderTest.client().post("/-/view", "return=\(target)&theme=dark", headers: Self.form)
    #expect(answer.status == .seeOther)
    #expect(answer["Location"] == "/")
  }

  @Test func choicesThatDoNotExistAreRefused() async throws {
    let client = try SiteUnderTest.client()
    #expect(try await client.post("/-/view", "theme=pink", headers: Self.form).status == .badRequest)
    #expect(
      try await client.post("/-/view", "theme=dark", headers: ["Sec-Fetch-Site": "cross-site"]).status == .forbidden)
  }
}
