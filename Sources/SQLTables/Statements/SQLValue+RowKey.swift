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
