/// The statements that change single rows: names come from the schema and are quoted here, values are bound by whoever runs them.
package struct RowStatement: Sendable, Hashable {
  /// The statement, with a `?` for each value.
  package let sql: String

  /// What becomes of a new row that is in another's way.
  package enum Conflict: Sendable { case refuse, ignore, replace }

  /// Adds a row.
  /// - Parameters:
  ///   - columns: the columns that get a value, in the order of the values; the others get their defaults.
  ///   - places: what stands for the values; a `?` each unless it is said.
  ///   - rule: what the engine is told about columns that it numbers itself.
  ///   - key: the columns of the key, for a row that may be in another's way.
  ///   - returning: what is told of the new row, as it stands in a statement.
  package static func insert(
    into table: String, _ columns: [String], places: [String]? = nil, rule: String = "", conflict: Conflict = .refuse,
    key: [String] = [], returning: [String], in dialect: any SQLDialect
  ) -> RowStatement {
    let insertion = dialect.insertion(conflict, key: key, columns: columns)
    let places = (places ?? columns.map { _ in "?" }).joined(separator: ", ")
    let values = columns.isEmpty ? "DEFAULT VALUES" : "(\(columns.joined(separator: ", ")))\(rule) VALUES (\(places))"
    return RowStatement(
      sql: "\(insertion.verb) INTO \(dialect.table(table)) \(values)\(insertion.clause)\(Self.returning(returning))")
  }

  /// Gives columns of the row that meets a condition other values, which stand before those of the condition.
  package static func update(
    _ table: String, _ columns: [String], places: [String]? = nil, where condition: String, returning: [String] = [],
    in dialect: any SQLDialect
  ) -> RowStatement {
    let places = places ?? columns.map { _ in "?" }
    let assignments = zip(columns, places).map { "\($0) = \($1)" }.joined(separator: ", ")
    return RowStatement(
      sql: "UPDATE \(dialect.table(table)) AS r SET \(assignments) WHERE \(condition)\(Self.returning(returning))")
  }

  /// Removes the row that meets a condition.
  package static func delete(from table: String, where condition: String, in dialect: any SQLDialect) -> RowStatement {
    RowStatement(sql: "DELETE FROM \(dialect.table(table)) AS r WHERE \(condition)")
  }

  private static func returning(_ names: [String]) -> String {
    names.isEmpty ? "" : " RETURNING " + names.joined(separator: ", ")
  }
}
