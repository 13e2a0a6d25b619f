internal import Synchronization
internal import TableModel

/// What has been counted of a table, under the label of the data that it was counted in.
final class CountMemory: Sendable {
  /// A count under way on a database thread.
  final class Job: Sendable {
    let soFar = Atomic<Int>(0)
    /// When somebody last wanted to know, by the monotonic clock.
    let lastAsked = Atomic<UInt64>(StatementBudget.now())
  }

  private struct Entry {
    var version: DataVersion
    var count: TableCount
    /// Whether there is no use in counting further: exact, or the time limit was reached.
    var isFinal: Bool
  }

  private struct State {
    var entries: [RowSelection: Entry] = [:]
    var jobs: [RowSelection: Job] = [:]
  }

  private let state = Mutex(State())
  private static let limit = 64
  /// How long a count goes on when nobody asks for it, in nanoseconds.
  static let patience: UInt64 = 10_000_000_000

  /// What is known for this state of the data, and whether a count would find out more.
  func known(_ selection: RowSelection, at version: DataVersion?) -> (count: TableCount, isFinal: Bool)? {
    guard let version else { return nil }
    return state.withLock { state in
      guard let entry = state.entries[selection], entry.version == version else { return nil }
      return (entry.count, entry.isFinal)
    }
  }

  /// Keeps a count; a less certain one never replaces a more certain one of the same state.
  func keep(_ count: TableCount, isFinal: Bool, for selection: RowSelection, at version: DataVersion?) {
    guard let version else { return }
    state.withLock { state in
      if let known = state.entries[selection], known.version == version, known.isFinal, !isFinal { return }
      if state.entries.count >= Self.limit { state.entries.removeAll() }
      state.entries[selection] = Entry(version: version, count: count, isFinal: isFinal)
    }
  }

  /// The count under way for this selection, and whether it has to be started.
  func job(_ selection: RowSelection) -> (job: Job, isNew: Bool) {
    state.withLock { state in
      if let job = state.jobs[selection] {
        job.lastAsked.store(StatementBudget.now(), ordering: .relaxed)
        return (job, false)
      }
      let job = Job()
      state.jobs[selection] = job
      return (job, true)
    }
  }

  /// The count is over, whatever came of it.
  func end(_ selection: RowSelection) { state.withLock { $0.jobs[selection] = nil } }
}
