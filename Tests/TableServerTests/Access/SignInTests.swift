import MicroHTTP
import MicroHTTPTesting
import Secrets
import SiteAccess
import SiteConfiguration
import SitePages
import SiteTables
import Testing

@testable import TableServer

@Suite struct SignInTests {
  private static let mark = "Signed in as "

  @Test func somebodySignsInAndOutAgain() async throws {
    let site = try AccessSite()
    #expect(try await site.client.get("/-/sign-in").text.contains("type=\"password\""))
    let answer = try await site.signIn("ada", returnTo: "/chinook/Track")
    #expect(answer.status == .seeOther && answer["Location"] == "/chinook/Track")
    let set = try #require(AccessSite.setCookie(answer))
    for part in ["; Path=/", "; Max-Age=43200", "; SameSite=Lax", "; HttpOnly"] { #expect(set.contains(part)) }
    #expect(!set.contains("Secure"))
    let cookie = try #require(AccessSite.sessionCookie(answer))
    for path in ["/", "/chinook", "/chinook/Track", "/chinook/Track/1", "/chinook/nothing", "/-/search", "/-/sign-in"] {
      let page = try await site.client.get(path, headers: ["Cookie": cookie])
      #expect(page.text.contains("<bdi>ada</bdi>") && page.text.contains("action=\"/-/sign-out\""), "\(path)")
    }
    let headers = AccessSite.form.merging(AccessSite.ownOrigin) { $1 }.merging(["Cookie": cookie]) { $1 }
    let out = try await site.client.post("/-/sign-out", "", headers: headers)
    #expect(out.status == .seeOther && AccessSite.setCookie(out)?.hasPrefix("tablepages-session=;") == true)
    // A copy of the cookie is worth nothing from now on.
    let after = try await site.client.get("/chinook/Track", headers: ["Cookie": cookie])
    #expect(!after.text.contains("<bdi>ada</bdi>"))
    #expect(
      after.text.contains("href=\"/-/sign-in?_return=/chinook/Track\"")
        || after.text.contains("_return=%2Fchinook%2FTrack"))
  }

  @Test(arguments: [("ada", "wrong"), ("nobody", "password"), ("", ""), ("ada", ""), ("ada'--", "password")])
  func whatDoesNotGoTogetherIsRefusedInWords(name: String, password: String) async throws {
    let site = try AccessSite()
    let answer = try await site.signIn(name, password)
    #expect(answer.status == .forbidden)
    #expect(site.log.all == ["refused: POST /-/sign-in of a visitor from in-process: Forbidden"])
    #expect(answer.text.contains("Wrong user name or password"))
    #expect(AccessSite.setCookie(answer) == nil && answer["Cache-Control"] == "no-store")
    #expect(!answer.text.contains("value=\"wrong\""))
  }

  @Test func signingInLeadsToNoOtherSite() async throws {
    let site = try AccessSite()
    for path in ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"] {
      #expect(try await site.signIn("ada", returnTo: path)["Location"] == "/")
    }
  }

  @Test func aSessionOfBeforeEndsWithSigningInAgain() async throws {
    let site = try AccessSite()
    let first = try await site.cookie(of: "ada")
    let second = try #require(
      AccessSite.sessionCookie(try await site.signIn("bob", headers: ["Cookie": first])))
    #expect(first != second)
    #expect(try await !site.client.get("/", headers: ["Cookie": first]).text.contains(Self.mark))
    #expect(try await site.client.get("/", headers: ["Cookie": second]).text.contains("<bdi>bob</bdi>"))
  }

  @Test(arguments: [
    ["Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"],
    ["Sec-Fetch-Site": "cross-site", "Origin": "null"],
    ["Origin": "http://evil.example", "Sec-Fetch-Site": ""],
  ])
  func nobodyIsSignedInOrOutByAnotherSite(headers: [String: String]) async throws {
    let site = try AccessSite()
    let headers = headers.filter { !$0.value.isEmpty }
    var sent = AccessSite.form.merging(headers) { $1 }
    let answer = try await site.client.post("/-/sign-in", "name=ada&password=password", headers: sent)
    #expect(answer.status == .forbidden && AccessSite.setCookie(answer) == nil)
    let cookie = try await site.cookie(of: "ada")
    sent["Cookie"] = cookie
    #expect(try await site.client.post("/-/sign-out", "", headers: sent).status == .forbidden)
    #expect(try await site.client.get("/", headers: ["Cookie": cookie]).text.contains(Self.mark))
  }

  @Test func attemptsAreLimited() async throws {
    let site = try AccessSite()
    var refusals = 0
    // On a busy machine an attempt may leak before the next is made.
    for _ in 0..<60 {
      let status = try await site.signIn("ada", "wrong").status
      if status == .tooManyRequests { break }
      #expect(status == .forbidden)
      refusals += 1
    }
    #expect((10..<60).contains(refusals))
    // Now the right one is of no use either, and others are not held up.
    let refused = try await site.signIn("ada")
    #expect(refused.status == .tooManyRequests && refused["Retry-After"] != nil && AccessSite.setCookie(refused) == nil)
    #expect(try await site.signIn("bob").status == .seeOther)
  }

  @Test func theOwnersLinkIsGoodOnce() async throws {
    let token = SecretToken()
    let client = try SiteUnderTest.client { $0.ownerToken = token.hash }
    #expect(try await client.get("/-/sign-in?token=wrong").status == .ok)
    #expect(try await client.head("/-/sign-in?token=\(token.text)").values("Set-Cookie") == [])
    let answer = try await client.get("/-/sign-in?token=\(token.text)")
    #expect(answer.status == .seeOther)
    let cookie = try #require(AccessSite.sessionCookie(answer))
    #expect(try await client.get("/chinook", headers: ["Cookie": cookie]).text.contains("<bdi>owner</bdi>"))
    let again = try await client.get("/-/sign-in?token=\(token.text)")
    #expect(AccessSite.setCookie(again) == nil && again.text.contains("already used"))
    #expect(try await !client.get("/chinook").text.contains("Sign in"))
  }

  @Test func nobodySignsInWhereNobodyIsKnown() async throws {
    let client = try SiteUnderTest.client()
    #expect(try await client.get("/-/sign-in").status == .notFound)
    #expect(try await client.post("/-/sign-in", "name=a&password=b", headers: AccessSite.form).status == .notFound)
    // Cookies and tokens change nothing there.
    let page = try await client.get(
      "/chinook", headers: ["Cookie": "tablepages-session=00", "Authorization": "Bearer x"])
    #expect(page.status == .ok)
  }

  // MARK: Kept pages

  @Test func aKeptPageIsShownToNobodyElse() async throws {
    let site = try AccessSite()
    let target = "/chinook/Track?_size=5"
    let ada = try await site.cookie(of: "ada"), bob = try await site.cookie(of: "bob")
    for _ in 0..<3 {
      #expect(try await site.client.get(target, headers: ["Cookie": ada]).text.contains("<bdi>ada</bdi>"))
      #expect(try await site.client.get(target, headers: ["Cookie": bob]).text.contains("<bdi>bob</bdi>"))
      #expect(try await !site.client.settled(target).text.contains(Self.mark))
    }
    let tag = try #require(try await site.client.settled(target)["ETag"])
    let page = try await site.client.get(target, headers: ["Cookie": ada, "If-None-Match": tag])
    #expect(page.status == .ok && page.text.contains("<bdi>ada</bdi>"))
    #expect(try await site.client.get(target, headers: ["If-None-Match": tag]).status == .notModified)
  }

  @Test func whatAnAccountMayDoChangesWithTheFile() async throws {
    let site = try AccessSite()
    let cookie = try await site.cookie(of: "ada")
    let target = "/chinook/Track?_size=5"
    #expect(try await site.client.get(target, headers: ["Cookie": cookie]).text.contains("<bdi>ada</bdi>"))
    site.server.context.access.replace(try AccessFile(yaml: "everyone: none"))
    #expect(try await site.client.get(target, headers: ["Cookie": cookie]).status == .unauthorized)
    #expect(try await site.client.get(target).status == .unauthorized)
  }

  // MARK: Tokens

  @Test func aProgramIsKnownByItsToken() async throws {
    let site = try AccessSite(everyone: "none")
    let target = "/chinook/Track.json?_size=1"
    let refused = try await site.client.get(target)
    #expect(refused.status == .unauthorized && refused["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
    #expect(try refused.object()["error"] as? String == "Permission denied")
    #expect(try await site.client.get(target, headers: ["Authorization": "Bearer \(site.token.text)"]).status == .ok)
    #expect(try await site.client.get(target, headers: ["Authorization": "bearer  \(site.token.text)"]).status == .ok)
    for token in [AccessSite.oldToken.text, String(site.token.text.dropLast()), site.token.hash.description, ""] {
      let answer = try await site.client.get(target, headers: ["Authorization": "Bearer \(token)"])
      #expect(answer.status == .unauthorized, "\(token)")
    }
    // The scheme of a proxy is none of ours.
    #expect(try await AccessSite().client.get(target, headers: ["Authorization": "Basic YTpi"]).status == .ok)
  }

  @Test func aForgedCookieIsNobodys() async throws {
    let site = try AccessSite(everyone: "none", secret: "secret")
    let other = try AccessSite(everyone: "none", secret: "another")
    let cookie = try await site.cookie(of: "ada")
    #expect(try await site.client.get("/chinook/Track", headers: ["Cookie": cookie]).status == .ok)
    #expect(try await other.client.get("/chinook/Track", headers: ["Cookie": cookie]).status == .unauthorized)
    let changed = cookie.dropLast() + (cookie.hasSuffix("0") ? "1" : "0")
    #expect(try await site.client.get("/chinook/Track", headers: ["Cookie": String(changed)]).status == .unauthorized)
  }

  /// Else nobody would know why all of its users are kept out by one.
  @Test func aProxyThatIsNotTrustedIsNoticedOnce() async throws {
    let site = try AccessSite()
    for _ in 0..<2 { _ = try await site.signIn("ada", "wrong", headers: ["X-Forwarded-For": "192.0.2.7"]) }
    #expect(site.log.all.count { $0.contains("isn't a trusted proxy") } == 1)
    let direct = try AccessSite()
    _ = try await direct.signIn("ada", "wrong")
    #expect(!direct.log.all.contains { $0.contains("trusted proxy") })
  }
}
