import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

/// What is found of a request once.
@Suite struct VisitTests {
  /// What the server says of its kept pages.
  private static func misses(_ client: TestClient) async throws -> Int {
    let metrics = try await client.get("/-/metrics").text
    let line = try #require(
      metrics.split(separator: "\n").first { $0.hasPrefix("tablepages_page_cache_misses_total ") })
    return try #require(line.split(separator: " ").last.flatMap { Int($0) })
  }

  @Test(arguments: TestClient.Transport.allCases)
  func keptPagesAreAskedForOnceARequest(over transport: TestClient.Transport) async throws {
    try await TestClient.with(SiteUnderTest.server(), over: transport) { client in
      let before = try await Self.misses(client)
      _ = try await client.get("/chinook/Artist/1")
      // The request for the number is one too.
      #expect(try await Self.misses(client) == before + 2)
    }
  }

  /// Handlers that pass requests on don't ask what is ready.
  @Test func keptPagesAreFoundWhereNobodyAskedWhatIsReady() async throws {
    let server = try SiteUnderTest.server()
    let client = TestClient.inProcess(ClosureHandler { try await server.respond(to: $0) })
    _ = try await client.settled("/chinook/Artist")
    let before = try await Self.misses(client)
    #expect(try await client.get("/chinook/Artist").status == .ok)
    // The numbers themselves are never kept, nor looked for among what is.
    #expect(try await Self.misses(client) == before)
  }
}
