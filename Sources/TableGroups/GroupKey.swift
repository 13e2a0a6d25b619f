import TableModel

/// What the rows of a group have in common: a value of one column, or a part of it.
package struct GroupKey: Sendable, Hashable {
  /// Which part of a value makes the group.
  package enum Part: Sendable, Hashable {
    /// The whole value.
    case value
    /// The year, the month or the day of a time: the first 4, 7 or 10 characters of its text.
    case year, month, day
    /// The range that a number is in; all are this wide, or as wide as suits the numbers that there are.
    case range(width: Double?)

    /// How many characters of a text make the group; `nil` where it isn't the beginning of one.
    package var length: Int? {
      switch self {
      case .value, .range: nil
      case .year: 4
      case .month: 7
      case .day: 10
      }
    }
  }

  /// The position of the column in the schema's `columns`.
  package var column: Int
  /// Which part of its values.
  package var part: Part

  /// Groups by a column.
  package init(column: Int, part: Part = .value) {
    self.column = column
    self.part = part
  }
}

extension RecordValue {
  /// The beginning of a value's text, as SQL cuts it; null for null.
  func beginning(_ length: Int) -> RecordValue {
    guard self != .null else { return .null }
    return .text(String(String.UnicodeScalarView(description.unicodeScalars.prefix(length))))
  }
}
