internal import Synchronization

/// What came of work, for those who wait for it.
package protocol WorkAnswer: AnyObject, Sendable {
  /// Tells them, on whatever thread.
  func tell()
}

/// A continuation that the work and those who watch it may both resume: the first does.
package final class FirstAnswer<Value: Sendable>: WorkAnswer {
  private struct State {
    var continuation: UnsafeContinuation<Value, any Error>?
    var result: Result<Value, any Error>?
  }

  private let state: Mutex<State>

  package init(_ continuation: UnsafeContinuation<Value, any Error>) {
    state = Mutex(State(continuation: continuation))
  }

  /// Keeps what came of the work until it is told.
  package func keep(_ result: Result<Value, any Error>) { state.withLock { $0.result = result } }

  /// Resumes with what was kept.
  package func tell() {
    let result = state.withLock { $0.result.take() }
    if let result { resume(result) }
  }

  package func resume(_ result: Result<Value, any Error>) {
    let first = state.withLock { $0.continuation.take() }
    first?.resume(with: result)
  }
}

/// Calls whoever waits for work.
package final class WorkCallback: WorkAnswer {
  private let call: @Sendable () -> Void

  package init(_ call: @escaping @Sendable () -> Void) { self.call = call }

  package func tell() { call() }
}
