/// A JSON value that is being encoded, straight into bytes: no tree in between, as `JSONEncoder` builds one. Keys keep their order.
///
/// One fragment takes a value and all that it encodes the plain way. Nested containers and encoders of super classes may be
/// filled at any time, so each has a fragment of its own, which is put into its place in the end.
final class JSONFragment: Encoder {
  /// What the value that is being encoded has asked for.
  enum Shape {
    case nothing
    case object(count: Int)
    case list(count: Int)
    case single
  }

  // Unchecked: every access is one call that runs no code of others, so no two can overlap; the checks cost a quarter.
  @exclusivity(unchecked) var json: ByteSink
  @exclusivity(unchecked) var shape = Shape.nothing
  /// Fragments that belong at an offset of `json`, in order.
  private var children: [(offset: Int, fragment: JSONFragment)] = []
  private(set) var misuse: String?

  /// Empty: `Encodable` types that look at their path see the top.
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// - Parameter capacity: bytes that it takes before it grows, unless it is lent a sink.
  init(capacity: Int = 256) { json = ByteSink(capacity: capacity) }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    openObject()
    return KeyedEncodingContainer(JSONObjectContainer<Key>(fragment: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    openList()
    return JSONListContainer(fragment: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { JSONSingleContainer(fragment: self) }

  func openObject() {
    switch shape {
    case .nothing:
      json.markup("{")
      shape = .object(count: 0)
    case .object: break
    case .list, .single: misuse = "a keyed container after another kind"
    }
  }

  func openList() {
    switch shape {
    case .nothing:
      json.markup("[")
      shape = .list(count: 0)
    case .list: break
    case .object, .single: misuse = "an unkeyed container after another kind"
    }
  }

  /// Makes room for the next value of an object.
  func key(_ key: some CodingKey) throws {
    guard case .object(let count) = shape else { throw error("a key outside of its object") }
    if count > 0 { json.markup(",") }
    shape = .object(count: count + 1)
    json.jsonString(key.stringValue)
    json.markup(":")
  }

  /// Makes room for the next value of a list.
  func element() throws {
    guard case .list(let count) = shape else { throw error("an element outside of its list") }
    if count > 0 { json.markup(",") }
    shape = .list(count: count + 1)
  }

  /// Makes room for the only value.
  func single() throws {
    guard case .nothing = shape else { throw error("a second value where one fits") }
    shape = .single
  }

  // MARK: Values

  /// A value within this one. What it asks for begins anew, and ends with it.
  func encode(_ value: some Encodable) throws {
    let outer = shape
    shape = .nothing
    try value.encode(to: self)
    if let misuse { throw error(misuse) }
    close()
    shape = outer
  }

  /// A place for a value that is filled at any time until the whole is finished.
  func child() -> JSONFragment {
    let child = JSONFragment()
    children.append((json.count, child))
    return child
  }

  private func close() {
    switch shape {
    case .object: json.markup("}")
    case .list: json.markup("]")
    case .nothing: json.markup("{}")
    case .single: break
    }
  }

  func error(_ misuse: String) -> EncodingError {
    self.misuse = misuse
    return EncodingError.invalidValue(misuse, EncodingError.Context(codingPath: [], debugDescription: misuse))
  }

  // MARK: The whole

  /// Encodes a value into a sink, which is lent to the fragment meanwhile. One fragment writes many values, one after the other.
  /// - Throws: what the value throws; then nothing is written.
  func write(_ value: some Encodable, into sink: inout ByteSink) throws {
    let start = sink.count
    swap(&sink, &json)
    defer { swap(&sink, &json) }
    do {
      try encode(value)
      try join(from: start)
    } catch {
      children = []
      misuse = nil
      shape = .nothing
      json.truncate(to: start)
      throw error
    }
  }

  /// Puts all children into their places behind the first bytes, which belong to others.
  private func join(from start: Int) throws {
    if let misuse { throw error(misuse) }
    guard !children.isEmpty else { return }
    var joined = ByteSink(capacity: (json.count - start) * 2)
    var from = start
    for (offset, fragment) in children {
      json.withBytes { joined.append(UnsafeBufferPointer(rebasing: $0[from..<offset])) }
      fragment.close()
      try fragment.join(from: 0)
      fragment.json.withBytes { joined.append($0) }
      from = offset
    }
    json.withBytes { joined.append(UnsafeBufferPointer(rebasing: $0[from...])) }
    children = []
    json.truncate(to: start)
    joined.withBytes { json.append($0) }
  }
}
