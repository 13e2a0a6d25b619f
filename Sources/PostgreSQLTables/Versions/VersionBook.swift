internal import Synchronization
internal import TableModel

/// Numbers the states of the data that a server tells by texts.
final class VersionBook: Sendable {
  fileprivate struct State {
    var life: String?
    var lifeNumber: UInt64 = 0
    var numbers: [String: UInt64] = [:]
    var lastNumber: UInt64 = 0
  }

  private let state = Mutex(State())
  /// Texts that are known at a time. One that is forgotten gets another number, which costs a page.
  fileprivate static let limit = 1_024

  /// The life of the server as it was last told. Taken before something is read: what was read in another one has no number.
  var life: UInt64 { state.withLock(\.lifeNumber) }

  /// How many states were told by now, or more: as long as this stays the same, nobody here has seen a newer one.
  var count: UInt64 { state.withLock(\.lastNumber) }

  /// The number of a state that was told together with the life that it is of. What was read in another life is of no more use.
  func version(_ text: String?, in life: String) -> DataVersion? {
    state.withLock { state in
      if state.life != life {
        state.life = life
        state.lifeNumber += 1
        state.numbers.removeAll()
      }
      return text.map { state.version($0) }
    }
  }

  /// The number of a state; `nil` if it is of another life than the present one.
  /// - Parameter life: what `life` was before the state was asked for.
  func version(_ text: String, since life: UInt64) -> DataVersion? {
    state.withLock { state in
      // Before the first life is told, nothing says when one ends.
      guard state.lifeNumber == life, life > 0 else {
        // It may be a new one.
        state.lastNumber += 1
        return nil
      }
      return state.version(text)
    }
  }
}

extension VersionBook.State {
  fileprivate mutating func version(_ text: String) -> DataVersion {
    if let number = numbers[text] { return DataVersion(number) }
    if numbers.count >= VersionBook.limit { numbers.removeAll() }
    lastNumber += 1
    numbers[text] = lastNumber
    return DataVersion(lastNumber)
  }
}
