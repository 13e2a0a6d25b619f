import MicroHTTP
import MicroHTTPTesting
import TableModel
import Testing

@testable import SiteAccess

/// How far databases were, on its way from one request to the next.
@Suite struct ChangeMarksTests {
  private static let secret = "what all servers of a site know"

  /// Notes what a request asks it to, and tells what is known: `name number` in lines.
  private static func client(secret: String? = secret) -> TestClient {
    let marks = ChangeMarks(secret: secret, home: "/site/")
    return TestClient.inProcess(
      ClosureHandler { request in
        guard let changes = marks.changes(of: request) else { return Response(body: .text("nothing")) }
        if changes.mayChange {
          for part in String(decoding: try request.body(upTo: 4_096), as: UTF8.self).split(separator: "&") {
            let words = part.split(separator: "=")
            changes.note(UInt64(words[1]) ?? 0, in: String(words[0]))
          }
        }
        let lines = ["a", "b", "ü 1"].map { "\($0) \(changes.position(in: $0) ?? 0)" }
        var response = Response(body: .text(lines.joined(separator: "\n")))
        marks.add(changes, to: &response, for: request)
        return response
      })
  }

  @Test func whatWasChangedComesBackWithTheNextRequest() async throws {
    let client = Self.client(), other = Self.client()
    let first = try await client.post("/", "a=7&ü 1=18446744073709551615")
    let header = try #require(first["Change-Position"]), cookie = try #require(first.cookies)
    #expect(
      try #require(first["Set-Cookie"]).hasSuffix("; Path=/site/; Max-Age=300; SameSite=Lax; HttpOnly"))
    for server in [client, other] {
      for headers in [["Cookie": cookie], ["Change-Position": header], ["Cookie": "x=y; \(cookie)"]] {
        let later = try await server.get("/", headers: headers)
        #expect(later.text == "a 7\nb 0\nü 1 18446744073709551615")
        // Nothing is changed, so that nothing is noted anew.
        #expect(later["Change-Position"] == nil && later["Set-Cookie"] == nil)
      }
    }
    // What is known stays known, and of two marks the one that is further counts.
    let second = try await client.post("/", "a=5&b=9", headers: ["Cookie": cookie])
    #expect(
      try await client.get("/", headers: ["Change-Position": header, "Cookie": try #require(second.cookies)]).text
        == "a 7\nb 9\nü 1 18446744073709551615")
  }

  @Test func aRequestThatBringsAndChangesNothingHasNone() async throws {
    #expect(try await Self.client().get("/").text == "nothing")
    let idle = try await Self.client().post("/", "")
    #expect(idle.text == "a 0\nb 0\nü 1 0" && idle["Set-Cookie"] == nil && idle["Change-Position"] == nil)
  }

  @Test func whatNoServerOfTheSiteHasWrittenIsIgnored() async throws {
    let stranger = try await Self.client(secret: "another").post("/", "a=7")
    let mark = try #require(stranger["Change-Position"])
    let own = try #require(try await Self.client().post("/", "a=7")["Change-Position"])
    var random = SystemRandomNumberGenerator()
    let spoilt = (0..<200).map { _ in
      var bytes = Array(own.utf8)
      bytes[Int.random(in: 0..<bytes.count - 1, using: &random)] = UInt8.random(in: 0x21...0x7E, using: &random)
      return String(decoding: bytes, as: UTF8.self)
    }.filter { $0 != own }
    for text in [mark, "", "-", "!", String(own.dropLast(4)), own + own, String(repeating: "A", count: 5_000)] + spoilt
    {
      #expect(try await Self.client().get("/", headers: ["Change-Position": text]).text == "nothing", "\(text)")
    }
  }
}
