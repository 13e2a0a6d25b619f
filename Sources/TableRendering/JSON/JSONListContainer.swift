/// The elements of a list.
struct JSONListContainer: UnkeyedEncodingContainer {
  let fragment: JSONFragment
  var codingPath: [any CodingKey] { [] }
  var count: Int { if case .list(let count) = fragment.shape { count } else { 0 } }

  func encodeNil() throws {
    try fragment.element()
    fragment.writeNull()
  }

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
    try fragment.element()
    try write(fragment)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy keys: Nested.Type) -> KeyedEncodingContainer<Nested> {
    child().container(keyedBy: keys)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }

  func superEncoder() -> any Encoder { child() }

  /// These can't throw; a misuse is remembered and thrown in the end.
  private func child() -> JSONFragment {
    do { try fragment.element() } catch { return JSONFragment() }
    return fragment.child()
  }
}
