package import TextCoding

extension NibValue {
  /// What nibs show of a JSON value. Of a member that stands twice, the last value counts.
  package init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(text)
    case .list(let elements): self = .list(elements.map(NibValue.init))
    case .object(let members):
      self = .object(Dictionary(members.map { ($0.key, NibValue($0.value)) }) { _, last in last })
    }
  }

  /// The value of a JSON text. - Throws: `JSONError`.
  package init(json: String) throws(JSONError) { self.init(try JSONValue(json: json)) }

  /// The value of JSON that somebody sent to be stored; see `JSONValue`. - Throws: `JSONError`.
  package init(sentJSON bytes: [UInt8]) throws(JSONError) { self.init(try JSONValue(sentJSON: bytes)) }
}
