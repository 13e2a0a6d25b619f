import MicroHTTP
import MicroHTTPTesting
import Testing

@Test(arguments: TestClient.Transport.allCases)
func eventsAreSentAsBrowsersReadThem(over transport: TestClient.Transport) async throws {
  let handler = ClosureHandler { request in
    let last = request.header("Last-Event-ID") ?? "none"
    return .events { events in
      try await events.send("after \(last)")
      try await events.send(ServerSentEvent("one\ntwo\r\nthree", name: "rows\n", id: "7\r\n", retry: .seconds(2)))
    }
  }
  try await TestClient.with(handler, over: transport) { client in
    let response = try await client.get("/", headers: ["Last-Event-ID": "6"])
    #expect(response["Content-Type"] == "text/event-stream" && response["Cache-Control"] == "no-store")
    // Comments keep the connection; where they stand among events is left to chance.
    let text = response.text.replacing(":\n\n", with: "")
    #expect(
      text == "data: after 6\n\nevent: rows\nid: 7\nretry: 2000\ndata: one\ndata: two\ndata: three\n\n")
  }
}

@Test func quietStreamsAreKeptAndEndWhenTheServerStops() async throws {
  let cancelled = Counter()
  let handler = ClosureHandler { _ in
    .events(heartbeat: .milliseconds(10)) { events in
      try await events.send("first")
      do { try await Task.sleep(for: .seconds(600)) } catch {
        cancelled.add(1)
        throw error
      }
    }
  }
  let server = try HTTPServer(configuration: testConfiguration(), handler: handler)
  let connection = try await TestConnection.open(try #require(try server.start().first))
  try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
  var text = ""
  while text.count(of: ":\n\n") < 5 || !text.contains("data: first\n\n") {
    text += String(decoding: try await connection.bytes(upTo: 1000) ?? [], as: UTF8.self)
  }
  let start = ContinuousClock.now
  async let rest = connection.everything(quietFor: .seconds(30))
  await server.stop()
  #expect(ContinuousClock.now - start < .seconds(20))
  // The end of the last chunk: the stream is whole.
  let end = try await rest
  #expect(end.isClosed && String(decoding: end.bytes, as: UTF8.self).hasSuffix("0\r\n\r\n"))
  #expect(cancelled.value == 1)
}
