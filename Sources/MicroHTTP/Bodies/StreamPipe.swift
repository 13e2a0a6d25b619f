internal import Synchronization

/// The buffer between those who write a body, and who sends it. What is written at once stays together.
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

  private typealias Writer = CheckedContinuation<Void, any Error>

  private struct State {
    var buffer: [UInt8] = []
    /// How many bytes at the buffer's start were read already.
    var consumed = 0
    var isFinished = false
    var hasFailed = false
    var isClosed = false
    var isParked = false
    /// Those who wait until enough was read, by numbers of their own.
    var writers: [Int: Writer] = [:]
    var lastWriter = 0

    var available: Int { buffer.count - consumed }

    mutating func takeWriters() -> [Writer] {
      defer { writers = [:] }
      return Array(writers.values)
    }
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
    let writers = state.withLock { state in
      state.isClosed = true
      state.buffer = []
      state.consumed = 0
      wakeReader(&state)
      return state.takeWriters()
    }
    writers.forEach { $0.resume(throwing: CancellationError()) }
  }

  /// Whether the reader has gone.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Copies what is there. If nothing is, calls `park`, unless it answers that waiting is over.
  func read(into target: UnsafeMutableRawBufferPointer, park: () -> Bool) -> Reading {
    let (reading, writers) = state.withLock { state -> (Reading, [Writer]) in
      if state.isClosed || state.hasFailed { return (.failed, []) }
      if state.available > 0 {
        let count = min(state.available, target.count)
        state.buffer.withUnsafeBytes { source in
          // In bounds on both sides: count is the smaller of what is left of the source and what the target holds.
          target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[state.consumed..<state.consumed + count]))
        }
        state.consumed += count
        return (.bytes(count), state.available < highWater ? state.takeWriters() : [])
      }
      if state.isFinished { return (.end, []) }
      guard park() else { return (.failed, []) }
      state.isParked = true
      return (.parked, [])
    }
    writers.forEach { $0.resume() }
    return reading
  }

  private func wakeReader(_ state: inout State) {
    guard state.isParked else { return }
    state.isParked = false
    wake()
  }

  private func waitUntilDrained() async throws {
    let number = state.withLock { state in
      state.lastWriter += 1
      return state.lastWriter
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: Writer) in
        let outcome: Result<Void, CancellationError>? = state.withLock { state in
          if state.isClosed || Task.isCancelled { return .failure(CancellationError()) }
          if state.available < highWater { return .success(()) }
          state.writers[number] = continuation
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      state.withLock { $0.writers.removeValue(forKey: number) }?.resume(throwing: CancellationError())
    }
  }
}
