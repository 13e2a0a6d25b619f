public import MicroHTTP

/// A server on a free port of the loopback address, for the time of a test.
public struct LiveServer: Sendable {
  /// The server.
  public let server: HTTPServer
  /// Where it listens.
  public let addresses: [BoundAddress]

  /// A client that opens a connection for each request.
  public var client: TestClient { TestClient(SocketSender(address: address)) }

  /// The first of the addresses.
  public var address: BoundAddress { addresses.first ?? BoundAddress(host: "nowhere", port: 0) }

  /// Opens a connection of one's own.
  package func connect() async throws -> TestConnection { try await TestConnection.open(address) }

  /// Sends bytes as they are over a new connection; what comes back until the server closes, or is quiet for a while.
  package func raw(
    _ bytes: [UInt8], quietFor time: Duration = .milliseconds(300)
  ) async throws -> (text: String, isClosed: Bool) {
    let connection = try await connect()
    defer { connection.close() }
    // A server that refuses may close before everything is sent.
    try? await connection.send(bytes)
    let (bytes, isClosed) = try await connection.everything(quietFor: time)
    return (String(decoding: bytes, as: UTF8.self), isClosed)
  }

  /// See `raw(_:quietFor:)`.
  package func raw(
    _ text: String, quietFor time: Duration = .milliseconds(300)
  ) async throws -> (text: String, isClosed: Bool) {
    try await raw(Array(text.utf8), quietFor: time)
  }

  /// Starts a server, runs a test, and stops it.
  public static func with<Result: Sendable>(
    _ handler: any Handler, configuration: HTTPServer.Configuration = .patient,
    _ test: (LiveServer) async throws -> Result
  ) async throws -> Result {
    let server = try HTTPServer(configuration: configuration, handler: handler)
    let live = LiveServer(server: server, addresses: try server.start())
    do {
      let result = try await test(live)
      await server.stop()
      return result
    } catch {
      await server.stop()
      throw error
    }
  }
}
