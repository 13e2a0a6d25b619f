internal import SQLTables
internal import TableGroups
internal import TableModel

/// Groups are worked out on the threads of facets, within their time: no page of rows waits for them.
extension SQLiteTable: GroupableTable {
  /// Bytes of the values of all groups of a page.
  private static let byteLimit = 4 << 20

  func engineGroups(_ query: GroupQuery) async throws -> GroupResult {
    let file = try database.currentFile().file
    return try await database.onFacetThread(file, about: query.selection) { connection in
      do {
        return try groups(query, file, connection, sum: "sum")
      } catch let failure as SQLiteFailure where failure.message == "integer overflow" {
        // Beyond 64 bits there are only reals.
        return try groups(query, file, connection, sum: "total")
      }
    }
  }

  private func groups(
    _ query: GroupQuery, _ file: OpenFile, _ connection: SQLiteConnection, sum: String
  ) throws -> GroupResult {
    let label = connection.freshLabel(of: file)
    var result = try withDefinition(file, connection) { definition in
      try connection.transaction {
        guard try connection.schemaVersion() == definition.schemaVersion else { throw SchemaChanged() }
        return try definition.explainingSearches(of: query.selection, on: connection) {
          try read(query, definition, connection, sum: sum)
        }
      }
    }
    // What was read while somebody wrote holds for no state that has a label.
    if let label, file.label() == label { result.version = label }
    return result
  }

  private func read(
    _ query: GroupQuery, _ definition: TableDefinition, _ connection: SQLiteConnection, sum: String
  ) throws -> GroupResult {
    guard query.columns.allSatisfy(definition.schema.columns.indices.contains) else { throw SchemaChanged() }
    let condition = try definition.condition(of: query.selection, on: connection)
    var width: Double?
    if case .range(let asked) = query.key.part {
      width = asked
      if asked == nil {
        let bounds = GroupStatement.bounds(of: query.key.column, definition, where: condition)
        try connection.rows(bounds.sql, bounds.values) { row in
          width = GroupStatement.width((0..<3).map { row.value($0) })
        }
      }
    }
    let statement = GroupStatement(query, of: definition, where: condition, width: width, sum: sum)
    var rows: [[SQLValue]] = []
    var byteCount = 0
    try connection.rows(statement.sql, statement.values) { row in
      byteCount += (0..<statement.width).reduce(0) { $0 + row.byteCount($1) }
      guard byteCount <= Self.byteLimit else {
        throw TableError.badRequest(
          "The values of the column “\(definition.schema.columns[query.key.column].name)” are too long to group by.")
      }
      rows.append((0..<statement.width).map { row.value($0) })
    }
    return statement.result(rows)
  }
}
