package import TableModel

/// The statement that answers a facet: one row for each value with the value, its count and the number of different values.
package struct FacetStatement: Sendable, Hashable {
  /// The text of the statement.
  package let sql: String
  /// The values of its parameters, in order.
  package let values: [SQLValue]

  /// Counts the values of a column.
  /// - Parameters:
  ///   - facet: what is counted of the column.
  ///   - column: the column as it stands in a statement.
  ///   - rows: where the rows come from.
  ///   - limit: how many values are wanted at most.
  ///   - label: what brings the label of a value, given the value's name in the statement; it is asked for the values found alone.
  package init(
    _ kind: Facet.Kind, of column: String, in rows: FacetRows, limit: Int, dialect: any SQLDialect,
    label: ((String) -> String)? = nil
  ) {
    let counted = Counted(kind, column, dialect)
    var condition = rows.condition
    condition.join(RowCondition(counted.condition))
    sql = """
      SELECT v, n, d, \(label?("v") ?? "NULL") FROM (SELECT \(counted.expression) AS v, count(*) AS n, count(*) OVER () AS d \
      FROM \(rows.source)\(counted.join) WHERE \(condition.sql) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT \(limit)) AS f ORDER BY n DESC, v
      """
    values = rows.sourceValues + condition.values
  }

  /// What stands for the three kinds of facet in the statement.
  private struct Counted {
    var expression: String
    var join = ""
    var condition: String

    init(_ kind: Facet.Kind, _ column: String, _ dialect: any SQLDialect) {
      switch kind {
      case .column:
        expression = column
        condition = "\(column) IS NOT NULL"
      case .date:
        expression = dialect.day(of: column)
        condition = "\(expression) IS NOT NULL"
      case .array:
        // Equal elements of one array count once; arrays and objects within it are no values to choose by.
        (join, expression, condition) = dialect.differentElements(of: column)
      }
    }
  }
}
