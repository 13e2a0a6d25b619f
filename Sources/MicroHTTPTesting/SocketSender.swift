import MicroHTTP

/// Sends each request over a connection of its own.
struct SocketSender: RequestSender {
  let address: BoundAddress?

  func send(
    _ method: Method, _ target: String, headers: [(String, String)], body: [UInt8]
  ) async throws -> TestResponse {
    throw TestClientError.notConnected
  }
}

/// Why a test's client could not do what it was asked.
public enum TestClientError: Error, Sendable {
  /// There is no server there.
  case notConnected
  /// What came is not HTTP/1.1, or ended too early.
  case malformedResponse(String)
  /// Nothing came in time.
  case timedOut
}
