public import MicroHTTP

/// A server on a free port of the loopback address, for the time of a test.
public struct LiveServer: Sendable {
  /// The server.
  public let server: HTTPServer
  /// Where it listens.
  public let addresses: [BoundAddress]

  /// A client that opens a connection for each request.
  public var client: TestClient { TestClient(SocketSender(address: addresses.first)) }

  /// Starts a server, runs a test, and stops it.
  public static func with<Result: Sendable>(
    _ handler: any Handler, configuration: HTTPServer.Configuration = HTTPServer.Configuration(),
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
