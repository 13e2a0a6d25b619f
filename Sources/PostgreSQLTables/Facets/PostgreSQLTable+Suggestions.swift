internal import SQLTables
internal import TableModel

extension PostgreSQLTable {
  /// Rows and columns that are looked at.
  private static let sampleSize = (rows: 1_000, columns: 200)
  /// A column with more values than this among the rows is no use as a facet.
  private static let valueLimit = 30

  func suggestedFacets(in selection: RowSelection) async throws -> [Facet] {
    try await withDefinition { definition, _ in
      let schema = definition.schema
      let columns = Array(
        schema.columns.indices.filter { schema.columns[$0].type != .blob && schema.keyFields != [$0] }
          .prefix(Self.sampleSize.columns))
      guard !columns.isEmpty else { return [] }
      let condition = try definition.condition(of: selection)
      let inner = columns.map { "\(definition.expressions[$0]) AS c\($0)" }.joined(separator: ", ")
      let measures = columns.map { "count(c\($0)), count(DISTINCT c\($0)), \(isArray($0, definition))" }
      let request = PostgreSQLRequest(
        """
        SELECT \(measures.joined(separator: ", ")) FROM (SELECT \(inner) \
        FROM \(definition.source)\(Self.clause("WHERE", condition.sql)) LIMIT \(Self.sampleSize.rows)) AS s
        """, condition.values, recurs: true)
      do {
        let answers = try await database.answersAside(
          to: [request], seconds: database.options.facetTimeLimitSeconds)
        guard let rows = answers.first, rows.count == 1 else { return [] }
        let found = columns.enumerated().flatMap { place, column in
          kinds((0..<3).map { rows.integer(0, place * 3 + $0) }, schema.columns[column].type).map {
            Facet(column: column, kind: $0)
          }
        }
        return found.filter { $0.kind == .column } + found.filter { $0.kind != .column }
      } catch let failure as PostgreSQLFailure where failure.isInterrupt {
        return []
      }
    }
  }

  /// How many values are JSON arrays.
  private func isArray(_ column: Int, _ definition: TableDefinition) -> String {
    guard definition.schema.columns[column].type == .json else { return "0" }
    return "count(CASE WHEN jsonb_typeof(to_jsonb(c\(column))) = 'array' THEN 1 END)"
  }

  private func kinds(_ measures: [Int], _ type: FieldType) -> [Facet.Kind] {
    let (values, distinct, arrays) = (measures[0], measures[1], measures[2])
    guard values > 0 else { return [] }
    if arrays == values { return [.array] }
    var kinds: [Facet.Kind] = []
    if distinct > 1, distinct <= Self.valueLimit, distinct < values { kinds.append(.column) }
    if type == .timestamp || type == .date { kinds.append(.date) }
    return kinds
  }
}
