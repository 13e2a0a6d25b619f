/// Answers requests. The whole of the server's abstraction.
public protocol Handler: Sendable {
  /// Answers one request. It starts on the thread that read the request, so that an answer made without waiting leaves
  /// from there; what takes longer than a few milliseconds without suspending belongs elsewhere.
  ///
  /// - Throws: a `ResponseConvertible` error to answer with; any other becomes a logged 500.
  func respond(to request: Request) async throws -> Response
}

/// A closure as a handler.
public struct ClosureHandler: Handler {
  private let body: @Sendable (Request) async throws -> Response

  /// Wraps a closure.
  public init(_ body: @escaping @Sendable (Request) async throws -> Response) { self.body = body }

  /// Calls the closure.
  public func respond(to request: Request) async throws -> Response { try await body(request) }
}
