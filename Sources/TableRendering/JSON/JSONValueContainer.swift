/// A container whose values have no keys: each is written when there is room for it.
protocol JSONValueContainer {
  var fragment: JSONFragment { get }
  /// Makes room for the next value.
  func makeRoom() throws
}

extension JSONValueContainer {
  var codingPath: [any CodingKey] { [] }

  func encodeNil() throws { try put { $0.writeNull() } }
  func encode(_ value: Bool) throws { try put { $0.write(value) } }
  func encode(_ value: String) throws { try put { $0.write(value) } }
  func encode(_ value: Double) throws { try put { $0.write(value) } }
  func encode(_ value: Float) throws { try put { $0.write(value) } }
  func encode(_ value: Int) throws { try put { $0.write(value) } }
  func encode(_ value: Int8) throws { try put { $0.write(value) } }
  func encode(_ value: Int16) throws { try put { $0.write(value) } }
  func encode(_ value: Int32) throws { try put { $0.write(value) } }
  func encode(_ value: Int64) throws { try put { $0.write(value) } }
  func encode(_ value: UInt) throws { try put { $0.write(value) } }
  func encode(_ value: UInt8) throws { try put { $0.write(value) } }
  func encode(_ value: UInt16) throws { try put { $0.write(value) } }
  func encode(_ value: UInt32) throws { try put { $0.write(value) } }
  func encode(_ value: UInt64) throws { try put { $0.write(value) } }
  func encode<Value: Encodable>(_ value: Value) throws { try put { try $0.encode(value) } }

  @inline(__always) private func put(_ write: (JSONFragment) throws -> Void) throws {
    try makeRoom()
    try write(fragment)
  }
}

/// A value that is neither an object nor a list. One that it encodes takes its place.
struct JSONSingleContainer: SingleValueEncodingContainer, JSONValueContainer {
  let fragment: JSONFragment

  func makeRoom() throws { try fragment.single() }
}
