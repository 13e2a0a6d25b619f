/// Does something around the handlers behind it: measures, checks, adds headers, answers in their place.
public protocol Middleware: Sendable {
  /// Answers a request, as a rule by asking `next`.
  /// - Throws: what a handler may throw.
  func respond(to request: Request, next: any Handler) async throws -> Response
}

extension Handler {
  /// This handler behind middleware; the first stands outermost. Answers that are ready go through it as all others do.
  public func behind(_ middleware: any Middleware...) -> any Handler { behind(middleware) }

  func behind(_ middleware: [any Middleware]) -> any Handler {
    middleware.reversed().reduce(self as any Handler) { GuardedHandler(middleware: $1, next: $0) }
  }
}

private struct GuardedHandler: Handler {
  let middleware: any Middleware
  let next: any Handler

  func prepare() async throws { try await next.prepare() }
  func finish() async { await next.finish() }
  func respond(to request: Request) async throws -> Response { try await middleware.respond(to: request, next: next) }
  func refusal(_ error: HTTPError, of request: Request) -> Response { next.refusal(error, of: request) }
  func readsBody(of request: Request) -> Bool { next.readsBody(of: request) }
}
