import MicroHTTP
import MicroHTTPTesting
import Secrets
import SiteAccess
import Testing

@testable import TableServer

@Suite struct CookieNameTests {
  @Test(arguments: [
    (nil, "name"), ("", "name"), ("tables.example", "name"), ("tables.example:8080", "name-8080"),
    ("[::1]", "name"), ("[::1]:8080", "name-8080"), ("localhost:", "name"), ("localhost:80;x", "name"),
    ("localhost:８０", "name"), ("localhost:123456", "name"), ("http://localhost", "name"),
    ("https://localhost:8443", "name-8443"),
  ])
  func thePortStandsInTheName(host: String?, name: String) { #expect(CookieName.make("name", at: host) == name) }

  @Test func overTLSNobodyElseCanSetASession() {
    #expect(Access().cookieName(at: "a:8443", isSecure: true) == "__Host-tablepages-session-8443")
    #expect(Access(home: "/data/").cookieName(at: "a", isSecure: true) == "__Secure-tablepages-session")
    #expect(Access().cookieName(at: "a", isSecure: false) == "tablepages-session")
  }

  @Test func twoServersOnOneHostSignNobodyOutOfTheOther() async throws {
    let sites = [(try AccessSite(), "localhost:8080"), (try AccessSite(), "localhost:8081")]
    var jar: [String] = []
    for (site, host) in sites {
      let answer = try await site.signIn(
        "ada", headers: ["Host": host, "Origin": "http://\(host)", "Cookie": jar.joined(separator: "; ")])
      jar.append(try #require(AccessSite.sessionCookie(answer)))
    }
    #expect(jar[0].hasPrefix("tablepages-session-8080=") && jar[1].hasPrefix("tablepages-session-8081="))
    let cookies = jar.joined(separator: "; ")
    for (site, host) in sites {
      let page = try await site.client.get("/", headers: ["Host": host, "Cookie": cookies])
      #expect(page.text.contains("<bdi>ada</bdi>"), "\(host)")
    }
    let (site, host) = sites[1]
    let out = try await site.client.post(
      "/-/sign-out", "", headers: ["Host": host, "Origin": "http://\(host)", "Cookie": cookies])
    #expect(AccessSite.setCookie(out)?.hasPrefix("tablepages-session-8081=;") == true)
    #expect(out.values("Set-Cookie").contains { $0.hasPrefix("tablepages-flash-8081=") })
    let page = try await sites[0].0.client.get("/", headers: ["Host": sites[0].1, "Cookie": jar[0]])
    #expect(page.text.contains("<bdi>ada</bdi>"))
  }

  @Test func theInterfaceNamesTheCookieOfItsAddress() async throws {
    let site = try AccessSite()
    let token = ["Authorization": "Bearer \(site.token.text)", "Host": "localhost:8080"]
    let text = try await site.client.get("/-/openapi.json", headers: token).text
    #expect(text.contains("\"tablepages-session-8080\""))
  }
}
