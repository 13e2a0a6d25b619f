/// What a view model encodes, as names and texts in order: for versions, for copies, and to show two versions side by side.
///
/// Values within others are named by the way to them: `picture.address`, `tags.0`. Null is an empty text.
package struct RowValues: Sendable, Equatable {
  /// A name and a text.
  package struct Item: Sendable, Equatable {
    /// The way to the value.
    package var name: String
    /// The value as text.
    package var text: String
  }

  /// The values, in the order in which they were encoded.
  package let items: [Item]

  /// The values of a view model; those up to where its encoding fails, if it does.
  package init(_ viewModel: any Encodable) {
    let values = CollectedValues()
    try? viewModel.encode(to: FlatEncoder(values: values, codingPath: []))
    items = values.items
  }

  /// The text of a name. O(values).
  package subscript(_ name: String) -> String? { items.first { $0.name == name }?.text }

  /// What the view model is called where it can't be seen: its first text that isn't its id, or another name. At most 60 characters.
  package func name(or other: String) -> String {
    let text = items.first { $0.name != "id" && !$0.text.isEmpty }?.text ?? other
    return text.count > 60 ? String(text.prefix(59)) + "…" : text
  }
}

/// Where the parts of an encoding meet. One encoding runs on one thread.
private final class CollectedValues {
  var items: [RowValues.Item] = []
}

private struct FlatEncoder: Encoder {
  let values: CollectedValues
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedValues<Key>(encoder: self))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { ListedValues(encoder: self) }
  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValue(encoder: self) }

  func within(_ key: any CodingKey) -> FlatEncoder { FlatEncoder(values: values, codingPath: codingPath + [key]) }

  func add(_ text: String) {
    let names = codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    values.items.append(RowValues.Item(name: names.count == 1 ? names[0] : names.joined(separator: "."), text: text))
  }

  func encode(_ value: some Encodable) throws {
    switch value {
    case let text as String: add(text)
    case let flag as Bool: add(flag ? "true" : "false")
    case let number as any BinaryInteger: add(String(describing: number))
    case let number as any BinaryFloatingPoint: add(String(describing: number))
    default: try value.encode(to: self)
    }
  }
}

private struct KeyedValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: FlatEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { encoder.within(key).add("") }
  // What most values are, told by their types alone.
  func encode(_ value: String, forKey key: Key) throws { encoder.within(key).add(value) }
  func encode(_ value: Bool, forKey key: Key) throws { encoder.within(key).add(value ? "true" : "false") }
  func encode(_ value: Int, forKey key: Key) throws { encoder.within(key).add(String(value)) }
  func encode(_ value: Double, forKey key: Key) throws { encoder.within(key).add(value.description) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.within(key).encode(value) }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { encoder.within(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.within(key).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.within(key) }
}

private struct ListedValues: UnkeyedEncodingContainer {
  private struct Index: CodingKey {
    let number: Int
    init(_ number: Int) { self.number = number }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { nil }
    var intValue: Int? { number }
    var stringValue: String { String(number) }
  }

  let encoder: FlatEncoder
  private(set) var count = 0
  var codingPath: [any CodingKey] { encoder.codingPath }

  init(encoder: FlatEncoder) { self.encoder = encoder }

  private mutating func next() -> FlatEncoder {
    count += 1
    return encoder.within(Index(count - 1))
  }
  mutating func encodeNil() { next().add("") }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try next().encode(value) }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { next().container(keyedBy: type) }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { next() }
}

private struct SingleValue: SingleValueEncodingContainer {
  let encoder: FlatEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.add("") }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
}
