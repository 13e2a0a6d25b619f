import BoundedWork
internal import SQLTables
internal import TableModel

extension SQLiteTable {
  /// Every row of a query from the first on, in its order and from one state of the file, whatever the query's page size and position.
  /// - Throws: `TableError.busy` if as many exports run as are allowed.
  func cursor(_ query: TableQuery) async throws -> any RecordCursor {
    let exports = database.exports
    let place = try exports.takePlace()
    // Another file at the path is noticed here.
    _ = try await schema()
    let file = database.openFile
    return try await exports.run(timeLimit: database.options.exportTimeLimitSeconds) { [self] job in
      try open(query, file, place, job)
    }
  }

  private func open(
    _ query: TableQuery, _ file: OpenFile, _ place: ExportThreads.Place, _ job: WorkJob
  ) throws -> SQLiteCursor {
    let options = database.options
    do {
      let isWritten = !query.selection.expressions.isEmpty
      let connection =
        isWritten
        ? try file.statementConnections.open(valueBytes: ConnectionLimits.conditionValueBytes)
        : try file.pool.open(
          busyMilliseconds: options.busyMilliseconds,
          // It reads most pages once: what it would keep of them is no use to it.
          pageCacheKibibytes: min(options.pageCacheKibibytes, 128))
      connection.start(
        isInline: false, nanoseconds: UInt64(max(options.exportTimeLimitSeconds, 0) * 1e9),
        busyMilliseconds: options.busyMilliseconds)
      return try job.watching(connection) {
        try withDefinition(file, connection) { definition in
          let statement = try statement(query, definition, file, connection)
          return SQLiteCursor(
            definition.schema, connection, statement, place, database.exports,
            timeLimit: options.exportTimeLimitSeconds, databaseName: database.name,
            rowByteLimit: options.pageByteLimit)
        }
      }
    } catch let failure as SQLiteFailure {
      if !query.selection.expressions.isEmpty, let error = failure.expressionError() { throw error }
      throw failure.tableError(in: database.name, timeLimit: options.exportTimeLimitSeconds)
    }
  }

  /// The statement of all rows, ready to step, in a transaction that stands until the connection is closed.
  private func statement(
    _ query: TableQuery, _ definition: TableDefinition, _ file: OpenFile, _ connection: SQLiteConnection
  ) throws -> SQLiteStatement {
    let columns = definition.schema.columns.indices
    guard query.sort.allSatisfy({ columns.contains($0.column) }) else {
      throw TableError.badRequest("A sort column doesn't exist.")
    }
    try definition.checkTree(query)
    try definition.checkSearches(of: query.selection, on: connection)
    let condition = try definition.condition(of: query.selection, on: connection)
    let key = PagePlan.Key(
      sort: query.sort, tree: query.tree, condition: condition.sql, bringsLabels: query.bringsLabels,
      followsSearch: query.selection.mayFollowSearch)
    let plan = file.table(named: name).plan(key, for: definition)
    guard let part = plan.parts(from: nil, backwards: false).first else { throw SchemaChanged() }
    try connection.beginReading(schemaVersion: definition.schemaVersion)
    let statement = try connection.statement(part.text)
    for value in condition.values { statement.bind(value) }
    statement.bind(.max)
    // Where nothing names a row, pages are counted off: the second number says from where.
    if plan.order == nil { statement.bind(0) }
    return statement
  }
}
