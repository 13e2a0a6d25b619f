internal import SQLTables
internal import TableModel

extension PostgreSQLTable {
  func description(of query: TableQuery) async throws -> TableDescription {
    try await withDefinition { definition, state in
      let condition = try definition.condition(of: query.selection)
      let plan = state.plan(try planKey(query, condition, definition), for: definition)
      let selected = definition.schema.columns.indices.map { definition.expressions[$0] }.joined(separator: ", ")
      let rows = "FROM \(definition.source)" + Self.clause("WHERE", condition.sql)
      let order = plan.order?.ordering(backwards: false) ?? ""
      let statement = definition.dialect.numbered(
        plan.tree?.sql(selecting: selected, limit: "LIMIT \(query.pageSize)")
          ?? "SELECT \(selected) \(rows)\(Self.clause("ORDER BY", order)) LIMIT \(query.pageSize)")
      return TableDescription(
        definition: try await viewText(definition), statement: statement,
        visitorStatement: SelectText(
          definition.schema.columns.indices.map { definition.expressions[$0] }, from: definition.source,
          where: condition.sql, order: order, in: definition.dialect
        ).sql,
        countStatement: definition.dialect.numbered("SELECT count(*) \(rows)"),
        parameters: condition.values.enumerated().map { (String($0 + 1), RecordValue($1)) })
    }
  }

  /// What a view reads; tables have no text of their own.
  private func viewText(_ definition: TableDefinition) async throws -> String? {
    // Its text names tables that may not be known here. Tables that are seen as one have none.
    guard definition.schema.isView, !database.isPart, definition.catalog.entry(named: name) != nil else { return nil }
    let source = definition.dialect.table(definition.schema.table)
    let rows = try await database.answers(to: [
      PostgreSQLRequest("SELECT pg_catalog.pg_get_viewdef(CAST(? AS regclass), true)", [SQLValue(source)], recurs: true)
    ])
    return rows.first.flatMap { $0.count == 1 ? $0.text(0, 0) : nil }
  }
}
