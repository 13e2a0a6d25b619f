/// The statements that change single rows: names come from the schema and are quoted here, values are bound by whoever runs them.
public struct RowStatement: Sendable, Hashable {
  /// The statement, with a `?` for each value.
  public let sql: String

  /// What becomes of a new row that is in another's way.
  public enum Conflict: String, Sendable {
    case refuse = ""
    case ignore = " OR IGNORE"
    case replace = " OR REPLACE"
  }

  /// Adds a row.
  /// - Parameters:
  ///   - columns: the columns that get a value, in the order of the values; the others get their defaults.
  ///   - returning: what is told of the new row, as it stands in a statement.
  public static func insert(
    into table: String, _ columns: [String], conflict: Conflict = .refuse, returning: [String]
  ) -> RowStatement {
    let values =
      columns.isEmpty
      ? "DEFAULT VALUES"
      : "(\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    return RowStatement(
      sql:
        "INSERT\(conflict.rawValue) INTO main.\(SQLIdentifier(table)) \(values) RETURNING \(returning.joined(separator: ", "))"
    )
  }

  /// Gives columns of the row that meets a condition other values, which stand before those of the condition.
  public static func update(
    _ table: String, _ columns: [String], where condition: String, returning: [String]
  ) -> RowStatement {
    let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
    return RowStatement(
      sql:
        "UPDATE main.\(SQLIdentifier(table)) AS r SET \(assignments) WHERE \(condition) RETURNING \(returning.joined(separator: ", "))"
    )
  }

  /// Removes the row that meets a condition.
  public static func delete(from table: String, where condition: String) -> RowStatement {
    RowStatement(sql: "DELETE FROM main.\(SQLIdentifier(table)) AS r WHERE \(condition)")
  }
}
