/// An answer, as a value.
///
/// `Date`, `Content-Length`, `Connection` and `Transfer-Encoding` are the server's; a handler does not set them.
public struct Response: Sendable {
  /// How it went.
  public var status: Status
  /// The fields to send, in this order.
  public var headers: [Header]
  /// What to send.
  public var body: Body

  /// Makes a response. If the headers name no content type, the body's own is added.
  public init(status: Status = .ok, headers: [Header] = [], body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
    if let type = body.contentType, !headers.contains(.contentType) {
      self.headers.append(Header(.contentType, type))
    }
  }

  /// An answer that sends its reader elsewhere.
  public static func redirect(to location: String, status: Status = .seeOther) -> Response {
    Response(status: status, headers: [Header(.location, location)])
  }

  /// An answer that adopts a block of memory as its body. See `Body.adopting(_:count:capacity:contentType:pool:)`.
  package static func adopting(
    _ block: UnsafeMutableRawPointer, count: Int, capacity: Int, contentType: String, status: Status = .ok,
    headers: consuming [Header] = [], pool: ResponseBufferPool? = nil, keeping kept: (any AnyObject & Sendable)? = nil,
    whenReleased: (@Sendable () -> Void)? = nil
  ) -> Response {
    let body = Body.adopting(
      block, count: count, capacity: capacity, contentType: contentType, pool: pool, keeping: kept,
      whenReleased: whenReleased)
    return Response(status: status, headers: headers, body: body)
  }

  /// The response made once, for many requests: its bytes, its compressed form and its headers are kept ready to send.
  /// A stream or file body cannot be kept; it is prepared as it is and answered anew each time.
  package func prepared() -> PreparedResponse { PreparedResponse(self) }

  /// Whether it is made of one that was prepared, whose headers are complete: a further one costs the forms that are kept of it.
  package var isPrepared: Bool { if case .prepared = body.storage { true } else { false } }

  /// The answer to send again for one more request. O(1), no copy.
  package init(_ prepared: PreparedResponse) {
    status = prepared.source.status
    headers = []
    body = Body(.prepared(prepared))
  }
}
