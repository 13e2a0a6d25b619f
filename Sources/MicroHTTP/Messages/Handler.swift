/// Answers requests. The whole of the server's abstraction.
public protocol Handler: Sendable {
  /// Answers one request. It starts on the thread that read the request, so that an answer made without waiting leaves
  /// from there; what takes longer than a few milliseconds without suspending belongs elsewhere.
  ///
  /// - Throws: a `ResponseConvertible` error to answer with; any other becomes a logged 500.
  func respond(to request: Request) async throws -> Response

  /// The response to a request, if it is there already, such as in a cache. The server asks for it first, and calls
  /// `respond(to:)` only where there is none: what is answered here costs neither a task nor an allocation of the server's.
  ///
  /// Called on the thread that reads and writes its connections, so it must neither wait nor work long. Handlers that
  /// call other handlers need not pass it on: it is a shortcut, and `respond(to:)` answers every request alone. What it has found out about a
  /// request all the same can stand in `Request.findings`.
  func readyResponse(to request: Request) -> Response?

  /// Whether the handler reads the body of a request itself while it comes in, from `Request.bodyPieces`. Then it is called as soon as the
  /// headers are there, no limit holds for the body but its own, and a body that it doesn't read is not taken. Called on the thread that reads
  /// and writes connections, before anything of the body is read.
  func readsBody(of request: Request) -> Bool

  /// What is answered where the server refuses a request whose head is in order before it gets to the handler: one with a body that is too
  /// long. The body isn't there. Called on the thread that reads and writes connections, so it must neither wait nor work long.
  func refusal(_ error: HTTPError, of request: Request) -> Response

  /// Called once by `HTTPServer.run()` before it listens, to check what could not be checked when the handler was made.
  /// - Throws: what keeps the server from starting.
  func prepare() async throws

  /// Called once by `HTTPServer.run()` after it has stopped, to bring to an end what requests began.
  func finish() async
}

extension Handler {
  /// The error as it is.
  public func refusal(_ error: HTTPError, of request: Request) -> Response { error.response }

  /// Nothing has to be checked.
  public func prepare() async throws {}

  /// Nothing is left to be done.
  public func finish() async {}

  /// The server reads it first, up to its limit.
  public func readsBody(of request: Request) -> Bool { false }

  /// Nothing is ready.
  public func readyResponse(to request: Request) -> Response? { nil }
}

/// A closure as a handler.
public struct ClosureHandler: Handler {
  private let readsBody: Bool
  private let body: @Sendable (Request) async throws -> Response

  /// Wraps a closure.
  /// - Parameter readsBody: whether it reads bodies itself, while they come in: see `Handler.readsBody(of:)`.
  public init(readsBody: Bool = false, _ body: @escaping @Sendable (Request) async throws -> Response) {
    self.readsBody = readsBody
    self.body = body
  }

  /// What was said when it was made.
  public func readsBody(of request: Request) -> Bool { readsBody }

  /// Calls the closure.
  public func respond(to request: Request) async throws -> Response { try await body(request) }
}
