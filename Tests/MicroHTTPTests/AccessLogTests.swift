import Logging
import MicroHTTP
import MicroHTTPTesting
import Synchronization
import Testing

private func lines(logsAccess: Bool, _ targets: [String]) async throws -> [(text: String, metadata: Logger.Metadata)] {
  let kept = LogLines()
  let configuration = testConfiguration {
    $0.logger = kept.logger()
    $0.logsAccess = logsAccess
  }
  var router = Router()
  try router.get("/hello") { _ in Response(body: .text("hello")) }
  try await LiveServer.with(router, configuration: configuration) { server in
    let connection = try await server.connect()
    for target in targets {
      try await connection.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await connection.response()
    }
  }
  // The server has stopped: what it had to say is said.
  return kept.lines.withLock { $0 }
}

@Test func eachRequestIsALineOfTheAccessLog() async throws {
  let lines = try await lines(logsAccess: true, ["/hello?a=%0A", "/missing"])
  try #require(lines.count == 2)
  #expect(lines[0].text.hasPrefix("GET /hello?a=%0A 200 5 B ") && lines[0].text.hasSuffix(" µs"))
  #expect(lines[0].metadata["status"] == "200" && lines[0].metadata["bytes"] == "5")
  #expect(lines[0].metadata["peer"] == "127.0.0.1")
  #expect(lines[1].text.hasPrefix("GET /missing 404 "))
}

@Test func withoutAnAccessLogNothingIsSaidOfRequests() async throws {
  #expect(try await lines(logsAccess: false, ["/hello"]).isEmpty)
}

@Test func whatLetsItsBearerInIsNotLogged() async throws {
  let lines = try await lines(
    logsAccess: true, ["/hello?token=secret&a=token=1", "/hello?_token=secret&password=secret"])
  try #require(lines.count == 2)
  #expect(lines[0].text.hasPrefix("GET /hello?token=(hidden)&a=token=1 200 "))
  #expect(lines[1].text.hasPrefix("GET /hello?_token=(hidden)&password=(hidden) 200 "))
}

@Test func eachLineNamesItsRequest() async throws {
  let lines = try await lines(logsAccess: true, ["/hello", "/hello"])
  let requests: [String] = lines.map { $0.metadata["request"]?.description ?? "" }
  #expect(Set(requests).count == 2)
}
