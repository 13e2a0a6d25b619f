internal import Synchronization

/// Things that are kept until they are asked for, each under a name that can't be guessed.
package final class TokenStore<Value: Sendable>: Sendable {
  private struct State {
    var values: [String: (value: Value, byteCount: Int)] = [:]
    /// The names in the order in which they came.
    var names: [String] = []
    var byteCount = 0

    mutating func forgetOldest() {
      if let value = values.removeValue(forKey: names.removeFirst()) { byteCount -= value.byteCount }
    }
  }

  private let limit: Int
  private let byteLimit: Int
  private let byteCount: @Sendable (Value) -> Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: how many are kept at most; the oldest go for one more.
  ///   - byteLimit: how many bytes they may take together; the oldest go for others, and what alone takes more isn't kept.
  ///   - byteCount: about how many bytes a value takes.
  package init(limit: Int, byteLimit: Int = .max, byteCount: @escaping @Sendable (Value) -> Int = { _ in 0 }) {
    self.limit = max(limit, 1)
    self.byteLimit = byteLimit
    self.byteCount = byteCount
  }

  /// Keeps a value. - Returns: the name that brings it back.
  package func keep(_ value: Value) -> String {
    var generator = SystemRandomNumberGenerator()
    let name = String(generator.next() as UInt64, radix: 36) + String(generator.next() as UInt64, radix: 36)
    let size = byteCount(value)
    guard size <= byteLimit else { return name }
    state.withLock { state in
      while !state.names.isEmpty, state.names.count >= limit || state.byteCount > byteLimit - size {
        state.forgetOldest()
      }
      state.names.append(name)
      state.values[name] = (value, size)
      state.byteCount += size
    }
    return name
  }

  /// What a name stands for; it stays.
  package subscript(_ name: String) -> Value? { state.withLock { $0.values[name]?.value } }

  /// What is kept that meets a condition, under its name; the newest first. O(number of names).
  package func all(where isMeant: (Value) -> Bool) -> [(name: String, value: Value)] {
    state.withLock { state in
      state.names.reversed().compactMap { name in
        state.values[name].flatMap { isMeant($0.value) ? (name, $0.value) : nil }
      }
    }
  }

  /// Forgets what a name stands for. - Returns: what that was; `nil` if it is gone already. O(number of names).
  @discardableResult package func take(_ name: String) -> Value? {
    state.withLock { state in
      guard let value = state.values.removeValue(forKey: name) else { return nil }
      state.names.removeAll { $0 == name }
      state.byteCount -= value.byteCount
      return value.value
    }
  }
}
