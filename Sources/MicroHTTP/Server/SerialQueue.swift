internal import Synchronization

/// Runs work that takes long one piece after the other, on a thread of its own, so that neither the server's threads nor Swift's wait for it.
/// The thread ends when there is nothing to do.
package final class SerialQueue: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: how many pieces may wait for the one that is run.
  package init(limit: Int) { self.limit = limit }

  /// Runs a piece of work to its end.
  /// - Returns: `nil` if as many wait as may.
  package func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result? {
    await withCheckedContinuation { continuation in
      let isAccepted = offer { continuation.resume(returning: work()) }
      if !isAccepted { continuation.resume(returning: nil) }
    }
  }

  private func offer(_ job: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.waiting.count < limit || !state.isRunning else { return false }
      state.waiting.append(job)
      if state.isRunning { return true }
      state.isRunning = startThread { [self] in
        while let job = next() { job() }
      }
      if !state.isRunning { state.waiting.removeLast() }
      return state.isRunning
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
