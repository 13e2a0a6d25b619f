package import TableModel
package import TableRendering
package import TextCoding

extension JSONValue {
  /// A text that may be missing.
  package init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  /// A number that may be missing.
  package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  /// A list of texts.
  package init(_ texts: [String]) { self = .list(texts.map { .text($0) }) }

  /// Adds a member to an object.
  package mutating func add(_ key: String, _ value: JSONValue) {
    guard case .object(let members) = self else { return }
    self = .object(members + [(key, value)])
  }

  /// A value of a record; bytes as data have them.
  package init(_ value: RecordValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Writes the value as JSON.
  package func write(into json: inout ByteSink) {
    switch self {
    case .null: json.markup("null")
    case .boolean(let value): json.json(value)
    case .integer(let number): json.json(number)
    case .real(let number): json.json(number)
    case .text(let text): json.jsonString(text)
    case .list(let elements):
      json.markup("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { json.markup(",") }
        element.write(into: &json)
      }
      json.markup("]")
    case .object(let members):
      json.markup("{")
      for (index, member) in members.enumerated() {
        if index > 0 { json.markup(",") }
        json.jsonString(member.key)
        json.markup(":")
        member.value.write(into: &json)
      }
      json.markup("}")
    }
  }

  /// The value as JSON.
  package var text: String {
    var json = ByteSink(capacity: 512)
    write(into: &json)
    return json.string
  }
}
