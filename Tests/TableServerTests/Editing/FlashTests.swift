import MicroHTTP
import MicroHTTPTesting
import Testing

@testable import SitePages
@testable import TableServer

@Suite struct FlashTests {
  @Test(arguments: ["/", "/chinook", "/chinook/Track?_size=5", "/chinook/Track/1", "/chinook/nothing", "/-/search?q=x"])
  func aFlashIsShownOnceOnWhicheverPageFollows(path: String) async throws {
    let (server, cookie) = try await sent(Flash("Deleted <“Überdose”>.", undo: undo))
    let client = TestClient.inProcess(server)
    let page = try await client.get(path, headers: ["Cookie": cookie])
    #expect(page.text.contains("<p role=\"status\">Deleted &lt;“Überdose”&gt;.</p>"))
    #expect(page.text.contains("<dialog open class=\"flash\""))
    #expect(page.text.contains(#"<input type="hidden" name="token" value="a&quot;b">"#))
    #expect(page["Cache-Control"] == "no-store")
    #expect(page["ETag"] == nil)
    let clearing = try #require(page["Set-Cookie"])
    #expect(clearing.hasPrefix("tablepages-flash=; Path=/; Max-Age=0;"))
    // Even a browser that kept the cookie sees it once.
    #expect(try await !client.get(path, headers: ["Cookie": cookie]).text.contains("Deleted"))
  }

  @Test func keptPagesNeitherHideAFlashNorKeepIt() async throws {
    let (server, cookie) = try await sent(Flash("Saved."))
    let client = TestClient.inProcess(server)
    let before = try await client.settled("/chinook/Track?_size=5")
    let tag = try #require(before["ETag"])
    let page = try await client.get("/chinook/Track?_size=5", headers: ["Cookie": cookie, "If-None-Match": tag])
    #expect(page.status == .ok)
    #expect(page.text.contains("Saved."))
    #expect(try await !client.get("/chinook/Track?_size=5").text.contains("Saved."))
  }

  @Test func dataLeaveAFlashToThePageThatFollows() async throws {
    let (server, cookie) = try await sent(Flash("Saved."))
    let client = TestClient.inProcess(server)
    let data = try await client.get("/chinook/Track.json?_size=1", headers: ["Cookie": cookie])
    #expect(data["Set-Cookie"] == nil)
    #expect(try await client.get("/chinook", headers: ["Cookie": cookie]).text.contains("Saved."))
  }

  @Test func aCookieThatNamesNothingChangesNothing() async throws {
    let page = try await SiteUnderTest.client().get(
      "/chinook", headers: ["Cookie": "tablepages-flash=<script>alert(1)</script>"])
    #expect(page.status == .ok)
    #expect(!page.text.contains("role=\"status\"") && !page.text.contains("alert(1)"))
  }

  @Test func theOldestGoesForOneTooMany() async throws {
    let memory = FlashStore(limit: 2)
    let client = TestClient.inProcess(
      ClosureHandler { Response(body: .text(memory.flash(for: $0)?.message ?? "none")) })
    let names = ["one", "two", "three"].map { memory.keep(Flash($0)) }
    #expect(Set(names).count == 3)
    var shown: [String] = []
    for name in names { shown.append(try await client.get("/", headers: ["Cookie": "tablepages-flash=\(name)"]).text) }
    #expect(shown == ["none", "two", "three"])
  }

  /// A server with a flash on its way, and the cookie that brings it.
  private func sent(_ flash: Flash) async throws -> (TableServer, cookie: String) {
    let server = try SiteUnderTest.server()
    let context = server.context
    let form = ClosureHandler { context.redirect(to: "/chinook", $0, flash: flash) }
    let answer = try await TestClient.inProcess(form).post("/", "")
    #expect(answer.status == .seeOther && answer["Location"] == "/chinook")
    let cookie = try #require(answer["Set-Cookie"])
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax") && cookie.contains("Max-Age=120"))
    return (server, try #require(answer.cookies))
  }

  private let undo = Flash.Undo(action: "/chinook/-/undo", fields: [.init(name: "token", value: "a\"b")])
}
