package import TableModel

/// What people read where a change breaks a rule of its table.
package struct ConstraintWords {
  private let schema: RecordSchema

  /// About the rules of a table.
  package init(_ schema: RecordSchema) { self.schema = schema }

  /// Some columns, of which no two rows may have the same values.
  package func repeated(_ columns: [String]) -> (column: String?, text: String) {
    let keys = schema.keyFields.compactMap { field in
      schema.columns.indices.contains(field) ? schema.columns[field].name : nil
    }
    if columns.count == 1 {
      return (
        columns[0], keys == columns ? "A row with this key already exists." : "Another row already has this value."
      )
    }
    let names = columns.joined(separator: " and ")
    return (
      columns.first,
      names.isEmpty ? "Such a row already exists." : "Another row already has these values of \(names)."
    )
  }

  /// A row is missing that the row would refer to.
  package func missing(in table: String) -> String { "No such row in \(table)." }

  /// Rows elsewhere refer to the row.
  package var referred: String {
    let names = schema.incomingReferences.map { "\($0.table) by \($0.columnNames)" }
    return "Other rows refer to this row"
      + (names.isEmpty ? "" : ", such as those of " + names.joined(separator: ", or ")) + "."
  }

  /// A condition of the table isn't met.
  package func unmet(_ condition: String) -> String { "Violates the table's constraint “\(condition)”." }

  /// A column has no value that needs one.
  package static let required = "A value is required."
}
