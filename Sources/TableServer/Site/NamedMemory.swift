internal import Synchronization

/// Things that are kept until they are asked for, each under a name that can't be guessed.
final class NamedMemory<Value: Sendable>: Sendable {
  private struct State {
    var values: [String: Value] = [:]
    /// The names in the order in which they came.
    var names: [String] = []
  }

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: how many are kept at most; the oldest goes for one more.
  init(limit: Int) { self.limit = limit }

  /// Keeps a value. - Returns: the name that brings it back.
  func keep(_ value: Value) -> String {
    var generator = SystemRandomNumberGenerator()
    let name = String(generator.next() as UInt64, radix: 36) + String(generator.next() as UInt64, radix: 36)
    state.withLock { state in
      if state.names.count >= limit { state.values[state.names.removeFirst()] = nil }
      state.names.append(name)
      state.values[name] = value
    }
    return name
  }

  /// What a name stands for; it stays.
  subscript(_ name: String) -> Value? { state.withLock { $0.values[name] } }

  /// Forgets what a name stands for. - Returns: what that was; `nil` if it is gone already. O(number of names).
  @discardableResult func take(_ name: String) -> Value? {
    state.withLock { state in
      guard let value = state.values.removeValue(forKey: name) else { return nil }
      state.names.removeAll { $0 == name }
      return value
    }
  }
}
