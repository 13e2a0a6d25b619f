public import TableModel

/// The statement that answers a facet: one row for each value with the value, its count and the number of different values.
public struct FacetStatement: Sendable, Hashable {
  /// The text of the statement.
  public let sql: String
  /// The values of its parameters, in order.
  public let values: [SQLValue]

  /// Counts the values of a column.
  /// - Parameters:
  ///   - facet: what is counted of the column.
  ///   - column: the column as it stands in a statement.
  ///   - rows: where the rows come from.
  ///   - limit: how many values are wanted at most.
  ///   - label: what brings the label of a value, given the value's name in the statement; it is asked for the values found alone.
  public init(
    _ kind: Facet.Kind, of column: String, in rows: FacetRows, limit: Int, label: ((String) -> String)? = nil
  ) {
    let counted = Counted(kind, column)
    var condition = rows.condition
    condition.join(RowCondition(counted.condition))
    sql = """
      SELECT v, n, d, \(label?("v") ?? "NULL") FROM (SELECT \(counted.expression) AS v, count(*) AS n, count(*) OVER () AS d \
      FROM \(rows.source)\(counted.join) WHERE \(condition.sql) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT \(limit)) ORDER BY n DESC, v
      """
    values = rows.sourceValues + condition.values
  }

  /// What stands for the three kinds of facet in the statement.
  private struct Counted {
    var expression: String
    var join = ""
    var condition: String

    init(_ kind: Facet.Kind, _ column: String) {
      switch kind {
      case .column:
        expression = column
        condition = "\(column) IS NOT NULL"
      case .date:
        expression = "date(\(column))"
        condition = "date(\(column)) IS NOT NULL"
      case .array:
        let array = JSONArrayExpression(column)
        expression = "j.value"
        join = ", json_each(\(array)) AS j"
        // Of equal elements of one array the first is counted; arrays and objects within it are no values to choose by.
        condition = """
          j.atom IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(\(array)) AS k WHERE k.value = j.value AND k.key < j.key)
          """
      }
    }
  }
}
