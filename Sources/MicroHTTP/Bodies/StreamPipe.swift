internal import Synchronization

/// The buffer between who writes a body and who sends it, one of each.
final class StreamPipe: Sendable {
  /// What the sender finds.
  enum Reading {
    /// So many bytes were copied.
    case bytes(Int)
    /// Nothing yet; `park` was called, and `wake` will be.
    case parked
    /// All was sent.
    case end
    /// The body cannot be completed.
    case failed
  }

  private struct State {
    var buffer: [UInt8] = []
    /// How many bytes at the buffer's start were read already.
    var consumed = 0
    var isFinished = false
    var hasFailed = false
    var isClosed = false
    var isParked = false
    var writer: CheckedContinuation<Void, any Error>?

    var available: Int { buffer.count - consumed }
  }

  private let state = Mutex(State())
  private let highWater: Int
  /// Called when a parked reader has something to read. Under the lock, as `park` is, so that the two come in order.
  private let wake: @Sendable () -> Void

  init(highWater: Int = 64 * 1024, wake: @escaping @Sendable () -> Void) {
    self.highWater = highWater
    self.wake = wake
  }

  func write(_ bytes: some Collection<UInt8>) async throws {
    try Task.checkCancellation()
    let isOpen = state.withLock { state in
      guard !state.isClosed, !state.isFinished else { return false }
      if state.consumed == state.buffer.count {
        state.buffer.removeAll(keepingCapacity: true)
        state.consumed = 0
      }
      state.buffer.append(contentsOf: bytes)
      wakeReader(&state)
      return true
    }
    guard isOpen else { throw CancellationError() }
    try await waitUntilDrained()
  }

  /// Ends the body; `failed` cuts the connection, so that the client sees that it is not whole.
  func finish(failed: Bool = false) {
    state.withLock { state in
      state.isFinished = true
      state.hasFailed = failed
      wakeReader(&state)
    }
  }

  /// The reader has gone.
  func close() {
    let writer = state.withLock { state in
      state.isClosed = true
      state.buffer = []
      state.consumed = 0
      wakeReader(&state)
      return state.writer.take()
    }
    writer?.resume(throwing: CancellationError())
  }

  /// Copies what is there. If nothing is, calls `park`, unless it answers that waiting is over.
  func read(into target: UnsafeMutableRawBufferPointer, park: () -> Bool) -> Reading {
    let (reading, writer) = state.withLock { state -> (Reading, CheckedContinuation<Void, any Error>?) in
      if state.isClosed || state.hasFailed { return (.failed, nil) }
      if state.available > 0 {
        let count = min(state.available, target.count)
        state.buffer.withUnsafeBytes { source in
          // In bounds on both sides: count is the smaller of what is left of the source and what the target holds.
          target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[state.consumed..<state.consumed + count]))
        }
        state.consumed += count
        return (.bytes(count), state.available < highWater ? state.writer.take() : nil)
      }
      if state.isFinished { return (.end, nil) }
      guard park() else { return (.failed, nil) }
      state.isParked = true
      return (.parked, nil)
    }
    writer?.resume()
    return reading
  }

  private func wakeReader(_ state: inout State) {
    guard state.isParked else { return }
    state.isParked = false
    wake()
  }

  private func waitUntilDrained() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let outcome: Result<Void, CancellationError>? = state.withLock { state in
          if state.isClosed || Task.isCancelled { return .failure(CancellationError()) }
          if state.available < highWater { return .success(()) }
          state.writer = continuation
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      state.withLock { $0.writer.take() }?.resume(throwing: CancellationError())
    }
  }
}
