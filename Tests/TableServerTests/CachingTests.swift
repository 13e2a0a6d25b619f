import MicroHTTP
import MicroHTTPTesting
import TableServer
import Testing

@Suite struct CachingTests {
  @Test(arguments: TestClient.Transport.allCases)
  func anUnchangedPageIsNotSentAgain(over transport: TestClient.Transport) async throws {
    try await TestClient.with(SiteUnderTest.server(), over: transport) { client in
      let first = try await client.settled("/chinook/Track")
      let tag = try #require(first["ETag"])
      let again = try await client.get("/chinook/Track", headers: ["If-None-Match": tag])
      #expect(again.status == .notModified)
      #expect(again.body.isEmpty)
      let other = try await client.get("/chinook/Track", headers: ["If-None-Match": "\"other\""])
      #expect(other.status == .ok)
      let preferring = try await client.get(
        "/chinook/Track", headers: ["If-None-Match": tag, "Cookie": "tablepages-view=dark"])
      #expect(preferring.status == .ok)
    }
  }

  @Test func oneHostsDataDoNotNameAnother() async throws {
    let client = try SiteUnderTest.client()
    for host in ["one.example", "two.example", "one.example"] {
      let page = try await client.get("/chinook/Genre.json?_size=1", headers: ["Host": host])
      #expect((try page.object()["next_url"] as? String)?.hasPrefix("http://\(host)/") == true)
    }
  }

  @Test func cellsAreMadeOnceAndUsedForEveryRow() async throws {
    let client = try SiteUnderTest.client { $0.options.pageCacheBytes = 0 }
    for _ in 0..<3 { _ = try await client.get("/chinook/Track") }
    let metrics = try await client.get("/-/metrics").text
    #expect(metrics.contains("tablepages_cells_created_total{cell=\"RecordCell\"} 1\n"))
    #expect(metrics.contains("tablepages_cells_dequeued_total{cell=\"RecordCell\"} 150\n"))
  }
}
