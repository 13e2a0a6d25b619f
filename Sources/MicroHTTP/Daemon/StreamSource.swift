internal import CMicroHTTPD

/// Feeds a streamed body to libmicrohttpd.
///
/// The producer starts when the first byte is asked for, so never for `HEAD`. Where there is nothing to send the
/// connection is suspended, and resumed by the producer.
/// Unchecked: `task` and `allowance` are written and read by libmicrohttpd's calls for this response alone, which come one at a time.
final class StreamSource: @unchecked Sendable, Abortable {
  private let exchange: Exchange
  private let core: ServerCore
  private let pipe: StreamPipe
  private let produce: @Sendable (StreamWriter) async throws -> Void
  private var task: Task<Void, Never>?
  private var allowance: ReadingAllowance
  /// What the kernel takes beyond what it has sent. Left to itself it takes megabytes for a client that doesn't read, and tells long after
  /// whether one that reads slowly does at all.
  private static let unsentBytes = 128 << 10

  init(_ exchange: Exchange, _ core: ServerCore, _ produce: @escaping @Sendable (StreamWriter) async throws -> Void) {
    self.exchange = exchange
    self.core = core
    self.produce = produce
    allowance = ReadingAllowance(
      limit: core.limits.response, nanosecondsPerByte: core.limits.nanosecondsPerByte)
    let connection = ConnectionHandle(exchange.connection)
    pipe = StreamPipe { MHD_resume_connection(connection.pointer) }
  }

  /// The response that reads from here; it holds a reference to this source until its use is over.
  func makeResponse() -> OpaquePointer? {
    let reference = Unmanaged.passRetained(self)
    let handle = MHD_create_response_from_callback(
      UInt64.max, 32 * 1024,
      { source, _, target, capacity in
        guard let source, let target else { return Int(MHD_CONTENT_READER_END_WITH_ERROR) }
        return Unmanaged<StreamSource>.fromOpaque(source).takeUnretainedValue().read(
          into: UnsafeMutableRawBufferPointer(start: target, count: capacity))
      }, reference.toOpaque(),
      { source in
        guard let source else { return }
        Unmanaged<StreamSource>.fromOpaque(source).takeRetainedValue().end()
      })
    if handle == nil { reference.release() }
    return handle
  }

  /// Ends the stream before its time, because the server stops.
  func abort() { pipe.close() }

  private func start() {
    guard core.suspensions.add(self) else { return pipe.close() }
    limitUnsentBytes(ofSocket: exchange.record.descriptor, to: Self.unsentBytes)
    let (pipe, produce, core, id) = (pipe, produce, core, exchange.id)
    task = Task.immediate {
      do {
        try await produce(StreamWriter(pipe: pipe, stopping: core.stopping))
        pipe.finish()
      } catch {
        // Who has gone, or was cut off, interrupts what was still being read for them: that is no error.
        if !(error is CancellationError), !Task.isCancelled, !pipe.isClosed {
          core.report(error, while: "streaming a response", id)
        }
        pipe.finish(failed: true)
      }
    }
  }

  private func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    if task == nil { start() }
    // More is asked for once all is taken.
    allowance.stop(at: coarseNow())
    let reading = pipe.read(into: target) {
      // While the producer thinks, no clock runs against the client.
      exchange.record.setDeadline(.none)
      MHD_suspend_connection(exchange.connection)
      return true
    }
    switch reading {
    case .bytes(let count):
      exchange.bodyBytes += count
      exchange.record.setDeadline(.after(allowance.start(at: coarseNow(), bytes: count)))
      return count
    case .parked: return 0
    case .end: return Int(MHD_CONTENT_READER_END_OF_STREAM)
    case .failed: return Int(MHD_CONTENT_READER_END_WITH_ERROR)
    }
  }

  /// The client has it all, or has gone.
  private func end() {
    core.suspensions.remove(self)
    task?.cancel()
    pipe.close()
  }
}

/// A connection's handle, to be used on another thread.
///
/// Unchecked: libmicrohttpd lets any thread resume a connection, and keeps a suspended one until it is resumed.
struct ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer
  init(_ pointer: OpaquePointer) { self.pointer = pointer }
}
