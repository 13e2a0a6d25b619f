package import TableModel

/// A condition on one value of a row, checked where the row is drawn: it copies nothing.
package struct RecordCondition: Sendable, Hashable {
  /// What a value is held against.
  package enum Test: Sendable, Hashable {
    /// It is one of these. Texts are compared byte by byte, numbers by what they count, also where one of the two is a text: a column may hold
    /// both, and whoever writes `1` means either.
    case oneOf([RecordValue])
    /// It is none of these.
    case noneOf([RecordValue])
    case less(RecordValue), lessOrEqual(RecordValue), greater(RecordValue), greaterOrEqual(RecordValue)
    case contains(String), startsWith(String), endsWith(String)
    case isNull, isNotNull
  }

  /// The position of the column in the schema.
  package var column: Int
  /// What its value is held against.
  package let test: Test
  /// The text that it has to be, where it is one: what most conditions are.
  let text: [UInt8]?

  /// A condition on a column.
  package init(column: Int, _ test: Test) {
    self.column = column
    self.test = test
    if case .oneOf(let values) = test, values.count == 1, case .text(let text) = values[0], Double(text) == nil {
      self.text = Array(text.utf8)
    } else {
      text = nil
    }
  }

  /// Whether a row meets it. Null meets no comparison, as in SQL.
  package func isMet(by record: Record) -> Bool {
    precondition(column >= 0 && column < record.schema.fieldCount, "a condition is on a column of its table")
    defer { extendLifetime(record.page) }
    let row = RecordRow(record.page, row: record.row)
    let field = row.fields[column]
    if let text {
      guard field.isText, Int(field.length) == text.count else { return false }
      return row.stored(field).elementsEqual(text)
    }
    if field.isNull { return test.isMetByNull }
    func order(_ value: RecordValue) -> Order { Self.order(field, row, value) }
    switch test {
    case .oneOf(let values): return values.contains { order($0) == .equal }
    case .noneOf(let values): return !values.contains { order($0) == .equal }
    case .less(let value): return order(value) == .less
    case .lessOrEqual(let value): return [.less, .equal].contains(order(value))
    case .greater(let value): return order(value) == .greater
    case .greaterOrEqual(let value): return [.greater, .equal].contains(order(value))
    case .contains(let part): return Self.bytes(field, row).map { Self.contains($0, Array(part.utf8)) } ?? false
    case .startsWith(let part): return Self.bytes(field, row)?.starts(with: part.utf8) ?? false
    case .endsWith(let part): return Self.bytes(field, row)?.reversed().starts(with: part.utf8.reversed()) ?? false
    case .isNull: return false
    case .isNotNull: return true
    }
  }

  private enum Order { case less, equal, greater, none }

  /// The number that a text is.
  private static func number(_ field: RecordField, _ row: RecordRow) -> Double? {
    bytes(field, row).flatMap { Double(String(decoding: $0.filter { $0 != 0x20 }, as: UTF8.self)) }
  }

  /// How a stored value stands to another; a number and a text that is none stand in no order.
  private static func order(_ field: RecordField, _ row: RecordRow, _ value: RecordValue) -> Order {
    switch (field.kind, value) {
    case (.text, .integer(let other)): return number(field, row).map { order($0, Double(other)) } ?? .none
    case (.text, .real(let other)): return number(field, row).map { order($0, other) } ?? .none
    case (.integer, .text(let text)): return Double(text).map { order(Double(field.integer), $0) } ?? .none
    case (.real, .text(let text)): return Double(text).map { order(field.real, $0) } ?? .none
    case (.integer, .integer(let number)): return order(field.integer, number)
    case (.integer, .real(let number)): return order(Double(field.integer), number)
    case (.real, .integer(let number)): return order(field.real, Double(number))
    case (.real, .real(let number)): return order(field.real, number)
    case (.text, .text(let text)), (.textExcerpt, .text(let text)):
      let stored = row.stored(field)
      return text.lendUTF8 { other in
        if stored.count == other.count, stored.elementsEqual(other) { return .equal }
        return stored.lexicographicallyPrecedes(other) ? .less : .greater
      }
    default: return .none
    }
  }

  private static func order<Number: Comparable>(_ one: Number, _ other: Number) -> Order {
    one < other ? .less : one == other ? .equal : one > other ? .greater : .none
  }

  /// The bytes of a text; the row's page keeps them.
  private static func bytes(_ field: RecordField, _ row: RecordRow) -> UnsafeBufferPointer<UInt8>? {
    field.isText ? row.stored(field) : nil
  }

  private static func contains(_ text: UnsafeBufferPointer<UInt8>, _ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    var at = 0
    while at + part.count <= text.count {
      if text[at] == first, text[at..<(at + part.count)].elementsEqual(part) { return true }
      at += 1
    }
    return false
  }
}

extension RecordCondition.Test {
  fileprivate var isMetByNull: Bool {
    switch self {
    case .isNull: true
    case .oneOf(let values): values.contains(.null)
    default: false
    }
  }
}
