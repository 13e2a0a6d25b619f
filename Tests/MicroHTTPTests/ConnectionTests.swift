import MetricsText
import MicroHTTP
import MicroHTTPTesting
import SeededNumbers
import Testing

@Test func pipelinedRequestsAreAnsweredInOrder() async throws {
  let handler = ClosureHandler { request in
    if request.path.segments == ["slow"] { try await Task.sleep(for: .milliseconds(30)) }
    return Response(body: .text(request.target))
  }
  try await LiveServer.with(handler) { server in
    let connection = try await server.connect()
    let targets = ["/1", "/slow", "/2", "/slow?b", "/3"]
    try await connection.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
    for target in targets { #expect(try await connection.response().text == target) }
  }
}

/// Requests of all kinds, cut at random places, on several connections at once: each gets its answer.
@Test func requestsCutAnywhereAreUnderstood() async throws {
  try await LiveServer.with(echo) { server in
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 0..<40 { group.addTask { try await sendCutRequests(to: server, seed: UInt64(seed)) } }
      try await group.waitForAll()
    }
  }
}

private func sendCutRequests(to server: LiveServer, seed: UInt64) async throws {
  var random = SeededGenerator(seed: seed)
  let connection = try await server.connect()
  var bytes: [UInt8] = []
  var expected: [String] = []
  // Behind a body in chunks the connection is closed.
  var isOver = false
  for number in 0..<Int.random(in: 4...20, using: &random) where !isOver {
    let fields = (0..<Int.random(in: 0...12, using: &random)).map { index in
      let blanks = String(repeating: " ", count: Int.random(in: 0...4, using: &random))
      let length = [0, 1, 30, 700].randomElement(using: &random) ?? 0
      return "H\(index):\(blanks)\(String(repeating: "v", count: length))\r\n"
    }.joined()
    let count = [1, 100, 5000, 40_000].randomElement(using: &random) ?? 1
    let (head, body, size) =
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<6: ("GET", "", 0)
      case 6..<11: ("POST", String(repeating: "y", count: count), count)
      default: ("PUT", "5\r\nhello\r\n3\(chunkExtension)\r\nyou\r\n0\r\n\r\n", 8)
      }
    let framing =
      head == "GET" ? "" : head == "PUT" ? "Transfer-Encoding: chunked\r\n" : "Content-Length: \(size)\r\n"
    bytes += Array("\(head) /\(number)?\(seed) HTTP/1.1\r\n\(fields)Host: x\r\n\(framing)\r\n\(body)".utf8)
    isOver = head == "PUT"
    expected.append("\(head) [\"\(number)\"] trailing=false /\(number)?\(seed)|body \(size) ")
  }
  let (all, cuts) = (bytes, random)
  async let sending: Void = send(all, over: connection, cut: cuts)
  for line in expected {
    let text = try await connection.response(within: .seconds(20)).text
    let parts = line.split(separator: "|")
    #expect(text.hasPrefix(parts[0]) && text.contains(parts[1]), "\(line) got \(text.prefix(200))")
  }
  try await sending
  connection.close()
}

private func send(_ bytes: [UInt8], over connection: TestConnection, cut random: SeededGenerator) async throws {
  var (rest, random) = (bytes[...], random)
  while !rest.isEmpty {
    let count = [1, 3, 50, 1460, 9000, 65_536].randomElement(using: &random) ?? 1
    try await connection.send(Array(rest.prefix(count)))
    rest = rest.dropFirst(count)
  }
}

@Test func slowHeadersAreCut() async throws {
  let metrics = PrometheusMetrics()
  let configuration = testConfiguration {
    $0.headerTimeout = .milliseconds(400)
    $0.metrics = metrics.factory
  }
  try await LiveServer.with(echo, configuration: configuration) { server in
    let start = ContinuousClock.now
    let connection = try await server.connect()
    let drip = Task {
      try await connection.send("GET / HTTP/1.1\r\n")
      for number in 0..<100 {
        try await connection.send("X\(number): y\r\n")
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    #expect(try await connection.closes(within: .seconds(60)))
    #expect(ContinuousClock.now - start > .milliseconds(300))
    drip.cancel()
    #expect(metrics.value("http_connections_timed_out_total") == 1)
  }
}

@Test func slowBodiesAreCut() async throws {
  let configuration = testConfiguration { $0.bodyTimeout = .milliseconds(400) }
  try await LiveServer.with(echo, configuration: configuration) { server in
    let connection = try await server.connect()
    let drip = Task {
      try await connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n")
      for _ in 0..<100 {
        try await connection.send("y")
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    // The limit is for a busy machine, on which the drip itself may start late.
    #expect(try await connection.closes(within: .seconds(60)))
    drip.cancel()
  }
}

@Test func slowReadersAreCut() async throws {
  let metrics = PrometheusMetrics()
  let configuration = testConfiguration {
    $0.responseTimeout = .milliseconds(300)
    $0.minimumResponseRate = 1 << 30
    $0.metrics = metrics.factory
  }
  let large = Response(body: .bytes([UInt8](repeating: 120, count: 30_000_000))).prepared()
  try await LiveServer.with(ClosureHandler { _ in Response(large) }, configuration: configuration) { server in
    let connection = try await server.connect()
    connection.shrinkReceiveBuffer()
    try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    for _ in 0..<12_000 where metrics.value("http_connections_timed_out_total") == 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(metrics.value("http_connections_timed_out_total") == 1)
  }
}

@Test func idleConnectionsAreCutAndNotBefore() async throws {
  let configuration = testConfiguration { $0.idleTimeout = .seconds(2) }
  try await LiveServer.with(echo, configuration: configuration) { server in
    for _ in 0..<10 {
      let connection = try await server.connect()
      // From before the first answer is sent, since that is when the server's clock starts.
      let start = ContinuousClock.now
      try await connection.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await connection.response()
      try await Task.sleep(for: .milliseconds(100))
      try? await connection.send("GET /2 HTTP/1.1\r\nHost: x\r\n\r\n")
      let second = try? await connection.response()
      // On a busy machine the pause can be longer than the server's patience; then it says nothing.
      guard ContinuousClock.now - start < .milliseconds(1500) else { continue }
      #expect(second?.status == .ok)
      #expect(try await connection.closes(within: .seconds(60)))
      return
    }
  }
}

@Test func aThousandIdleConnectionsHarmNobody() async throws {
  try await LiveServer.with(echo) { server in
    var idle: [TestConnection] = []
    for _ in 0..<1000 { idle.append(try await server.connect()) }
    for connection in idle.prefix(50) { try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n") }
    for _ in 0..<50 { #expect(try await server.client.get("/").status == .ok) }
    #expect(server.server.statistics.connections >= 1000)
    idle.forEach { $0.close() }
  }
}

@Test func oneAddressMayHaveOnlySoManyConnections() async throws {
  let configuration = testConfiguration { $0.connectionLimitPerAddress = 3 }
  try await LiveServer.with(echo, configuration: configuration) { server in
    var open: [TestConnection] = []
    for _ in 0..<3 {
      let connection = try await server.connect()
      try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await connection.response().status == .ok)
      open.append(connection)
    }
    let another = try await server.connect()
    #expect(try await another.closes(within: .seconds(60)))
    open.forEach { $0.close() }
    for _ in 0..<12_000 where server.server.statistics.connections > 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await server.client.get("/").status == .ok)
  }
}

@Test func tooManyConnectionsAreTurnedAway() async throws {
  let configuration = testConfiguration { $0.connectionLimit = 8 }
  try await LiveServer.with(echo, configuration: configuration) { server in
    var open: [TestConnection] = []
    for _ in 0..<8 {
      let connection = try await server.connect()
      try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await connection.response()
      open.append(connection)
    }
    let refused = try await server.connect()
    let response = try await refused.response()
    #expect(response.status == .serviceUnavailable)
    #expect(response["Retry-After"] == "1")
    open.forEach { $0.close() }
    for _ in 0..<12_000 where server.server.statistics.connections > 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await server.client.get("/").status == .ok)
  }
}

/// Waits until it is cancelled, and says so.
private struct Waiting: Handler {
  let ended: AsyncStream<String>.Continuation

  func respond(to request: Request) async throws -> Response {
    do {
      try await Task.sleep(for: request.method == .post ? .seconds(3) : .seconds(600))
      ended.yield("done")
    } catch {
      ended.yield("cancelled")
    }
    return Response(body: .text("late"))
  }
}

/// A query that nobody waits for any more ends; a change that was begun doesn't.
@Test(arguments: [("GET", "cancelled"), ("POST", "done")])
func whoeverLeavesIsWaitedForNoMore(method: String, outcome: String) async throws {
  let (outcomes, ended) = AsyncStream.makeStream(of: String.self)
  try await LiveServer.with(Waiting(ended: ended), configuration: testConfiguration()) { server in
    let connection = try await server.connect()
    try await connection.send("\(method) / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
    for _ in 0..<12_000 where server.server.statistics.requestsInFlight == 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
    connection.close()
    for await found in outcomes {
      #expect(found == outcome)
      break
    }
    for _ in 0..<12_000 where server.server.statistics.requestsInFlight > 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(server.server.statistics.requestsInFlight == 0)
  }
}
