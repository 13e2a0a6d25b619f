internal import Synchronization
import TableModel

/// What would take back the last changes of visitors, each under a name that can't be guessed. They carry the versions of the rows that they
/// expect, so that nothing that was changed since is overwritten.
final class UndoMemory: Sendable {
  /// The changes of one call, backwards.
  struct Entry: Sendable {
    var database: String
    var table: String
    var changes: [RecordChange]
    /// Who made the changes: nobody else takes them back.
    var visitor: String
    /// What was done, for people: "Deleted “Overdose”."
    var message: String
  }

  private let limit: Int
  private let state = Mutex<(entries: [String: Entry], names: [String])>(([:], []))

  /// - Parameter limit: how many are kept at most; the oldest goes for one more.
  init(limit: Int = 256) { self.limit = limit }

  /// Keeps what takes changes back. - Returns: the name that brings it back.
  func keep(_ entry: Entry) -> String {
    var generator = SystemRandomNumberGenerator()
    let name = String(generator.next() as UInt64, radix: 36) + String(generator.next() as UInt64, radix: 36)
    state.withLock { state in
      if state.names.count >= limit { state.entries[state.names.removeFirst()] = nil }
      state.names.append(name)
      state.entries[name] = entry
    }
    return name
  }

  /// What a name stands for, as long as it is of this table and of this visitor.
  func entry(_ name: String, database: String, table: String, visitor: String) -> Entry? {
    state.withLock { state in
      guard let entry = state.entries[name], entry.database == database, entry.table == table, entry.visitor == visitor
      else { return nil }
      return entry
    }
  }

  /// Forgets what has been taken back.
  func forget(_ name: String) {
    state.withLock { state in
      guard state.entries.removeValue(forKey: name) != nil else { return }
      state.names.removeAll { $0 == name }
    }
  }
}
