package import TableModel

/// A row as a JSON object (RFC 8259), for keeping: a blob is `{"$hex": "…"}`, an infinite number a text.
package struct RowText: Sendable {
  /// The object.
  package private(set) var text = "{"

  /// The columns of a record in their order; a row ID that is no column of the table names the row elsewhere.
  package init(_ record: Record) {
    let stored = record.schema.ownColumns
    self.init(stored.map { record.schema.columns[$0].name }, stored.map { record[$0] })
  }

  /// Columns of these names, and their values.
  package init(_ names: [String], _ values: some Sequence<RecordValue>) {
    for (position, (name, value)) in zip(names, values).enumerated() {
      if position > 0 { text += ", " }
      append(name)
      text += ": "
      append(value)
    }
    text += "}"
  }

  private mutating func append(_ value: RecordValue) {
    switch value {
    case .null: text += "null"
    case .integer(let number): text += String(number)
    case .real(let number): if number.isFinite { text += number.description } else { append(number.description) }
    case .text(let value): append(value)
    case .blob(let bytes):
      text += "{\"$hex\": \""
      for byte in bytes { appendHex(byte) }
      text += "\"}"
    }
  }

  private mutating func append(_ value: String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text += "\\"
        text.unicodeScalars.append(scalar)
      case "\0"..."\u{1F}":
        text += "\\u00"
        appendHex(UInt8(scalar.value))
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private mutating func appendHex(_ byte: UInt8) {
    text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
