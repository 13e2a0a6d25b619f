internal import Synchronization
internal import TableModel

/// What has been counted of a table, under the label of the data that it was counted in, and the counts that are under way.
final class CountMemory: Sendable {
  private struct State {
    var entries: [RowSelection: (version: DataVersion, count: TableCount)] = [:]
    var jobs: [RowSelection: CountJob] = [:]
  }

  private let state = Mutex(State())
  private static let limit = 64

  /// What is known for this state of the data.
  func known(_ selection: RowSelection, at version: DataVersion?) -> TableCount? {
    guard let version else { return nil }
    return state.withLock { state in
      guard let entry = state.entries[selection], entry.version == version else { return nil }
      return entry.count
    }
  }

  /// Keeps a count; a less certain one never replaces an exact one of the same state.
  func keep(_ count: TableCount, for selection: RowSelection, at version: DataVersion?) {
    guard let version else { return }
    state.withLock { state in
      if let known = state.entries[selection], known.version == version, known.count.isExact { return }
      if state.entries.count >= Self.limit { state.entries.removeAll() }
      state.entries[selection] = (version, count)
    }
  }

  /// The count of a selection: one for all who ask.
  func job(_ selection: RowSelection) -> CountJob {
    state.withLock { state in
      if let job = state.jobs[selection] { return job }
      if state.jobs.count >= Self.limit { state.jobs = state.jobs.filter { $0.value.isRunning } }
      let job = CountJob()
      state.jobs[selection] = job
      return job
    }
  }
}
