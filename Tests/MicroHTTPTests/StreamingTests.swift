import Logging
import MetricsText
import MicroHTTP
import MicroHTTPTesting
import Synchronization
import Testing

@Test(arguments: TestClient.Transport.allCases)
func streamsABody(over transport: TestClient.Transport) async throws {
  let handler = ClosureHandler { _ in
    Response(
      body: .stream(contentType: "text/plain") { writer in
        for number in 0..<5 {
          try await writer.write("line \(number)\n")
          try await Task.sleep(for: .milliseconds(2))
        }
        try await writer.write([UInt8](repeating: UInt8(ascii: "x"), count: 200_000))
      })
  }
  try await TestClient.with(handler, over: transport) { client in
    let response = try await client.get("/")
    #expect(response.status == .ok)
    #expect(response.text.hasPrefix("line 0\nline 1\nline 2\nline 3\nline 4\nxxx"))
    #expect(response.body.count == 35 + 200_000)
    #expect(try await client.head("/").body.isEmpty)
  }
}

@Test func aSlowReaderSlowsTheProducer() async throws {
  let written = Counter()
  let handler = ClosureHandler { _ in
    Response(
      body: .stream(contentType: "text/plain") { writer in
        for _ in 0..<4000 {
          try await writer.write([UInt8](repeating: 120, count: 10_000))
          written.add(10_000)
        }
      })
  }
  try await LiveServer.with(handler) { server in
    let connection = try await server.connect()
    try await connection.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    _ = try await connection.bytes(upTo: 1000)
    // What is written once nobody reads is what kernel and buffer hold: far less than all of it.
    var before = -1
    while before != written.value {
      before = written.value
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(before > 0 && before < 20_000_000)
    // Others are served all the while.
    let other = try await server.connect()
    try await other.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try await other.response(to: .head).status == .ok)
    // And when the reader reads on, the producer goes on.
    while try await connection.bytes(upTo: 1 << 20) != nil {}
    #expect(written.value == 40_000_000)
  }
}

/// A few bytes again and again don't keep a stream, nor what it is made from.
@Test func aReaderBelowTheLeastRateIsCut() async throws {
  let metrics = PrometheusMetrics()
  let ended = Counter()
  let handler = ClosureHandler { _ in
    Response(
      body: .stream(contentType: "text/plain") { writer in
        defer { ended.add(1) }
        while true { try await writer.write([UInt8](repeating: 120, count: 10_000)) }
      })
  }
  let configuration = testConfiguration {
    $0.responseTimeout = .seconds(3)
    $0.minimumResponseRate = 1 << 30
    $0.metrics = metrics.factory
  }
  try await LiveServer.with(handler, configuration: configuration) { server in
    let connection = try await server.connect()
    connection.shrinkReceiveBuffer()
    try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    // Each time, the server gets rid of a piece long before three seconds are over.
    let isCut = try await withThrowingTaskGroup { group in
      group.addTask {
        while try await connection.bytes(upTo: 5_000) != nil { try await Task.sleep(for: .milliseconds(20)) }
        return true
      }
      group.addTask {
        try await Task.sleep(for: .seconds(120))
        return false
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
    #expect(isCut)
    for _ in 0..<12_000 where ended.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(ended.value == 1)
    #expect(metrics.value("http_connections_timed_out_total") == 1)
  }
}

@Test func aProducerIsCancelledWhenItsClientGoes() async throws {
  let ended = Counter()
  let handler = ClosureHandler { _ in
    Response(
      body: .stream(contentType: "text/plain") { writer in
        defer { ended.add(1) }
        while true {
          try await writer.write("tick\n")
          try await Task.sleep(for: .milliseconds(5))
        }
      })
  }
  try await LiveServer.with(handler) { server in
    let connection = try await server.connect()
    try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    _ = try await connection.bytes(upTo: 1000)
    connection.close()
    for _ in 0..<12_000 where ended.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(ended.value == 1)
  }
}

@Test(arguments: TestClient.Transport.allCases)
func severalTasksMayWriteOneBody(over transport: TestClient.Transport) async throws {
  let handler = ClosureHandler { _ in
    Response(
      body: .stream(contentType: "text/plain") { writer in
        try await withThrowingTaskGroup { group in
          for letter in "abcdefgh" {
            group.addTask {
              for _ in 0..<50 { try await writer.write(String(repeating: letter, count: 9_999) + "\n") }
            }
          }
          try await group.waitForAll()
        }
      })
  }
  try await TestClient.with(handler, over: transport) { client in
    let lines = try await client.get("/").text.split(separator: "\n")
    #expect(lines.count == 400)
    #expect(lines.allSatisfy { $0.utf8.count == 9_999 && Set($0.utf8).count == 1 })
  }
}

@Test func aStreamIsToldThatTheServerStops() async throws {
  let handler = ClosureHandler { _ in
    Response(
      body: .stream(contentType: "text/plain") { writer in
        try await writer.write("begun \(writer.isServerStopping)\n")
        try await writer.waitUntilServerStops()
        try await writer.write("ended \(writer.isServerStopping)\n")
      })
  }
  let server = try HTTPServer(configuration: testConfiguration(), handler: handler)
  let connection = try await TestConnection.open(try #require(try server.start().first))
  try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
  async let response = connection.response()
  for _ in 0..<12_000 where server.statistics.requestsInFlight == 0 { try await Task.sleep(for: .milliseconds(5)) }
  try await Task.sleep(for: .milliseconds(50))
  let start = ContinuousClock.now
  await server.stop()
  #expect(ContinuousClock.now - start < .seconds(20))
  let text = try await response.text
  #expect(text == "begun false\nended true\n")
}

/// What was read for a client that has gone is interrupted, which is nobody's error.
@Test func aClientThatLeavesIsNoError() async throws {
  struct Interrupted: Error {}
  let ended = Counter()
  let log = LogLines()
  let handler = ClosureHandler { _ in
    Response(
      body: .stream(contentType: "text/plain") { writer in
        defer { ended.add(1) }
        do {
          while true { try await writer.write([UInt8](repeating: 120, count: 100_000)) }
        } catch { throw Interrupted() }
      })
  }
  let configuration = testConfiguration { $0.logger = log.logger(level: .error) }
  try await LiveServer.with(handler, configuration: configuration) { server in
    let connection = try await server.connect()
    try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    _ = try await connection.bytes(upTo: 1000)
    connection.close()
    for _ in 0..<12_000 where ended.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(ended.value == 1)
  }
  #expect(log.lines.withLock { $0.isEmpty })
}

@Test func aStreamThatFailsIsCutSoThatItIsNotTakenForWhole() async throws {
  struct Broken: Error {}
  let handler = ClosureHandler { _ in
    Response(
      body: .stream(contentType: "text/plain") { writer in
        try await writer.write("half")
        throw Broken()
      })
  }
  try await LiveServer.with(handler) { server in
    let (text, isClosed) = try await server.raw("GET / HTTP/1.1\r\nHost: x\r\n\r\n", quietFor: .seconds(2))
    #expect(isClosed)
    #expect(!text.hasSuffix("0\r\n\r\n"))
  }
}

/// A count that several tasks may change.
final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add(_ number: Int) { count.withLock { $0 += number } }
}
