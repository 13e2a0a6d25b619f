internal import Synchronization
import TableModel

/// How the latest changes are taken back, under names that can't be guessed.
final class EventUndoMemory: Sendable {
  private struct Entry {
    var table: String
    var edits: [TableEdit]
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var names: [String] = []
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: how many changes can be taken back at most; the oldest goes for one more.
  init(limit: Int = 256) { self.limit = limit }

  /// Keeps how a change is taken back. - Returns: the name that brings it back.
  func keep(_ edits: [TableEdit], of table: String) -> String {
    var generator = SystemRandomNumberGenerator()
    let name = String(generator.next() as UInt64, radix: 36) + String(generator.next() as UInt64, radix: 36)
    state.withLock { state in
      if state.names.count >= limit { state.entries[state.names.removeFirst()] = nil }
      state.names.append(name)
      state.entries[name] = Entry(table: table, edits: edits)
    }
    return name
  }

  /// The changes of a name, which is forgotten; `nil` if there is none of this table.
  func take(_ name: String, of table: String) -> [TableEdit]? {
    state.withLock { state in
      guard state.entries[name]?.table == table, let entry = state.entries.removeValue(forKey: name) else { return nil }
      state.names.removeAll { $0 == name }
      return entry.edits
    }
  }
}
