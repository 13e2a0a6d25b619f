/// What brings the label of a row in another table that a value refers to.
package struct ReferenceLabel: Sendable {
  /// The other table.
  package let table: String
  private let beginning: String

  /// - Parameters:
  ///   - key: the column there that values are found in; it has an index.
  ///   - label: the column that rows are called by.
  package init(table: String, key: String, label: String, in dialect: any SQLDialect) {
    self.table = table
    beginning =
      "(SELECT l.\(SQLIdentifier(label)) FROM \(dialect.table(table)) AS l WHERE l.\(SQLIdentifier(key)) = "
  }

  /// A subquery for the label.
  /// - Parameter value: the value as it stands in the statement.
  package func expression(of value: String) -> String { "\(beginning)\(value) LIMIT 1)" }
}
