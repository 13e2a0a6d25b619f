/// How long the client of a streamed body may still take to read: it has some time, spends it while it reads, and gets more with each byte that it has
/// taken, never beyond what it had at first. A client that reads as fast as is asked of it goes on for ever, a slower one comes to an end, and one
/// that has been fast doesn't save up for a long rest.
///
/// Without it, a few bytes now and then would hold whatever a stream is made from, such as a connection to a database.
struct ReadingAllowance {
  private let limit: UInt64
  private let nanosecondsPerByte: UInt64
  private var left: UInt64
  /// Since when the client reads what it was given last.
  private var start: UInt64?

  /// - Parameters:
  ///   - limit: nanoseconds that the client has at first, and at most.
  ///   - nanosecondsPerByte: what it gets for each byte.
  init(limit: UInt64, nanosecondsPerByte: UInt64) {
    (self.limit, self.nanosecondsPerByte, left) = (limit, nanosecondsPerByte, limit)
  }

  /// The client has taken all that it was given. From here on it waits for the server, which costs it nothing.
  mutating func stop(at now: UInt64) {
    guard let start else { return }
    left -= min(left, now - min(start, now))
    self.start = nil
  }

  /// The client is given more.
  /// - Returns: in how many nanoseconds it has to have taken it.
  mutating func start(at now: UInt64, bytes: Int) -> UInt64 {
    left = min(left + UInt64(max(bytes, 0)) * nanosecondsPerByte, limit)
    start = now
    return left
  }
}
