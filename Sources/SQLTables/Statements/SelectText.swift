/// A statement as people write it: a line for each clause, and parameters with names, `:p0` and so on.
package struct SelectText: Sendable {
  /// The statement.
  package let sql: String

  /// - Parameters:
  ///   - source: the table, named `r`.
  ///   - order: what stands behind `ORDER BY`; `nil` for nothing.
  package init(
    _ columns: [String], from source: String, where condition: String, order: String?, in dialect: any SQLDialect
  ) {
    var lines = ["SELECT \(columns.joined(separator: ", "))", "FROM \(source)"]
    if !condition.isEmpty { lines.append("WHERE \(condition)") }
    if let order, !order.isEmpty { lines.append("ORDER BY \(order)") }
    sql = ParameterText(lines.joined(separator: "\n"), in: dialect) { ":p\($0)" }.sql
  }
}
