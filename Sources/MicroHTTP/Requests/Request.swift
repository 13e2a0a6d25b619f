package import HTTPTypes

/// A request, complete with its body. Cheap to pass around: what it says is read when asked for.
public struct Request: Sendable {
  let context: RequestContext

  /// What is asked for.
  public let method: Method
  /// What the route's captures matched.
  public internal(set) var parameters = RouteParameters()

  /// Whether it only reads: `GET` or `HEAD`.
  package var isReading: Bool { method == .get || method == .head }

  /// The raw target, path and query, as received, with bytes beyond ASCII percent-encoded; of an absolute URL only what follows the authority.
  public var target: String { context.target.text }
  /// The same for a log, without what lets its bearer in.
  package var loggedTarget: String { context.target.loggedText }
  /// The decoded segments of the path.
  public var path: RequestPath { context.path }
  /// The path of the target, as it stands there.
  package var rawPath: Substring { context.target.rawPath }
  /// The raw text after `?`, empty if there is none.
  package var rawQuery: Substring { context.target.query }
  /// The query's names and values. They are decoded on every call: keep the result. O(length of the query).
  public var query: QueryItems { QueryItems(rawQuery) }

  /// The value of the first field with that name, in any case.
  public func header(_ name: StaticString) -> String? { context.headerValue(name) }
  /// The values of all fields with that name, in their order.
  public func headerValues(_ name: StaticString) -> [String] { context.headerValues(name) }
  /// All fields. They are copied on every call: keep the result.
  package var headerFields: HTTPFields { context.headerFields }

  /// The value of a cookie, from whichever `Cookie` field it stands in (RFC 6265 §5.4). O(length of the fields).
  public func cookie(named name: String) -> String? { Cookies(fields: headerValues("Cookie"))[name] }

  /// The whole body; the server has refused what is longer than its configuration's `maximumBodySize`.
  public var body: [UInt8] { context.body }

  /// The whole body, for a handler with a limit of its own.
  /// - Throws: `HTTPError` 413 if the body is longer than `limit` bytes.
  package func body(upTo limit: Int) throws -> [UInt8] {
    guard context.body.count <= limit else {
      throw HTTPError(.contentTooLarge, "The body exceeds the limit of \(limit) bytes.")
    }
    return context.body
  }

  /// What log lines and error pages call the request: what a trusted proxy calls it in `X-Request-ID`; else the trace that it belongs to
  /// (`traceparent`, https://www.w3.org/TR/trace-context/); else a number of its own.
  public var id: String { context.id }

  /// What `Handler.readyResponse(to:)` has found of the request, for `respond(to:)` of the same handler: nothing is found twice. Kept as long
  /// as the request.
  package var findings: (any Sendable)? {
    get { context.findings }
    nonmutating set { context.findings = newValue }
  }

  /// The other end of the connection: the client, or a proxy.
  package var peer: Peer { context.peer }
  /// Who asks, also through proxies that the configuration trusts.
  public var client: Peer { context.client }
  /// Whether the client's connection is encrypted, by this server or by a proxy that the configuration trusts.
  public var isSecure: Bool { context.view.isSecure ?? context.isSecure }
  /// What the client calls this server, with a port where it isn't the usual one; `nil` where an old client doesn't say.
  public var host: String? { context.view.host ?? context.target.authority ?? header("Host") }
  /// `https://data.example.org`, what the addresses of this server begin with for the client; empty where it doesn't say.
  public var origin: String { host.map { (isSecure ? "https://" : "http://") + $0 } ?? "" }
  /// When the request line was read, or what the client wished to wait for came.
  package var receivedAt: ContinuousClock.Instant { context.receivedAt }
}
