import MicroHTTP
import MicroHTTPTesting
import Testing

@testable import SiteAccess

@Suite struct CrossSiteGuardTests {
  @Test(arguments: [
    ["Sec-Fetch-Site": "same-origin", "Origin": "http://tables.example", "Cookie": "a=b"],
    ["Sec-Fetch-Site": "same-origin", "Cookie": "a=b"],
    ["Sec-Fetch-Site": "none", "Origin": "http://tables.example"],
    // From a page whose referrer policy keeps its origin to itself.
    ["Sec-Fetch-Site": "same-origin", "Origin": "null", "Cookie": "a=b"],
    // Behind a proxy that ends TLS; and a name in other letters.
    ["Origin": "https://Tables.Example", "Cookie": "a=b"],
    // Programs, which have no cookies.
    [:], ["Authorization": "Bearer abc"],
  ])
  func whatComesFromThisSiteOrFromAProgramPasses(headers: [String: String]) async throws {
    #expect(try await status(headers) == .ok)
  }

  @Test(arguments: [
    ["Sec-Fetch-Site": "cross-site", "Origin": "http://evil.example"],
    ["Sec-Fetch-Site": "same-site", "Origin": "http://other.tables.example", "Cookie": "a=b"],
    ["Sec-Fetch-Site": "same-site", "Origin": "http://tables.example:8080", "Cookie": "a=b"],
    // Browsers of old, which name the origin alone.
    ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://tables.example.evil.example"],
    ["Origin": "tables.example"], ["Origin": "ftp://tables.example"],
    ["Origin": "http://evil.example", "Authorization": "Bearer abc"],
    // A forged header beside the one that browsers don't let pages forge.
    ["Sec-Fetch-Site": "cross-site", "Origin": "http://tables.example", "Cookie": "a=b"],
    ["Sec-Fetch-Site": "cross-site", "Cookie": "a=b"],
    ["Sec-Fetch-Site": "none", "Cookie": "a=b"], ["Sec-Fetch-Site": "cross-site", "Origin": "null", "Cookie": "a=b"],
    ["Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example", "Cookie": "a=b"],
    // Cookies, and no word of where the request comes from.
    ["Cookie": "a=b"], ["Cookie": "a=b", "Authorization": "Bearer abc"],
  ])
  func whatComesFromElsewhereIsRefused(headers: [String: String]) async throws {
    #expect(try await status(headers) == .forbidden)
  }

  private func status(_ headers: [String: String]) async throws -> Status {
    let guarded = ClosureHandler { request in
      do {
        try CrossSiteGuard.check(request)
        return Response()
      } catch let error as AccessError {
        return Response(status: Status(UInt16(error.status)))
      }
    }
    var headers = headers
    headers["Host"] = "tables.example"
    return try await TestClient.inProcess(guarded).post("/", "", headers: headers).status
  }
}
