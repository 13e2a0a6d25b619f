/// Where the rows of a facet come from: all of a selection, a sample of them, or the first.
package struct FacetRows: Sendable, Hashable {
  /// What stands behind `FROM`.
  let source: String
  /// The values of the source's own parameters.
  let sourceValues: [SQLValue]
  /// What the rows must meet.
  let condition: RowCondition

  /// Every row of a selection.
  /// - Parameter source: the table, named `r`.
  package static func all(of source: String, where condition: RowCondition) -> FacetRows {
    FacetRows(source: source, sourceValues: [], condition: condition)
  }

  /// The first rows of a selection, in whatever order the database has them at hand.
  package static func first(_ limit: Int, of source: String, where condition: RowCondition) -> FacetRows {
    let filter = condition.sql.isEmpty ? "" : " WHERE " + condition.sql
    return FacetRows(
      source: "(SELECT * FROM \(source)\(filter) LIMIT \(limit)) AS r", sourceValues: condition.values,
      condition: .everything)
  }

  /// The rows of a selection whose row ids lie in one of some ranges.
  ///
  /// - Parameter rowID: the row id as it stands in a statement.
  package static func sample(
    _ ranges: RowIDRanges, of source: String, rowID: String, where condition: RowCondition, in dialect: any SQLDialect
  ) -> FacetRows {
    var within = RowCondition("\(rowID) >= p.value AND \(rowID) < p.value + \(ranges.width)")
    within.join(condition)
    let ranges = dialect.source(source, within: ranges)
    return FacetRows(source: ranges.source, sourceValues: ranges.values, condition: within)
  }

  /// The statement that counts these rows.
  package var count: (sql: String, values: [SQLValue]) {
    let filter = condition.sql.isEmpty ? "" : " WHERE " + condition.sql
    return ("SELECT count(*) FROM \(source)\(filter)", sourceValues + condition.values)
  }
}
