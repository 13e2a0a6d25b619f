internal import Synchronization
package import TableModel

/// What has been found out about the values of a table, under the label of the data that it was found in.
package final class FacetCache: Sendable {
  /// An answer that was found.
  package struct Entry: Sendable {
    package var answer: FacetAnswer
    package var version: DataVersion?
    /// Whether it was found within the time that a page has for it.
    package var isQuick: Bool

    package init(answer: FacetAnswer, version: DataVersion?, isQuick: Bool) {
      (self.answer, self.version, self.isQuick) = (answer, version, isQuick)
    }
  }

  package init() {}

  /// A question, and how many states of the data were known when it was asked.
  private struct Question: Hashable {
    let query: FacetQuery
    let state: UInt64
  }

  private struct State {
    var entries: [FacetQuery: Entry] = [:]
    var byteCount = 0
    var tasks: [Question: Task<FacetAnswer, any Error>] = [:]
    /// Whether the last attempt to answer in passing failed.
    var isLarge = false
  }

  private let state = Mutex(State())
  private static let limit = 256
  /// Bytes of all values that are kept.
  private static let byteLimit = 1 << 20

  /// What was last found, in whatever state of the data.
  package func last(_ query: FacetQuery) -> Entry? { state.withLock { $0.entries[query] } }

  /// Keeps an answer.
  package func keep(_ entry: Entry, for query: FacetQuery) {
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
  /// - Parameter state: how many states of the data are known. What began when fewer were may answer an older one.
  package func task(
    _ query: FacetQuery, at state: UInt64 = 0, _ work: @escaping @Sendable () async throws -> FacetAnswer
  ) -> Task<FacetAnswer, any Error> {
    let question = Question(query: query, state: state)
    return self.state.withLock { state in
      if let task = state.tasks[question] { return task }
      let task = Task {
        defer { end(question) }
        return try await work()
      }
      state.tasks[question] = task
      return task
    }
  }

  /// Whether it is worth a try to answer a new question in passing: not where that failed, nor while others are being worked on.
  package var mayBeQuick: Bool { state.withLock { !$0.isLarge && $0.tasks.isEmpty } }

  /// Remembers whether an attempt to answer in passing failed.
  package func remember(isLarge: Bool) { state.withLock { $0.isLarge = isLarge } }

  private func end(_ question: Question) { state.withLock { $0.tasks[question] = nil } }
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
