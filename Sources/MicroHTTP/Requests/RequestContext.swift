internal import HTTPTypes
internal import Synchronization

/// What a request is made of, kept once however often the request value is copied.
///
/// Not final: that of a live connection adds what its answer needs.
/// Unchecked: everything but the headers is written before a handler sees the request, on the thread that makes it, and
/// only read afterwards; where the headers are is behind a mutex.
class RequestContext: @unchecked Sendable {
  var target: RequestTarget
  let receivedAt: ContinuousClock.Instant
  var body: [UInt8] = []
  private let headers: Mutex<HeaderSource>

  init(target: RequestTarget, headers: HeaderSource) {
    self.target = target
    receivedAt = .now
    self.headers = Mutex(headers)
  }

  var peer: Peer { .inProcess }
  var isSecure: Bool { false }

  /// - Complexity: O(number of headers).
  final func headerValue(_ name: StaticString) -> String? { headers.withLock { $0.firstValue(name) } }

  final func headerValues(_ name: StaticString) -> [String] {
    var values: [String] = []
    headers.withLock { source in
      source.forEach { if $0.equalsIgnoringCase(name.description) { values.append($1) } }
    }
    return values
  }

  final var headerFields: HTTPFields {
    var fields = HTTPFields()
    headers.withLock { source in
      source.forEach { name, value in
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
      }
    }
    return fields
  }

  /// Makes the request independent of the connection it came from, before that goes away.
  final func detachHeaders() { headers.withLock { $0 = $0.copied } }

  /// The bytes of a field's first value, for the server itself, without making a string of them.
  final func withHeader<Result: Sendable>(
    _ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    headers.withLock { $0.withFirstValue(name, body) }
  }
}
