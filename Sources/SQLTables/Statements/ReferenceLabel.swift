/// What brings the label of a row in another table that one or more values refer to.
package struct ReferenceLabel: Sendable {
  /// The other table.
  package let table: String
  private let beginning: String
  private let keys: [String]

  /// - Parameters:
  ///   - keys: the columns there that values are found in; they have an index.
  ///   - labels: the columns that rows are called by, one behind the other.
  package init(table: String, keys: [String], labels: [String], in dialect: any SQLDialect) {
    self.table = table
    self.keys = keys.map { "l.\(SQLIdentifier($0))" }
    let columns = labels.map { "l.\(SQLIdentifier($0))" }
    let name =
      columns.count == 1
      ? columns[0]
      : "trim(\(columns.map { "coalesce(CAST(\($0) AS text), '')" }.joined(separator: " || ' ' || ")))"
    beginning = "(SELECT \(name) FROM \(dialect.table(table)) AS l WHERE "
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
