public import MicroHTTP

/// Sends requests to a handler, in process or over a socket of this machine, so that one test can run both ways.
///
/// ```swift
/// @Test(arguments: TestClient.Transport.allCases)
/// func greets(over transport: TestClient.Transport) async throws {
///   try await TestClient.with(handler, over: transport) { client in
///     let response = try await client.get("/hello", headers: ["Accept": "text/plain"])
///     #expect(response.status == .ok)
///     #expect(response.text == "Hello\n")
///   }
/// }
/// ```
public struct TestClient: Sendable {
  /// How requests travel.
  public enum Transport: String, Sendable, CaseIterable, CustomStringConvertible {
    /// The handler is called by the server's own pipeline, without a socket.
    case inProcess
    /// A server listens on a free port of the loopback address.
    case live

    /// The name.
    public var description: String { rawValue }
  }

  private let sender: any RequestSender

  init(_ sender: any RequestSender) { self.sender = sender }

  /// A client for a handler, called in process.
  public static func inProcess(
    _ handler: any Handler, configuration: HTTPServer.Configuration = .patient
  ) -> TestClient {
    TestClient(InProcessSender(server: InProcessServer(configuration: configuration, handler: handler)))
  }

  /// Runs a test with a client over either transport; a live server is stopped at its end.
  public static func with<Result: Sendable>(
    _ handler: any Handler, over transport: Transport,
    configuration: HTTPServer.Configuration = .patient,
    _ test: (TestClient) async throws -> Result
  ) async throws -> Result {
    switch transport {
    case .inProcess: try await test(.inProcess(handler, configuration: configuration))
    case .live:
      try await LiveServer.with(handler, configuration: configuration) { server in try await test(server.client) }
    }
  }

  /// Sends one request and waits for the whole answer.
  public func send(
    _ method: Method, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
  ) async throws -> TestResponse {
    try await sender.send(method, target, headers: headers.map { ($0, $1) }.sorted { $0.0 < $1.0 }, body: body)
  }

  /// `GET`.
  public func get(_ target: String, headers: [String: String] = [:]) async throws -> TestResponse {
    try await send(.get, target, headers: headers)
  }

  /// `HEAD`.
  public func head(_ target: String, headers: [String: String] = [:]) async throws -> TestResponse {
    try await send(.head, target, headers: headers)
  }

  /// `POST` with a text.
  public func post(_ target: String, _ text: String, headers: [String: String] = [:]) async throws -> TestResponse {
    try await send(.post, target, headers: headers, body: Array(text.utf8))
  }

  /// `OPTIONS`.
  package func options(_ target: String, headers: [String: String] = [:]) async throws -> TestResponse {
    try await send(.options, target, headers: headers)
  }
}
