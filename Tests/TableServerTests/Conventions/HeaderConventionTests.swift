import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableServer
import Testing

/// "Other headers".
@Suite struct HeaderConventionTests {
  private static let fields = [
    "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Expose-Headers": "Link", "Access-Control-Allow-Methods": "GET, POST, HEAD, OPTIONS",
    "Access-Control-Max-Age": "3600",
  ]
  private static let paths = [
    "/", "/odd", "/odd/kind", "/odd/kind.json", "/odd/kind.csv?_stream=on", "/odd/kind/1.json", "/nope.json",
    "/odd/-/query.json?sql=select+1", "/odd/kind.json?_where=nope", "/-/versions.json", "/-/health", "/-/metrics",
    "/-/static/nope", "/odd/thing/1/-/blob/bytes",
  ]

  @Test func pagesNameTheSameAsData() async throws {
    let link = try await ConventionSite.get("/odd/kind?_sort=name")["Link"]
    #expect(link == "</odd/kind.json?_sort=name>; rel=\"alternate\"; type=\"application/json+datasette\"")
    let home = try await ConventionSite.get("/")["Link"]
    #expect(home == "</.json>; rel=\"alternate\"; type=\"application/json+datasette\"")
  }

  @Test func otherSitesMayReadWhereThatIsAllowed() async throws {
    try await ConventionSite.with({ $0.options.allowsOtherOrigins = true }) { client async throws in
      for path in Self.paths {
        // The second answer is the kept one, where answers are kept.
        for _ in 0..<2 {
          let answer = try await client.get(path, headers: ["Origin": "https://elsewhere.example"])
          for (name, value) in Self.fields { #expect(answer[name] == value, "\(path) \(name)") }
        }
      }
    }
  }

  @Test func browsersMayAskFirst() async throws {
    try await ConventionSite.with({ $0.options.allowsOtherOrigins = true }) { client async throws in
      let headers = [
        "Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
      ]
      for path in Self.paths {
        let answer = try await client.send(.options, path, headers: headers)
        #expect(answer.status == .noContent)
        for (name, value) in Self.fields { #expect(answer[name] == value, "\(path) \(name)") }
      }
      let notModified = try await client.settled("/odd/kind.json")
      let tag = try #require(notModified["ETag"])
      let second = try await client.get("/odd/kind.json", headers: ["If-None-Match": tag])
      #expect(second.status == .notModified && second["Access-Control-Allow-Origin"] == "*")
    }
  }

  @Test func otherSitesMayNotReadOtherwise() async throws {
    try await ConventionSite.with { client async throws in
      for path in Self.paths {
        let answer = try await client.get(path, headers: ["Origin": "https://elsewhere.example"])
        for name in Self.fields.keys { #expect(answer[name] == nil, "\(path) \(name)") }
      }
      #expect(try await client.send(.options, "/odd/kind.json")["Access-Control-Allow-Origin"] == nil)
    }
  }
}
