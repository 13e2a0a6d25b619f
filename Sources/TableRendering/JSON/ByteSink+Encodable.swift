extension ByteSink {
  /// A value as JSON, straight into the bytes. Keys keep their order, integers stay integers, what is no number is null.
  ///
  /// - Throws: what the value throws; then nothing is written.
  package mutating func json(_ value: some Encodable) throws {
    let start = count
    let fragment = JSONFragment(into: exchangeForEmpty(&self))
    do {
      try fragment.encode(value)
      self = try fragment.finish()
    } catch {
      self = fragment.abandon()
      truncate(to: start)
      throw error
    }
  }
}
