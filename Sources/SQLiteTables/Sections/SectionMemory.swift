internal import Synchronization
internal import TableModel

/// The sections of a table as they were last found, under the label of the data that they were found in.
final class SectionMemory: Sendable {
  private struct State {
    var found: [SectionQuery: (summaries: [SectionSummary], version: DataVersion)] = [:]
    var underWay: Set<SectionQuery> = []
  }

  private let state = Mutex(State())
  private static let limit = 64

  /// What was found in this state of the data.
  func summaries(_ query: SectionQuery, at version: DataVersion?) -> [SectionSummary]? {
    state.withLock { state in
      guard let version, let known = state.found[query], known.version == version else { return nil }
      return known.summaries
    }
  }

  func keep(_ summaries: [SectionSummary], for query: SectionQuery, at version: DataVersion) {
    state.withLock { state in
      if state.found.count >= Self.limit { state.found.removeAll() }
      state.found[query] = (summaries, version)
    }
  }

  /// Whether whoever asks is to begin the work, which is done once for all who ask.
  func begin(_ query: SectionQuery) -> Bool { state.withLock { $0.underWay.insert(query).inserted } }

  func end(_ query: SectionQuery) { _ = state.withLock { $0.underWay.remove(query) } }
}
