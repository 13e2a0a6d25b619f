extension Dictionary {
  /// Keeps a value; forgets all others when there are too many. What is dropped is made again.
  mutating func keep(_ value: Value, for key: Key, limit: Int) {
    if count >= limit { removeAll() }
    self[key] = value
  }
}
