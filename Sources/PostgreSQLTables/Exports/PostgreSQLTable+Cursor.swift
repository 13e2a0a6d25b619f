internal import SQLTables
internal import TableModel

extension PostgreSQLTable {
  /// Every row of a query from the first on, in its order and from one state of the data, whatever the query's page size and position.
  /// - Throws: `TableError.busy` if as many exports run as are allowed.
  func cursor(_ query: TableQuery) async throws -> any RecordCursor {
    try await withDefinition { definition, state in
      let condition = try definition.condition(of: query.selection)
      let plan = state.plan(try planKey(query, condition, definition), for: definition)
      guard let part = plan.parts(from: nil, backwards: false).first else { throw SchemaChanged() }
      // Where nothing names a row, pages are counted off: the second number says from where.
      let numbers: [SQLValue] = plan.order == nil ? [.integer(.max), .integer(0)] : [.integer(.max)]
      return try await PostgreSQLCursor(
        definition.schema, PostgreSQLRequest(sql: part.text.sql, values: condition.values + numbers),
        try await exportConnection(), database)
    }
  }

  private func exportConnection() async throws -> ConnectionLease {
    do {
      return try await database.lease(.exports)
    } catch TableError.busy {
      throw TableError.busy("\(max(database.options.exportLimit, 1)) exports are running; try again in a moment.")
    }
  }
}
