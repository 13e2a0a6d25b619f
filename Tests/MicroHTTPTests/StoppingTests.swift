import Glibc
import Logging
import MicroHTTP
import MicroHTTPTesting
import ServiceLifecycle
import Testing
import UnixSignals

@Test func stopWaitsForWhatIsInFlight() async throws {
  let mayEnd = Counter()
  let handler = ClosureHandler { _ in
    while mayEnd.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
    return Response(body: .text("done"))
  }
  let server = try HTTPServer(configuration: testConfiguration(), handler: handler)
  let address = try #require(try server.start().first)
  let connection = try await TestConnection.open(address)
  let idle = try await TestConnection.open(address)
  try await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
  while server.statistics.requestsInFlight == 0 { try await Task.sleep(for: .milliseconds(2)) }
  async let stopped: Void = server.stop()
  #expect(try await idle.closes(within: .seconds(30)))
  mayEnd.add(1)
  let response = try await connection.response()
  #expect(response.text == "done")
  #expect(response["Connection"] == "close")
  await stopped
  await #expect(throws: (any Error).self) { _ = try await TestConnection.open(address) }
  await server.stop()
}

@Test func connectionsThatComeWhileTheServerStopsAreClosedToo() async throws {
  for _ in 0..<20 {
    let mayEnd = Counter()
    let handler = ClosureHandler { _ in
      while mayEnd.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
      return Response()
    }
    let server = try HTTPServer(configuration: testConfiguration(), handler: handler)
    let address = try #require(try server.start().first)
    let asking = try await TestConnection.open(address)
    try await asking.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    while server.statistics.requestsInFlight == 0 { try await Task.sleep(for: .milliseconds(2)) }
    async let stopped: Void = server.stop()
    for _ in 0..<8 {
      // The socket is closed from some moment on.
      guard let connection = try? await TestConnection.open(address) else { break }
      if try await connection.closes(within: .seconds(1)) { continue }
      // Of a connection that was being made when its socket was closed, Linux tells the other end once that sends something.
      try await connection.send("\r\n")
      #expect(try await connection.closes(within: .seconds(60)))
    }
    mayEnd.add(1)
    #expect(try await asking.response().status == .ok)
    await stopped
  }
}

@Test func stopGivesUpWhatTakesTooLong() async throws {
  let ended = Counter()
  let handler = ClosureHandler { request in
    if request.path.segments == ["stream"] {
      return Response(
        body: .stream(contentType: "text/plain") { writer in
          defer { ended.add(1) }
          try await writer.write("begun")
          try await Task.sleep(for: .seconds(3600))
        })
    }
    defer { ended.add(1) }
    try await Task.sleep(for: .seconds(3600))
    return Response()
  }
  let configuration = testConfiguration { $0.drainTimeout = .milliseconds(200) }
  let server = try HTTPServer(configuration: configuration, handler: handler)
  let address = try #require(try server.start().first)
  let waiting = try await TestConnection.open(address)
  try await waiting.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
  let streaming = try await TestConnection.open(address)
  try await streaming.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
  _ = try await streaming.bytes(upTo: 1000)
  let start = ContinuousClock.now
  await server.stop()
  // A busy machine may take its time, but not what the handlers do.
  #expect(ContinuousClock.now - start < .seconds(60))
  #expect(try await waiting.response().status == .serviceUnavailable)
  #expect(try await streaming.closes(within: .seconds(60)))
  for _ in 0..<12_000 where ended.value < 2 { try await Task.sleep(for: .milliseconds(5)) }
  #expect(ended.value == 2)
}

@Test func serversStartAndStopAgainAndAgainUnderLoad() async throws {
  let handler = ClosureHandler { _ in
    await Task.yield()
    return Response(body: .text("x"))
  }
  for _ in 0..<10 {
    let server = try HTTPServer(configuration: testConfiguration(), handler: handler)
    let address = try #require(try server.start().first)
    async let load: Void = withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          guard let connection = try? await TestConnection.open(address) else { return }
          for _ in 0..<100 {
            guard (try? await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")) != nil,
              (try? await connection.response()) != nil
            else { return }
          }
        }
      }
    }
    try await Task.sleep(for: .milliseconds(20))
    await server.stop()
    await load
    #expect(server.statistics.requestsInFlight == 0)
  }
}

@Test func runsAsAServiceUntilTheGroupShutsDown() async throws {
  let server = try HTTPServer(configuration: testConfiguration(), handler: echo)
  let group = ServiceGroup(services: [server], logger: Logger(label: "test"))
  async let running: Void = group.run()
  try await Task.sleep(for: .milliseconds(100))
  await group.triggerGracefulShutdown()
  try await running
}

@Test func aSignalToTerminateEndsTheRunInPeace() async throws {
  // Until the group listens to it, the signal must not end the tests.
  signal(SIGTERM, SIG_IGN)
  let server = try HTTPServer(configuration: testConfiguration(), handler: echo)
  let group = ServiceGroup(
    services: [server], gracefulShutdownSignals: [.sigterm],
    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  let ended = Counter()
  try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask {
      try await group.run()
      ended.add(1)
    }
    for _ in 0..<3000 where ended.value == 0 {
      try await Task.sleep(for: .milliseconds(20))
      kill(getpid(), SIGTERM)
    }
    #expect(ended.value == 1)
    if ended.value == 0 { await group.triggerGracefulShutdown() }
    try await tasks.waitForAll()
  }
  await #expect(throws: ServerError.alreadyStarted) { try await server.run() }
}
