package import TableModel

extension SQLValue {
  /// A part of a key, of the very type that it has.
  package init(_ part: RowKey.Part) {
    switch part {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let bytes): self = .text(bytes)
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}

extension RowKey.Part {
  /// A value as part of a key, of the very type that it has.
  package init(_ value: SQLValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let bytes): self = .text(bytes)
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}

extension SQLValue {
  /// A record's value.
  package init(_ value: RecordValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self.init(text)
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}

extension RecordValue {
  /// A value as a record has it: what isn't UTF-8 in a text is repaired.
  package init(_ value: SQLValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(String(decoding: text, as: UTF8.self))
    case .blob(let blob): self = .blob(blob)
    }
  }
}
