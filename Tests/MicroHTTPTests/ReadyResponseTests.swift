import MicroHTTP
import MicroHTTPTesting
import SeededNumbers
import Synchronization
import Testing

/// Has a response ready for `/ready`, and keeps the requests that it was asked about.
private final class HalfReady: Handler {
  let requests = Mutex<[Request]>([])

  func readyResponse(to request: Request) -> Response? {
    requests.withLock { $0.append(request) }
    return request.path.segments == ["ready"] ? Response(body: .text("ready")) : nil
  }

  func respond(to request: Request) async throws -> Response {
    if request.path.segments == ["slow"] { await Task.yield() }
    return Response(body: .text("made"))
  }
}

@Test(arguments: TestClient.Transport.allCases)
func whatIsReadyIsSentAndTheRestIsMade(over transport: TestClient.Transport) async throws {
  try await TestClient.with(HalfReady(), over: transport) { client in
    #expect(try await client.get("/ready").text == "ready")
    #expect(try await client.get("/other").text == "made")
    let head = try await client.head("/ready")
    #expect(head["Content-Length"] == "5")
    #expect(head.body.isEmpty)
  }
}

/// Says what it found before, and finds something for requests that it is asked about first.
private struct Finding: Handler {
  func readyResponse(to request: Request) -> Response? {
    if request.path.segments == ["found"] { request.findings = request.target }
    return nil
  }

  func respond(to request: Request) async throws -> Response {
    Response(body: .text(request.findings as? String ?? "nothing"))
  }
}

@Test(arguments: TestClient.Transport.allCases)
func whatIsFoundOfARequestIsOfThatRequestAlone(over transport: TestClient.Transport) async throws {
  try await TestClient.with(Finding(), over: transport) { client async throws in
    for (path, found) in [("/found?1", "/found?1"), ("/other", "nothing"), ("/found?2", "/found?2")] {
      #expect(try await client.get(path).text == found)
    }
  }
}

/// A connection's requests share their memory, one after the other: what is kept of one must not become that of the next.
@Test func aRequestThatIsKeptStaysWhatItWas() async throws {
  let handler = HalfReady()
  try await LiveServer.with(handler) { server in
    let connection = try await server.connect()
    let targets = ["/ready", "/made", "/slow", "/ready?again", "/made/%41", "/slow"]
    for (number, target) in targets.enumerated() {
      try await connection.send("GET \(target) HTTP/1.1\r\nHost: x\r\nX-Number: \(number)\r\n\r\n")
      let expected = target.hasPrefix("/ready") ? "ready" : "made"
      #expect(try await connection.response().text == expected)
    }
    let requests = handler.requests.withLock { $0 }
    #expect(requests.map(\.target) == targets)
    #expect(requests.map { $0.header("X-Number") } == ["0", "1", "2", "3", "4", "5"])
    #expect(requests.map(\.path.description) == ["/ready", "/made", "/slow", "/ready", "/made/A", "/slow"])
  }
}

/// Requests of a connection that nobody keeps use one state again and again: nothing of one shows in the next.
@Test func nothingOfARequestShowsInTheNext() async throws {
  try await LiveServer.with(echo) { server in
    let connection = try await server.connect()
    try await connection.send("POST /a?b=1 HTTP/1.1\r\nHost: x\r\nX-A: 1\r\nContent-Length: 4\r\n\r\nbody")
    let first = try await connection.response()
    try await connection.send("GET /c HTTP/1.1\r\nHost: x\r\nX-C: 3\r\n\r\n")
    let second = try await connection.response()
    #expect(first.text.contains("body 4 body") && first.text.contains("X-A"))
    #expect(second.text.contains("body 0 ") && !second.text.contains("X-A") && second.text.contains("X-C"))
    #expect(second.text.contains(#"GET ["c"]"#))
  }
}

/// A plain target is checked without decoding it: what is found must be what decoding finds.
@Test func targetsAreCheckedAndCutAsPathsAre() async throws {
  let server = InProcessServer(
    handler: ClosureHandler {
      Response(body: .text("\($0.path.segments) \($0.path.hasTrailingSlash) \($0.rawQuery)"))
    })
  var random = SeededGenerator(seed: 3)
  let pieces = ["/", "/", "/", ".", "..", "a", "bc", "%41", "%2", "%2f", "%00", "?", "?x=%zz", "#", "ä", " ", "~", "*"]
  var refused = 0
  for _ in 0..<1000 {
    let count = Int.random(in: 0...7, using: &random)
    let target = "/" + (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
    let answer = await server.respond(.get, target)
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = target.contains { $0 == " " || $0 == "#" } ? nil : try? RequestPath(parts[0])
    if path == nil { refused += 1 }
    // What is no ASCII is encoded where a target is read.
    let query = parts.count > 1 ? parts[1].replacing("ä", with: "%C3%A4") : ""
    let expected = path.map { "\($0.segments) \($0.hasTrailingSlash) \(query)" }
    let isSame =
      expected.map { answer.status == .ok && String(decoding: answer.body, as: UTF8.self) == $0 }
      ?? (answer.status == .badRequest)
    if !isSame { Issue.record("\(target) was answered \(answer)") }
  }
  #expect(refused > 100 && refused < 900)
}
