extension ByteSink {
  /// A value as JSON, straight into the bytes. Keys keep their order, integers stay integers, what is no number is null.
  ///
  /// - Throws: what the value throws; then nothing is written.
  package mutating func json(_ value: some Encodable) throws {
    try JSONFragment(capacity: 0).write(value, into: &self)
  }
}
