internal import Synchronization

/// Asks for the state of the data on behalf of all who want to know it at the same time.
///
/// An answer is good for those alone who came before the question was asked: a commit that they know of is in it. So whoever comes while a
/// question is under way waits for the next one, together with all others who do.
final class VersionFence<State: Sendable>: Sendable {
  private struct Questions {
    /// The question that is under way, or was last.
    var asked: Task<State, Never>?
    /// The next one.
    var next: Task<State, Never>?
  }

  private let questions = Mutex(Questions())
  private let ask: @Sendable () async -> State

  init(_ ask: @escaping @Sendable () async -> State) { self.ask = ask }

  /// The state at a moment behind this call.
  func state() async -> State {
    let task = questions.withLock { questions in
      if let next = questions.next { return next }
      let task = Task { [asked = questions.asked] in
        _ = await asked?.value
        begin()
        return await ask()
      }
      questions.next = task
      return task
    }
    return await task.value
  }

  /// From now on, whoever comes is too late for the next question.
  private func begin() { questions.withLock { ($0.asked, $0.next) = ($0.next, nil) } }
}
