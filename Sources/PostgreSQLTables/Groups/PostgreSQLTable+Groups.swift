internal import SQLTables
internal import TableGroups
internal import TableModel

/// Groups are worked out on the connections in the background, within the time of facets: no page of rows waits for them.
extension PostgreSQLTable: GroupableTable {
  /// Bytes of the values of all groups of a page.
  private static let byteLimit = 4 << 20

  func engineGroups(_ query: GroupQuery) async throws -> GroupResult {
    try await withDefinition { definition, _ in
      guard query.columns.allSatisfy(definition.schema.columns.indices.contains) else {
        throw TableError.busy("The table's schema is changing; try again in a moment")
      }
      let condition = try definition.condition(of: query.selection)
      let reading = database.reading { [database] in
        try await database.answersAside(to: $0, seconds: database.options.facetTimeLimitSeconds)
      }
      var width: Double?
      if case .range(let asked) = query.key.part {
        width = asked
        if asked == nil {
          let bounds = GroupStatement.bounds(of: query.key.column, definition, where: condition)
          let rows = try await rows(PostgreSQLRequest(bounds.sql, bounds.values), reading)
          if rows.count == 1 { width = GroupStatement.width((0..<3).map { rows.value(0, $0) }) }
        }
      }
      let statement = GroupStatement(query, of: definition, where: condition, width: width)
      var request = PostgreSQLRequest(statement.sql, statement.values, recurs: true)
      request.byteLimit = Self.byteLimit
      let rows = try await rows(request, reading)
      guard !rows.isCut else {
        throw TableError.badRequest(
          "The values of the column “\(definition.schema.columns[query.key.column].name)” are too long to group by.")
      }
      return statement.result(
        (0..<rows.count).map { row in (0..<statement.width).map { rows.value(row, $0) } },
        version: database.version(of: reading, definition, query.selection))
    }
  }

  private func rows(_ request: PostgreSQLRequest, _ reading: VersionedReading) async throws -> PostgreSQLRows {
    guard let rows = try await reading.answers(to: [request]).last else {
      throw TableError.unavailable("The database “\(database.name)” didn't answer.")
    }
    return rows
  }
}
