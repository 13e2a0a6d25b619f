internal import Synchronization
internal import TableModel

/// Asks for the state of the data on behalf of all who want to know it at the same time.
///
/// An answer is good for those alone who came before the question was asked: a commit that they know of is in it. So whoever comes while a
/// question is under way waits for the next one, together with all others who do.
final class VersionFence: Sendable {
  private struct State {
    /// The question that is under way, or was last.
    var asked: Task<DataVersion?, Never>?
    /// The next one.
    var next: Task<DataVersion?, Never>?
  }

  private let state = Mutex(State())
  private let ask: @Sendable () async -> DataVersion?

  init(_ ask: @escaping @Sendable () async -> DataVersion?) { self.ask = ask }

  /// The state of the data at a moment behind this call; `nil` if it can't be told.
  func version() async -> DataVersion? {
    let task = state.withLock { state in
      if let next = state.next { return next }
      let task = Task { [asked = state.asked] in
        _ = await asked?.value
        begin()
        return await ask()
      }
      state.next = task
      return task
    }
    return await task.value
  }

  /// From now on, whoever comes is too late for the next question.
  private func begin() { state.withLock { ($0.asked, $0.next) = ($0.next, nil) } }
}
