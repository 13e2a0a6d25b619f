internal import SQLTables
internal import TableModel

/// Judges by the first rows of a selection which facets are likely to be of use, as Datasette does: columns with a few values that
/// return, columns of JSON arrays, and columns of times.
struct FacetSuggestions {
  private let definition: TableDefinition
  private let condition: RowCondition
  /// Columns that are looked at; SQLite has a limit of 2,000 for the results of a statement.
  private let columns: [Int]

  private static let rowLimit = 1_000
  private static let columnLimit = 200
  /// A column with more values than this among the rows is no use as a facet.
  private static let valueLimit = 30

  init(_ definition: TableDefinition, _ condition: RowCondition) {
    self.definition = definition
    self.condition = condition
    let schema = definition.schema
    columns = Array(
      schema.columns.indices.filter { schema.columns[$0].type != .blob && schema.keyFields != [$0] }
        .prefix(Self.columnLimit))
  }

  /// The facets, those of columns first.
  func facets(on connection: SQLiteConnection) throws -> [Facet] {
    guard !columns.isEmpty else { return [] }
    let filter = condition.sql.isEmpty ? "" : " WHERE " + condition.sql
    let expressions = columns.map { definition.distinctExpressions[$0] }
    let measures = expressions.indices.map { Self.measures(of: "c\($0)") }.joined(separator: ", ")
    let inner = expressions.enumerated().map { "\($1) AS c\($0)" }.joined(separator: ", ")
    let sql = """
      SELECT \(measures) FROM (SELECT \(inner) FROM \(definition.source)\(filter) LIMIT \(Self.rowLimit))
      """
    var found: [Facet] = []
    try connection.rows(sql, condition.values) { row in
      for (index, column) in columns.enumerated() {
        found += kinds(from: (0..<4).map { row.integer(index * 4 + $0) }).map { Facet(column: column, kind: $0) }
      }
    }
    return found.filter { $0.kind == .column } + found.filter { $0.kind != .column }
  }

  /// Values, different values, JSON arrays, days.
  private static func measures(of column: String) -> String {
    """
    count(\(column)), count(DISTINCT \(column)), count(\(JSONArrayExpression(column))), \
    total(CASE WHEN typeof(\(column)) = 'text' AND \(column) GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9]*' THEN date(\(column)) IS NOT NULL END)
    """
  }

  private func kinds(from measures: [Int]) -> [Facet.Kind] {
    let (values, distinct, arrays, days) = (measures[0], measures[1], measures[2], measures[3])
    guard values > 0 else { return [] }
    if arrays == values { return [.array] }
    var kinds: [Facet.Kind] = []
    if distinct > 1, distinct <= Self.valueLimit, distinct < values { kinds.append(.column) }
    if days == values { kinds.append(.date) }
    return kinds
  }
}
