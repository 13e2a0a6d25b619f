/// The keys and values of an object.
struct JSONObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let fragment: JSONFragment
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws {
    try fragment.key(key)
    fragment.writeNull()
  }

  func encode(_ value: Bool, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: String, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: Double, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: Float, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: Int, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: Int8, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: Int16, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: Int32, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: Int64, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: UInt, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: UInt8, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: UInt16, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: UInt32, forKey key: Key) throws { try put(key) { $0.write(value) } }
  func encode(_ value: UInt64, forKey key: Key) throws { try put(key) { $0.write(value) } }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try put(key) { try $0.encode(value) } }

  @inline(__always) private func put(_ key: Key, _ write: (JSONFragment) throws -> Void) throws {
    try fragment.key(key)
    try write(fragment)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy keys: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested>
  {
    child(key).container(keyedBy: keys)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { child(key).unkeyedContainer() }

  /// The key that the standard library prescribes.
  func superEncoder() -> any Encoder { child(SuperKey()) }

  func superEncoder(forKey key: Key) -> any Encoder { child(key) }

  /// These can't throw; a misuse is remembered and thrown in the end.
  private func child(_ key: some CodingKey) -> JSONFragment {
    do { try fragment.key(key) } catch { return JSONFragment() }
    return fragment.child()
  }
}

private struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}
