/// What the values of a Swift type are in a column: how they are shown, compared and stored. A type of one's own takes those of the type that it
/// is stored as: `static var columnTraits: ColumnTraits { Double.columnTraits }`.
public struct ColumnTraits: Sendable {
  /// How pages show the values, unless the column says something else.
  package var fieldType: FieldType
  /// Whether a value can be missing.
  package var isNullable = false
  /// How a text from an address is compared with the values.
  var comparison: ColumnComparison
  /// The kinds of values that the values are made of.
  package var kinds: Set<RecordField.Kind>

  init(_ fieldType: FieldType, _ kinds: Set<RecordField.Kind>, _ comparison: ColumnComparison = .asText) {
    self.fieldType = fieldType
    self.kinds = kinds
    self.comparison = comparison
  }
}

/// How a text that somebody writes is compared with the values of a column.
enum ColumnComparison: Sendable, Hashable {
  /// As it is.
  case asText
  /// As the number that it is, if it is one.
  case asNumber
  /// As both: the column holds values of several types.
  case asEither
}
