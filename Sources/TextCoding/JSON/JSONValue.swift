/// A JSON value (RFC 8259). The members of objects keep their order, and one that stands twice is there twice.
public indirect enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  /// A number without a fraction that 64 bits hold.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  case text(String)
  case list([JSONValue])
  case object([(key: String, value: JSONValue)])
}

extension JSONValue {
  /// Reads a text that is one value.
  /// - Throws: `JSONError` that says where the text is wrong.
  public init(json: String) throws(JSONError) {
    try self.init(json: Array(json.utf8))
  }

  /// Reads bytes that are one value in UTF-8; bytes that are none become U+FFFD.
  /// - Throws: `JSONError` that says where they are wrong.
  public init(json: [UInt8]) throws(JSONError) {
    var reader = JSONReader(json)
    self = try reader.readAll()
  }

  /// The value of JSON that somebody sent to be stored. What a reader would have to leave out or change on the way is an error: a key that
  /// stands twice in one object, a number that is too large, half of a character, bytes that are no UTF-8.
  /// - Throws: `JSONError`.
  package init(sentJSON bytes: [UInt8]) throws(JSONError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONError(line: 1, column: 1, message: "the body is not UTF-8")
    }
    var reader = JSONReader(bytes, isExact: true)
    self = try reader.readAll()
  }

  /// The value of a member; of several with one name the last, as in most readers. `nil` where there is none.
  public subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Yes or no.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Nothing.
  public init(nilLiteral: ()) { self = .null }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  /// An object, whose members keep their order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements.map { ($0.0, $0.1) }) }
}
