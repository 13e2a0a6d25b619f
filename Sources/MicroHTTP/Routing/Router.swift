/// Finds the handler for a path.
///
/// A pattern is a path whose segments are literal text, a capture `{name}` of one segment, or, at the end, a capture
/// `{name...}` of all the rest. Literal segments win over captures, captures over tails, segment by segment; a
/// trailing slash is not told apart: what wants to, looks at `request.path`.
/// `HEAD` is answered by the handler for `GET`, `OPTIONS` by the router, unless they have their own.
public struct Router: Handler {
  /// The handlers of one pattern.
  private struct Methods: Sendable {
    var handlers: [Method: any Handler] = [:]

    func handler(for method: Method) -> (any Handler)? {
      handlers[method] ?? (method == .head ? handlers[.get] : nil)
    }

    /// The methods for an `Allow` field (RFC 9110 §10.2.1).
    var allowed: String {
      var names = Set(handlers.keys)
      if names.contains(.get) { names.insert(.head) }
      names.insert(.options)
      return names.map(\.description).sorted().joined(separator: ", ")
    }
  }

  private var tree = RouteTree<Methods>()
  private var fallback: (any Handler)?

  /// A router that answers 404 to everything.
  public init() {}

  /// Answers these methods at that path. A later handler for the same takes the place of an earlier one.
  public mutating func on(_ methods: Method..., path pattern: String, handler: any Handler) {
    on(methods, RoutePattern(pattern), handler)
  }

  /// Answers these methods at that path with a closure.
  public mutating func on(
    _ methods: Method..., path pattern: String, _ handler: @escaping @Sendable (Request) async throws -> Response
  ) {
    on(methods, RoutePattern(pattern), ClosureHandler(handler))
  }

  private mutating func on(_ methods: [Method], _ pattern: RoutePattern, _ handler: any Handler) {
    tree.change(at: pattern) { known in
      var all = known ?? Methods()
      for method in methods { all.handlers[method] = handler }
      known = all
    }
  }

  /// Answers `GET` and `HEAD` at that path with a closure.
  public mutating func get(_ pattern: String, _ handler: @escaping @Sendable (Request) async throws -> Response) {
    on(.get, path: pattern, handler)
  }

  /// Answers what no pattern matches, in place of a 404.
  public mutating func otherwise(_ handler: any Handler) { fallback = handler }

  /// Calls the handler found.
  /// - Throws: `HTTPError` 404, or 405 with the methods that the path has.
  public func respond(to request: Request) async throws -> Response {
    var parameters = RouteParameters()
    guard let methods = tree.find(request.path.segments[...], &parameters) else {
      if let fallback { return try await fallback.respond(to: request) }
      throw HTTPError(.notFound, "There is nothing at this address.")
    }
    if let handler = methods.handler(for: request.method) {
      var request = request
      request.parameters = parameters
      return try await handler.respond(to: request)
    }
    let allow = Header(.allow, methods.allowed)
    if request.method == .options { return Response(status: .noContent, headers: [allow]) }
    throw HTTPError(
      .methodNotAllowed, "This address answers \(methods.allowed), not \(request.method).", headers: [allow])
  }
}
