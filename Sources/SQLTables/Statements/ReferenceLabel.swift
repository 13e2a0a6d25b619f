/// What brings the label of a row in another table that one or more values refer to.
package struct ReferenceLabel: Sendable {
  /// The other table.
  package let table: String
  private let beginning: String
  private let keys: [String]

  /// - Parameters:
  ///   - keys: the columns there that values are found in; they have an index.
  ///   - label: the column that rows are called by.
  package init(table: String, keys: [String], label: String, in dialect: any SQLDialect) {
    self.table = table
    self.keys = keys.map { "l.\(SQLIdentifier($0))" }
    beginning = "(SELECT l.\(SQLIdentifier(label)) FROM \(dialect.table(table)) AS l WHERE "
  }

  /// A subquery for the label of what one value refers to.
  package func expression(of value: String) -> String { expression(of: [value]) }

  /// A subquery for the label.
  /// - Parameter values: the values as they stand in the statement, one for each key.
  package func expression(of values: [String]) -> String {
    let conditions = zip(keys, values).map { key, value in "\(key) = \(value)" }
    return "\(beginning)\(conditions.joined(separator: " AND ")) LIMIT 1)"
  }
}
