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
      let body = [UInt8](repeating: 121, count: 90_000)
      // Whichever body comes second is refused. Bytes travel as long as they like, so it is tried until the one sent second has come second.
      for _ in 0..<200 {
        let first = try await server.connect()
        defer { first.close() }
        try await first.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
        try await first.send([UInt8](repeating: 120, count: 99_999))
        try await Task.sleep(for: .milliseconds(20))
        let second = try await server.client.send(.post, "/", body: body)
        let third = try await server.client.send(.post, "/", body: Array(body.prefix(10_000)))
        try await first.send("x")
        guard try await first.response().status == .ok, second.status == .serviceUnavailable else { continue }
        #expect(second["Retry-After"] == "1")
        #expect(third.status == .ok)
        // The server lets go of a body a moment after its answer: who is told to come again does.
        var again = try await server.client.send(.post, "/", body: body).status
        for _ in 0..<50 where again == .serviceUnavailable {
          try await Task.sleep(for: .milliseconds(20))
          again = try await server.client.send(.post, "/", body: body).status
        }
        #expect(again == .ok)
        return
      }
      Issue.record("The second body was never refused while the first was held")
    }
  }
}
