import MicroHTTP
import MicroHTTPTesting
import SeededNumbers
import Testing

/// Counts the bytes of a body while it comes in, and adds them up.
private let summing = ClosureHandler(readsBody: true) { request in
  var count = 0, sum = 0
  for try await piece in request.bodyPieces {
    count += piece.count
    for byte in piece { sum &+= Int(byte) }
  }
  return Response(body: .text("\(count) \(sum)"))
}

@Test(arguments: TestClient.Transport.allCases, [0, 1, 1000, 300_000] + Thoroughness.some([5_000_000], quickly: 0))
func aHandlerReadsABodyWhileItComesIn(over transport: TestClient.Transport, _ size: Int) async throws {
  // In process the body is there as a whole, and the server's limit holds.
  let configuration = testConfiguration { $0.maximumBodySize = transport == .live ? 100 : 10_000_000 }
  try await TestClient.with(summing, over: transport, configuration: configuration) { client in
    let body = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    let answer = try await client.send(.post, "/", body: body)
    #expect(answer.text == "\(size) \(body.reduce(0) { $0 + Int($1) })")
  }
}

@Test func aSlowHandlerSlowsItsClientAndNobodyElse() async throws {
  let mayRead = Counter()
  let handler = ClosureHandler(readsBody: true) { request in
    var count = 0
    for try await piece in request.bodyPieces {
      while mayRead.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
      count += piece.count
    }
    return Response(body: .text("\(count)"))
  }
  try await LiveServer.with(handler) { server in
    let connection = try await server.connect()
    let size = 25_000_000
    try await connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n")
    let sent = Counter()
    async let sending: Void = {
      for _ in 0..<500 {
        try await connection.send([UInt8](repeating: 120, count: size / 500))
        sent.add(size / 500)
      }
    }()
    var before = -1
    while before != sent.value {
      before = sent.value
      try await Task.sleep(for: .milliseconds(200))
    }
    #expect(before < 15_000_000)
    #expect(try await server.client.post("/", "").text == "0")
    mayRead.add(1)
    try await sending
    #expect(try await connection.response().text == "\(size)")
  }
}

@Test func aBodyInChunksIsReadToo() async throws {
  try await LiveServer.with(summing) { server in
    let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    let answer = try await server.raw(head + "5\r\n\u{1}\u{1}\u{1}\u{1}\u{1}\r\n2\r\n\u{2}\u{2}\r\n0\r\n\r\n")
    #expect(answer.text.hasSuffix("7 9"))
  }
}

@Test func aHandlerNeedNotReadAll() async throws {
  let handler = ClosureHandler(readsBody: true) { request in
    for try await _ in request.bodyPieces { break }
    throw HTTPError(.contentTooLarge, "enough")
  }
  try await LiveServer.with(handler) { server in
    let answer = try await server.client.post("/", String(repeating: "x", count: 900_000))
    #expect(answer.status == .contentTooLarge && answer.text == "enough\n")
    // What never ends is cut.
    let connection = try await server.connect()
    try await connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n")
    var isCut = false
    for _ in 0..<1000 where !isCut {
      do { try await connection.send([UInt8](repeating: 120, count: 100_000)) } catch { isCut = true }
    }
    #expect(isCut)
  }
}

@Test func aClientThatLeavesEndsTheBody() async throws {
  let ended = Counter()
  let handler = ClosureHandler(readsBody: true) { request in
    do {
      for try await _ in request.bodyPieces {}
    } catch {
      ended.add(1)
      throw error
    }
    return Response()
  }
  try await LiveServer.with(handler) { server in
    let connection = try await server.connect()
    try await connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc")
    try await Task.sleep(for: .milliseconds(100))
    connection.close()
    for _ in 0..<12_000 where ended.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(ended.value == 1)
  }
}

@Test func aServerThatStopsDoesNotWaitForABodyForEver() async throws {
  let handler = ClosureHandler(readsBody: true) { request in
    for try await _ in request.bodyPieces { try await Task.sleep(for: .seconds(600)) }
    return Response()
  }
  let configuration = testConfiguration { $0.drainTimeout = .milliseconds(200) }
  let server = try HTTPServer(configuration: configuration, handler: handler)
  let address = try #require(try server.start().first)
  let connections = [try await TestConnection.open(address), try await TestConnection.open(address)]
  for (connection, size) in zip(connections, [3, 400_000]) {
    try await connection.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
    try await connection.send([UInt8](repeating: 120, count: size))
  }
  for _ in 0..<12_000 where server.statistics.requestsInFlight < 2 { try await Task.sleep(for: .milliseconds(5)) }
  try await Task.sleep(for: .milliseconds(100))
  let start = ContinuousClock.now
  await server.stop()
  #expect(ContinuousClock.now - start < .seconds(20))
}

@Test func routesSayWhichHandlersReadBodies() async throws {
  var router = Router()
  try router.on(.put, path: "/files/{name}", handler: summing)
  try router.post("/small") { request in Response(body: .text("\(request.body.count)")) }
  let configuration = testConfiguration { $0.maximumBodySize = 100 }
  try await LiveServer.with(router, configuration: configuration) { server in
    let body = [UInt8](repeating: 1, count: 1000)
    let put = try await server.client.send(.put, "/files/a", body: body)
    #expect(put.text == "1000 1000")
    let small = try await server.client.send(.post, "/small", body: body)
    #expect(small.status == .contentTooLarge)
  }
}
