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
  /// The pattern of each shape, and the routes that there are, to find those that are in each other's way.
  private var patterns: [String: String] = [:]
  private var fallback: (any Handler)?
  /// The handlers of the routes, to prepare them.
  private var handlers: [any Handler] = []
  /// What holds for the routes that are added now.
  private var prefix = ""
  private var middleware: [any Middleware] = []

  /// A router that answers 404 to everything.
  public init() {}

  /// Answers these methods at that path.
  /// - Throws: `RouteError` for a pattern that can't be read, and where another route answers the same requests.
  public mutating func on(_ methods: Method..., path pattern: String, handler: any Handler) throws(RouteError) {
    try on(methods, pattern, handler)
  }

  /// Answers these methods at that path with a closure.
  /// - Throws: see `on(_:path:handler:)`.
  public mutating func on(
    _ methods: Method..., path pattern: String, _ handler: @escaping @Sendable (Request) async throws -> Response
  ) throws(RouteError) {
    try on(methods, pattern, ClosureHandler(handler))
  }

  private mutating func on(_ methods: [Method], _ path: String, _ handler: any Handler) throws(RouteError) {
    let path = prefix + path
    let pattern = RoutePattern(path)
    if let problem = pattern.problem { throw .malformed(path, reason: problem) }
    if let other = patterns[pattern.shape], RoutePattern(other).parts != pattern.parts {
      throw .conflict(path, with: other)
    }
    patterns[pattern.shape] = path
    let handler = handler.behind(middleware)
    handlers.append(handler)
    try tree.change(at: pattern) { known throws(RouteError) in
      var all = known ?? Methods()
      for method in methods {
        guard all.handlers.updateValue(handler, forKey: method) == nil else {
          throw .conflict("\(method) \(path)", with: "another one of the same name")
        }
      }
      known = all
    }
  }

  /// Answers `GET` and `HEAD` at that path with a closure.
  /// - Throws: see `on(_:path:handler:)`.
  public mutating func get(
    _ pattern: String, _ handler: @escaping @Sendable (Request) async throws -> Response
  ) throws(RouteError) {
    try on(.get, path: pattern, handler)
  }

  /// Answers `POST` at that path with a closure.
  /// - Throws: see `on(_:path:handler:)`.
  public mutating func post(
    _ pattern: String, _ handler: @escaping @Sendable (Request) async throws -> Response
  ) throws(RouteError) {
    try on(.post, path: pattern, handler)
  }

  /// Adds routes whose paths begin alike, behind middleware of their own; the first stands outermost.
  /// - Throws: what `routes` throws.
  public mutating func group(
    _ path: String = "", _ middleware: any Middleware..., routes: (inout Router) throws -> Void
  ) rethrows {
    let outer = (prefix, self.middleware)
    defer { (prefix, self.middleware) = outer }
    prefix += path
    self.middleware += middleware
    try routes(&self)
  }

  /// Answers what no pattern matches, in place of a 404.
  public mutating func otherwise(_ handler: any Handler) { fallback = handler }

  /// Calls the handler found.
  /// - Throws: `HTTPError` 404, or 405 with the methods that the path has.
  public func respond(to request: Request) async throws -> Response {
    guard let (methods, parameters) = match(request) else {
      if let fallback { return try await fallback.respond(to: request) }
      throw HTTPError(.notFound, "Not found.")
    }
    if let handler = methods.handler(for: request.method) {
      var request = request
      request.parameters = parameters
      return try await handler.respond(to: request)
    }
    let allow = Header(.allow, methods.allowed)
    if request.method == .options { return Response(status: .noContent, headers: [allow]) }
    throw HTTPError(
      .methodNotAllowed, "\(request.method) isn't allowed; use \(methods.allowed).", headers: [allow])
  }

  /// Prepares the handlers of all routes.
  public func prepare() async throws {
    for handler in handlers { try await handler.prepare() }
    try await fallback?.prepare()
  }

  /// Has the handlers of all routes finish.
  public func finish() async {
    for handler in handlers { await handler.finish() }
    await fallback?.finish()
  }

  /// What the handler found says.
  public func readsBody(of request: Request) -> Bool {
    guard let (methods, parameters) = match(request) else { return fallback?.readsBody(of: request) ?? false }
    var request = request
    request.parameters = parameters
    return methods.handler(for: request.method)?.readsBody(of: request) ?? false
  }

  private func match(_ request: Request) -> (Methods, RouteParameters)? {
    var parameters = RouteParameters()
    return tree.find(request.path.segments[...], &parameters).map { ($0, parameters) }
  }
}
