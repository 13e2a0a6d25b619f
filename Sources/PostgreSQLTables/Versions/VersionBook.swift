internal import Synchronization
internal import TableModel

/// Numbers the states of the data that a server tells by texts, and knows which of them are the same to some tables.
final class VersionBook: Sendable {
  /// What is known at a moment. Taken before something is read: whatever is committed behind the state that is read then is told later.
  struct Mark: Hashable, Sendable {
    /// The life of the server as it was last told; 0 before it is.
    var life: UInt64 = 0
    var changes = ChangeLedger.Mark()
  }

  fileprivate struct State {
    var life: String?
    var lifeNumber: UInt64 = 0
    var numbers: [String: UInt64] = [:]
    /// The latest mark from before a state was read, by the state's number.
    var marks: [UInt64: ChangeLedger.Mark] = [:]
    var lastNumber: UInt64 = 0
    var ledger = ChangeLedger()
  }

  private let state = Mutex(State())
  /// Texts that are known at a time. One that is forgotten gets another number, which costs a page.
  fileprivate static let limit = 1_024

  var mark: Mark { state.withLock { Mark(life: $0.lifeNumber, changes: $0.ledger.end) } }

  /// How many states were told by now, or more: as long as this stays the same, nobody here has seen a newer one.
  var count: UInt64 { state.withLock(\.lastNumber) }

  /// The number of a state that was told together with the life that it is of. What was read in another life is of no more use.
  /// - Parameter mark: from before it was asked for.
  func version(_ text: String?, in life: String, since mark: Mark) -> DataVersion? {
    state.withLock { state in
      if state.life != life {
        state.life = life
        state.lifeNumber += 1
        state.numbers.removeAll()
        state.marks.removeAll()
      }
      return text.map { state.version($0, since: mark.changes) }
    }
  }

  /// The number of a state; `nil` if it is of another life than the present one.
  /// - Parameter mark: from before it was asked for.
  func version(_ text: String, since mark: Mark) -> DataVersion? {
    state.withLock { state in
      // Before the first life is told, nothing says when one ends.
      guard state.lifeNumber == mark.life, mark.life > 0 else {
        // It may be a new one.
        state.lastNumber += 1
        return nil
      }
      return state.version(text, since: mark.changes)
    }
  }

  // MARK: Changes

  /// Begins to take what a connection tells of commits, or ends it where one tells nothing.
  func begin(isListening: Bool) { state.withLock { $0.ledger.begin(isListening: isListening) } }

  /// Takes what the connection has told of commits, in its order.
  func note(_ changes: [String]) { state.withLock { state in for change in changes { state.ledger.note(change) } } }

  /// Whether no change of a definition was told that came behind a mark.
  func isDefinitionKnown(since mark: Mark) -> Bool {
    state.withLock { state in
      let end = state.ledger.end
      return state.ledger.isListening && mark.life == state.lifeNumber && mark.changes.connection == end.connection
        && mark.changes.count >= state.ledger.lastDefinition
    }
  }

  /// What is the same for all states in which some tables and all definitions are the same; the state itself where that isn't known.
  ///
  /// A commit that isn't in a state is told behind the state's mark. So where nothing of the tables was told behind it, the state shows what it
  /// does since the last change; and of a state that has just been told, all is known that was committed before.
  func lastChange(of tables: some Sequence<Int>, in version: DataVersion) -> DataVersion {
    state.withLock { state in
      let last = state.ledger.lastChange(of: tables)
      guard state.ledger.isListening, let mark = state.marks[version.words[0]],
        mark.connection == state.ledger.end.connection, mark.count >= last
      else { return version }
      return DataVersion(SIMD8(last, 1, mark.connection, state.lifeNumber, 0, 0, 0, 0))
    }
  }
}

extension VersionBook.State {
  fileprivate mutating func version(_ text: String, since mark: ChangeLedger.Mark) -> DataVersion {
    let number = number(of: text)
    if let known = marks[number], (known.connection, known.count) >= (mark.connection, mark.count) {
      return DataVersion(number)
    }
    marks[number] = mark
    return DataVersion(number)
  }

  private mutating func number(of text: String) -> UInt64 {
    if let number = numbers[text] { return number }
    if numbers.count >= VersionBook.limit {
      numbers.removeAll()
      marks.removeAll()
    }
    lastNumber += 1
    numbers[text] = lastNumber
    return lastNumber
  }
}
