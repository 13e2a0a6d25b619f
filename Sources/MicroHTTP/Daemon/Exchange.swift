internal import CMicroHTTPD
internal import Synchronization

/// A request that came over a connection, on its way to an answer.
///
/// libmicrohttpd holds one reference from the request line to the request's completion. Handler and worker race to say
/// "done" and "parked"; whoever comes second resumes the connection.
///
/// Unchecked: the mutable parts are used on the worker that owns the connection alone, except `response`, which is
/// written by the one who wins `claim`, before `done` is released, and read by the worker after it is acquired.
final class Exchange: RequestContext, Abortable, @unchecked Sendable {
  enum Phase { case line, headers, body, streaming, running, answered }

  private enum Progress {
    static let running: UInt8 = 0
    static let parked: UInt8 = 1
    static let done: UInt8 = 2
  }

  let connection: OpaquePointer
  let record: ConnectionRecord
  var method = Method.get
  var phase = Phase.line
  /// What was wrong with the target, or with the request as a whole; answered before any handler runs.
  var refusal: Response?
  /// The raw target in the connection's memory, one space after the method and one before the version.
  var rawTarget: UnsafeBufferPointer<CChar>?
  /// Whether the body came in chunks. A proxy could find other requests in them than libmicrohttpd does, which takes lone line ends there before 1.0,
  /// and in 1.0.1 the line feed behind an extension for data: what follows on the connection is not read.
  var hasChunks = false
  var drainedBytes = 0
  /// Bytes of the body that count among those of all requests.
  var bodyShare = 0
  /// Whether there was no memory for the body.
  var isBodyUnkept = false
  var response: Response?
  /// The handler, if it suspended. Written once, before the exchange enters the suspensions.
  var task: Task<Void, Never>?
  var sentStatus: UInt16 = 0
  var bodyBytes = 0

  private let progress = Atomic<UInt8>(Progress.running)
  private let claimed = Atomic<Bool>(false)

  init(_ connection: OpaquePointer, _ record: ConnectionRecord, target: RequestTarget) {
    self.connection = connection
    self.record = record
    super.init(target: target, headers: .connection(connection))
  }

  /// Makes the exchange as new, for the next request of its connection.
  /// - Returns: false if a handler may still come to finish it.
  func reset() -> Bool {
    guard task == nil else { return false }
    method = .get
    phase = .line
    refusal = nil
    rawTarget = nil
    hasChunks = false
    drainedBytes = 0
    bodyShare = 0
    isBodyUnkept = false
    response = nil
    sentStatus = 0
    bodyBytes = 0
    clear()
    progress.store(Progress.running, ordering: .relaxed)
    claimed.store(false, ordering: .relaxed)
    return true
  }

  override var peer: Peer { record.peer }
  override var isSecure: Bool { record.isSecure }
  override var isServerStopping: Bool { record.stopping.isGiven }

  var isDone: Bool { progress.load(ordering: .acquiring) == Progress.done }

  /// Hands in the answer. The first one counts.
  func finish(_ response: Response) {
    guard !claimed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    self.response = response
    if progress.exchange(Progress.done, ordering: .acquiringAndReleasing) == Progress.parked {
      MHD_resume_connection(connection)
    }
  }

  /// Says that the connection is suspended; resumes it if the answer came in the meantime.
  func park() {
    let (parked, _) = progress.compareExchange(
      expected: Progress.running, desired: Progress.parked, ordering: .acquiringAndReleasing)
    if !parked { MHD_resume_connection(connection) }
  }

  /// Who reads and leaves wants nothing any more; what changes something is brought to its end.
  var awaitedDescriptor: Int32? { method == .get || method == .head ? record.descriptor : nil }

  func abandon() {
    finish(HTTPError(Status(499), "The client closed the connection.").response)
    task?.cancel()
  }

  func abort() {
    finish(HTTPError(.serviceUnavailable, "The server is stopping.", headers: [Header(.retryAfter, "1")]).response)
    task?.cancel()
  }
}
