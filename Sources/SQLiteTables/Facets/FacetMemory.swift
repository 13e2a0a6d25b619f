internal import Synchronization
internal import TableModel

/// What has been found out about the values of a table, under the label of the data that it was found in.
final class FacetMemory: Sendable {
  /// An answer that was found.
  struct Entry: Sendable {
    var answer: FacetAnswer
    var version: DataVersion?
    /// Whether it was found within the time that a page has for it.
    var isQuick: Bool
  }

  private struct State {
    var entries: [FacetQuery: Entry] = [:]
    var byteCount = 0
    var tasks: [FacetQuery: Task<FacetAnswer, any Error>] = [:]
    /// Whether the last attempt to answer in passing failed.
    var isLarge = false
    var suggestions: [RowSelection: (facets: [Facet], version: DataVersion)] = [:]
  }

  private let state = Mutex(State())
  private static let limit = 256
  /// Bytes of all values that are kept.
  private static let byteLimit = 1 << 20

  /// What was last found, in whatever state of the data.
  func last(_ query: FacetQuery) -> Entry? { state.withLock { $0.entries[query] } }

  /// Keeps an answer.
  func keep(_ entry: Entry, for query: FacetQuery) {
    state.withLock { state in
      let size = entry.answer.byteCount
      if state.entries.count >= Self.limit || state.byteCount + size > Self.byteLimit {
        state.entries.removeAll()
        state.byteCount = 0
      }
      if let replaced = state.entries.updateValue(entry, forKey: query) { state.byteCount -= replaced.answer.byteCount }
      state.byteCount += size
    }
  }

  /// The work on a question: that which is under way, so that it is done once for all who ask, or new work.
  func task(
    _ query: FacetQuery, _ work: @escaping @Sendable () async throws -> FacetAnswer
  ) -> Task<FacetAnswer, any Error> {
    state.withLock { state in
      if let task = state.tasks[query] { return task }
      let task = Task {
        defer { end(query) }
        return try await work()
      }
      state.tasks[query] = task
      return task
    }
  }

  /// Whether it is worth a try to answer a new question in passing: not where that failed, nor while others are being worked on.
  var mayBeQuick: Bool { state.withLock { !$0.isLarge && $0.tasks.isEmpty } }

  /// Remembers whether an attempt to answer in passing failed.
  func remember(isLarge: Bool) { state.withLock { $0.isLarge = isLarge } }

  private func end(_ query: FacetQuery) { state.withLock { $0.tasks[query] = nil } }

  /// What has been suggested for a selection in this state of the data.
  func suggestions(_ selection: RowSelection, at version: DataVersion?) -> [Facet]? {
    state.withLock { state in
      guard let known = state.suggestions[selection], known.version == version else { return nil }
      return known.facets
    }
  }

  /// Keeps what was suggested.
  func keep(_ facets: [Facet], for selection: RowSelection, at version: DataVersion?) {
    guard let version else { return }
    state.withLock { state in
      if state.suggestions.count >= Self.limit { state.suggestions.removeAll() }
      state.suggestions[selection] = (facets, version)
    }
  }
}

extension FacetAnswer {
  /// About how many bytes it takes.
  fileprivate var byteCount: Int {
    guard case .values(let result) = self else { return 64 }
    return result.values.reduce(64) { size, value in
      size + 96 + value.value.byteCount + (value.label?.utf8.count ?? 0)
    }
  }
}
