/// A column's value where it is a JSON array, and null elsewhere, of which `json_each` makes no rows.
///
/// The cases are nested because SQLite's functions refuse malformed JSON with an error (https://sqlite.org/json1.html), and only
/// `CASE` promises not to look at what it doesn't need.
struct JSONArrayExpression: Sendable, Hashable, CustomStringConvertible {
  /// The expression as it stands in a statement.
  let description: String

  /// The arrays of a column.
  /// - Parameter column: the column as it stands in a statement.
  init(_ column: String) {
    description =
      "CASE WHEN typeof(\(column)) = 'text' THEN CASE WHEN json_valid(\(column)) THEN CASE json_type(\(column)) WHEN 'array' THEN \(column) END END END"
  }
}
