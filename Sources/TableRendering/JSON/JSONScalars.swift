/// The values that JSON has words of its own for.
extension JSONFragment {
  func write(_ value: Bool) { json.json(value) }
  func write(_ value: String) { json.jsonString(value) }
  func write(_ value: Double) { json.json(value) }
  func writeNull() { json.markup("null") }

  /// In the fewest digits of a `Float`; not finite is null.
  func write(_ value: Float) {
    guard value.isFinite else { return writeNull() }
    var text = value.description
    text.withUTF8 { json.append($0) }
  }

  func write(_ value: some FixedWidthInteger & SignedInteger) { json.number(Int64(truncatingIfNeeded: value)) }
  func write(_ value: some FixedWidthInteger & UnsignedInteger) {
    json.number(magnitude: UInt64(truncatingIfNeeded: value))
  }

  /// Any other value.
  func write(_ value: some Encodable) throws { try encode(value) }
}
