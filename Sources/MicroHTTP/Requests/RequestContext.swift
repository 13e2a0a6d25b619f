internal import HTTPTypes
internal import Synchronization

/// What a request is made of, kept once however often the request value is copied.
///
/// Not final: that of a live connection adds what its answer needs.
/// Unchecked: everything but what the mutex holds is written before a handler sees the request, on the thread that makes
/// it, and only read afterwards.
class RequestContext: @unchecked Sendable {
  private struct Parts {
    var headers: HeaderSource
    /// The path, once it was asked for.
    var path: RequestPath?
    /// What a handler has found.
    var findings: (any Sendable)?
    /// What the request is called, once it was asked for.
    var id: String?
    /// Since when its time counts, where that isn't from the request line on.
    var restartedAt: ContinuousClock.Instant?
  }

  private(set) var target: RequestTarget
  private var arrivedAt: ContinuousClock.Instant
  var body: [UInt8] = []
  /// Brings the body to a handler that reads it itself.
  var bodyPipe: BodyPipe?
  /// How the client sees the server.
  var view = ClientView()
  private let parts: Mutex<Parts>

  init(target: RequestTarget, headers: HeaderSource) {
    self.target = target
    arrivedAt = .now
    parts = Mutex(Parts(headers: headers))
  }

  /// Makes this, empty so far, the context of a request whose headers are in the same place.
  final func restart(_ target: RequestTarget) {
    self.target = target
    arrivedAt = .now
  }

  /// Forgets the request, whose parts can be many times as large as what was received, while the connection is idle.
  final func clear() {
    target = .none
    body = []
    bodyPipe = nil
    view = ClientView()
    let findings = parts.withLock { parts in
      parts.path = nil
      parts.id = nil
      parts.restartedAt = nil
      return parts.findings.take()
    }
    // Released here, outside of the lock.
    _ = consume findings
  }

  final var findings: (any Sendable)? {
    get { parts.withLock(\.findings) }
    set { parts.withLock { $0.findings = newValue } }
  }

  /// When the request line was read, or what the client wished to wait for came.
  final var receivedAt: ContinuousClock.Instant { parts.withLock(\.restartedAt) ?? arrivedAt }
  final func restartTime() { parts.withLock { $0.restartedAt = .now } }

  var peer: Peer { .inProcess }
  var isSecure: Bool { false }
  var isServerStopping: Bool { false }
  final var client: Peer { view.client ?? peer }

  /// The decoded path. O(n) when it is first asked for.
  final var path: RequestPath {
    parts.withLock { parts in
      if let path = parts.path { return path }
      let path = target.path
      parts.path = path
      return path
    }
  }

  /// What the request is called in log lines and on pages.
  final var id: String {
    parts.withLock { parts in
      if let id = parts.id { return id }
      let id =
        view.requestID ?? parts.headers.firstValue("traceparent").flatMap(RequestID.init(traceParent:))?.text
        ?? RequestID.next().text
      parts.id = id
      return id
    }
  }

  /// - Complexity: O(number of headers).
  final func headerValue(_ name: StaticString) -> String? { parts.withLock { $0.headers.firstValue(name) } }

  final func headerValues(_ name: StaticString) -> [String] { parts.withLock { $0.headers.values(name) } }

  final var headerFields: HTTPFields {
    var fields = HTTPFields()
    parts.withLock { parts in
      for (name, value) in parts.headers.fields {
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
      }
    }
    return fields
  }

  /// Makes the request independent of the connection it came from, before that goes away.
  final func detachHeaders() { parts.withLock { $0.headers = $0.headers.copied } }

  /// The bytes of a field's first value, for the server itself, without making a string of them.
  final func withHeader<Result: Sendable>(
    _ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    parts.withLock { $0.headers.withFirstValue(name, body) }
  }
}
