import MicroHTTP

/// Sends each request over a connection of its own.
struct SocketSender: RequestSender {
  let address: BoundAddress

  func send(
    _ method: Method, _ target: String, headers: [(String, String)], body: [UInt8]
  ) async throws -> TestResponse {
    let connection = try await TestConnection.open(address)
    defer { connection.close() }
    var head = "\(method) \(target) HTTP/1.1\r\n"
    if !headers.contains(where: { $0.0.lowercased() == "host" }) { head += "Host: test\r\n" }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if !body.isEmpty || method == .post || method == .put || method == .patch {
      head += "Content-Length: \(body.count)\r\n"
    }
    do {
      try await connection.send(Array((head + "Connection: close\r\n\r\n").utf8) + body)
    } catch TestClientError.notConnected {
      // A server may answer a body that it refuses before it has read all of it, and close then (RFC 9112 section 9.6).
      guard let response = try? await connection.response(to: method) else { throw TestClientError.notConnected }
      return response
    }
    return try await connection.response(to: method)
  }
}

/// Why a test's client could not do what it was asked.
public enum TestClientError: Error, Sendable {
  /// There is no server there, or it has closed.
  case notConnected
  /// What came is not HTTP/1.1, or ended too early.
  case malformedResponse(String)
  /// Nothing came in time.
  case timedOut
}
