internal import Synchronization

/// Tells those who could go on for ever that the server is about to stop.
final class StopSignal: Sendable {
  private struct State {
    var isGiven = false
    var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    var last = 0
  }

  private let state = Mutex(State())
  private let given = Atomic<Bool>(false)

  /// Whether it was given; takes no lock.
  var isGiven: Bool { given.load(ordering: .relaxed) }

  func give() {
    given.store(true, ordering: .releasing)
    let waiting = state.withLock { state in
      state.isGiven = true
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    waiting.forEach { $0.resume() }
  }

  /// Waits until it is given.
  /// - Throws: `CancellationError` if the task is cancelled before.
  func wait() async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let outcome: Result<Void, CancellationError>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.isGiven { return .success(()) }
          state.waiting[number] = continuation
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(throwing: CancellationError())
    }
  }
}
