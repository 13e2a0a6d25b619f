import MicroHTTP
import MicroHTTPTesting
import Testing

@Suite struct BodyMemoryTests {
  /// Bodies that have been sent in part hold memory; where there is no more, the next is told to come again, and once it is free it is taken.
  @Test func theBodiesOfAllRequestsAreBoundedTogether() async throws {
    let configuration = testConfiguration {
      $0.maximumBodySize = 100_000
      $0.bodyMemory = 150_000
    }
    try await LiveServer.with(echo, configuration: configuration) { server in
      let first = try await server.connect()
      try await first.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
      try await first.send([UInt8](repeating: 120, count: 99_999))
      let body = [UInt8](repeating: 121, count: 90_000)
      var refused: TestResponse?
      // The first one's bytes may still be on their way.
      for _ in 0..<200 {
        let response = try await server.client.send(.post, "/", body: body)
        if response.status == .serviceUnavailable {
          refused = response
          break
        }
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(refused?["Retry-After"] == "1")
      #expect(try await server.client.send(.post, "/", body: Array(body.prefix(10_000))).status == .ok)
      try await first.send("x")
      #expect(try await first.response().status == .ok)
      #expect(try await server.client.send(.post, "/", body: body).status == .ok)
    }
  }
}
