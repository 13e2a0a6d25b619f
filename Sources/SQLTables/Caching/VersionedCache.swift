internal import Synchronization
package import TableModel

/// What was last found about things, each under the version of the data that it was found in, and good for that version alone.
package final class VersionedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State {
    var found: [Key: (value: Value, version: DataVersion)] = [:]
    var underWay: Set<Key> = []
  }

  private let state = Mutex(State())
  private let limit: Int

  /// - Parameter limit: how much is kept; one more, and all is forgotten.
  package init(limit: Int) { self.limit = limit }

  /// What was found in this version of the data.
  package func value(_ key: Key, at version: DataVersion?) -> Value? {
    guard let version else { return nil }
    return state.withLock { $0.found[key].flatMap { $0.version == version ? $0.value : nil } }
  }

  /// Keeps a value; what has no version is not kept.
  /// - Parameter isFinal: whether a value of the same version that is known already is better than any other.
  package func keep(
    _ value: Value, for key: Key, at version: DataVersion?, unless isFinal: (Value) -> Bool = { _ in false }
  ) {
    guard let version else { return }
    state.withLock { state in
      if let known = state.found[key], known.version == version, isFinal(known.value) { return }
      if state.found.count >= limit { state.found.removeAll() }
      state.found[key] = (value, version)
    }
  }

  /// Whether whoever asks is to begin the work, which is done once for all who ask.
  package func begin(_ key: Key) -> Bool { state.withLock { $0.underWay.insert(key).inserted } }

  /// The work is done, or given up.
  package func end(_ key: Key) { _ = state.withLock { $0.underWay.remove(key) } }
}
