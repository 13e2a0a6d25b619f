internal import MicroHTTP
import TableModel
import TableRendering

/// An answer, and what is known of how long it stands.
struct PageAnswer: Sendable {
  var response: Response
  /// Bytes of its body.
  var byteCount: Int
  /// The state of the data that it was made from; `nil` if it must not be kept.
  var version: DataVersion?
  /// Answers the state of the data as it is now.
  var source: PageCache.VersionSource?

  init(_ response: Response, byteCount: Int = 0) {
    self.response = response
    self.byteCount = byteCount
  }

  /// An answer whose body is what was written into a sink. It is not copied, and its memory goes to the pool once it is sent.
  /// - Parameter whenReleased: called once the body has been sent or is given up.
  init(
    _ bytes: consuming ByteSink, contentType: String, headers: [Header], pool: ResponseBufferPool,
    whenReleased: (@Sendable () -> Void)? = nil
  ) {
    let block = bytes.take()
    response = .adopting(
      block.bytes, count: block.count, capacity: block.capacity, contentType: contentType, headers: headers, pool: pool,
      whenReleased: whenReleased)
    byteCount = block.count
  }
}
