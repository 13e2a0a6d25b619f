internal import SQLTables

/// What brings the label of a row in another table that a value refers to.
struct ReferenceLabel: Sendable {
  let table: String
  /// The column there that values are found in; it has an index.
  let key: String
  let label: String

  /// A subquery for the label.
  /// - Parameter value: the value as it stands in the statement.
  func expression(of value: String) -> String {
    "(SELECT l.\(SQLIdentifier(label)) FROM main.\(SQLIdentifier(table)) AS l WHERE l.\(SQLIdentifier(key)) = \(value) LIMIT 1)"
  }
}
