package import TableModel

/// How a column is best shown.
package struct ColumnMeaning: Sendable, Equatable {
  package var type: FieldType
  package var format: ValueFormat?
  package var unit: String?

  init(_ type: FieldType, _ format: ValueFormat? = nil, unit: String? = nil) {
    (self.type, self.format, self.unit) = (type, format, unit)
  }

  /// Says it of a column.
  package func describe(_ column: inout RecordSchema.Column) {
    (column.type, column.format, column.unit) = (type, format, unit)
  }
}
