internal import SQLTables
internal import Synchronization
internal import TableModel

/// A table or view of a SQLite file.
struct SQLiteTable: RecordTable {
  let database: SQLiteDatabase
  let name: String

  var currentVersion: DataVersion? { database.currentVersion }

  func lastChange(ofPages query: TableQuery) -> (@Sendable (_ state: DataVersion) -> DataVersion)? {
    // Where rows are chosen by other things than their values, it can be by any table's.
    let file = database.openFile
    guard let history = file.history, query.selection.isByValues,
      let tables = file.table(named: name).definition?.tablesRead
    else { return nil }
    return { history.label(of: tables, at: $0) }
  }

  func schema() async throws -> RecordSchema {
    let file = database.openFile
    if let known = file.table(named: name).definition, known.catalog === file.unchangedCatalog { return known.schema }
    return try await database.answer { try currentDefinition($0, $1).schema }
  }

  func page(_ query: TableQuery) async throws -> TablePage {
    guard query.pageSize > 0 else { throw TableError.badRequest("A page needs at least one row.") }
    return try await database.answer(about: query.selection) { try read(query, $0, $1) }
  }

  func page(_ query: TableQuery, within seconds: Double) async throws -> TablePage {
    guard query.pageSize > 0 else { throw TableError.badRequest("A page needs at least one row.") }
    return try await database.aside(seconds: seconds) { try read(query, $0, $1) }
  }

  private func read(_ query: TableQuery, _ file: OpenFile, _ connection: SQLiteConnection) throws -> TablePage {
    try withDefinition(file, connection) { definition in
      try definition.explainingSearches(of: query.selection, on: connection) {
        try page(query, definition, file, connection)
      }
    }
  }

  /// The definition as it was last found; pages notice by themselves when the schema has changed.
  func knownDefinition(_ file: OpenFile, _ connection: SQLiteConnection) throws -> TableDefinition {
    if let known = file.table(named: name).definition { return known }
    return try currentDefinition(file, connection)
  }

  /// The definition under the schema as it is now.
  private func currentDefinition(_ file: OpenFile, _ connection: SQLiteConnection) throws -> TableDefinition {
    let state = file.table(named: name)
    let label = connection.freshLabel(of: file)
    return try connection.transaction {
      let catalog = try file.readCatalog(on: connection, label: label)
      if let known = state.definition {
        if known.catalog === catalog { return known }
        state.forget(known)
      }
      guard let found = try connection.definition(of: name, in: catalog) else {
        throw TableError.notFound("Table not found")
      }
      return state.keep(found)
    }
  }

  /// Works with the definition, and once more with a new one whenever the schema turns out to have changed.
  func withDefinition<Result>(
    _ file: OpenFile, _ connection: SQLiteConnection, _ body: (TableDefinition) throws -> Result
  ) throws -> Result {
    for _ in 0..<8 {
      let definition = try knownDefinition(file, connection)
      do {
        return try body(definition)
      } catch is SchemaChanged {
        file.table(named: name).forget(definition)
      }
    }
    throw TableError.busy("The schema of the database keeps changing; try again in a moment.")
  }

  private func page(
    _ query: TableQuery, _ definition: TableDefinition, _ file: OpenFile, _ connection: SQLiteConnection
  ) throws -> TablePage {
    let columns = definition.schema.columns.indices
    guard query.sort.allSatisfy({ columns.contains($0.column) }) else {
      throw TableError.badRequest("A sort column doesn't exist.")
    }
    try definition.checkTree(query)
    let condition = try definition.condition(of: query.selection, on: connection)
    let key = PagePlan.Key(
      sort: query.sort, tree: query.tree, condition: condition.sql, values: .init(query.values),
      bringsLabels: query.bringsLabels,
      followsSearch: query.selection.mayFollowSearch)
    let state = file.table(named: name)
    let coder = state.coder(query) { PageTokenCoder(database.options.signingKey, scope: scope(of: query, definition)) }
    var origin: KeysetCursor?
    var backwards = false
    switch query.position {
    case .first: break
    case .after(let token): origin = try coder.place(of: token)
    case .before(let token):
      origin = try coder.place(of: token)
      backwards = true
    }
    let place = origin
    let rows = try rows(query, key, definition, state, connection) { plan in
      try PageReader(
        plan: plan, connection: connection, file: file, filterValues: condition.values,
        values: query.values, expectedBytes: state.expectedBytes.load(ordering: .relaxed),
        memory: database.options.pageMemory
      ).rows(from: place, backwards: backwards, limit: query.pageSize)
    }
    let count = try count(query, rows, definition, file, connection)
    // Where a page is empty, the place that it was asked for is also its start and its end.
    var page = TablePage(
      title: definition.schema.table, style: .grid(definition.schema), sections: [RecordSection(rows.page)],
      next: rows.hasRowsBehind ? (rows.end ?? origin).map(coder.token) : nil,
      previous: rows.hasRowsBefore ? (rows.start ?? origin).map(coder.token) : nil, count: count.count,
      version: count.isSettled ? rows.version : nil)
    page.total = total(query, definition, file, connection, version: rows.version)
    return page
  }

  func place(of key: RowKey, in query: TableQuery) async throws -> RowCursors {
    try await database.answer { file, connection in
      try withDefinition(file, connection) { definition in
        guard query.sort.allSatisfy({ definition.schema.columns.indices.contains($0.column) }) else {
          throw TableError.badRequest("A sort column doesn't exist.")
        }
        let condition = try definition.condition(of: query.selection, on: connection)
        let planKey = PagePlan.Key(sort: query.sort, tree: nil, condition: condition.sql)
        let state = file.table(named: name)
        let plan = state.plan(planKey, for: definition)
        guard plan.order != nil else { throw TableError.badRequest("The rows of this table have no positions.") }
        let coder = state.coder(query) {
          PageTokenCoder(database.options.signingKey, scope: scope(of: query, definition))
        }
        return try connection.transaction {
          guard try connection.schemaVersion() == definition.schemaVersion else { throw SchemaChanged() }
          let reader = RecordReader(definition: definition, connection: connection, memory: database.options.rowMemory)
          guard let locator = RowLocator(key, in: definition),
            let row = try reader.row(locator, order: plan.orderFields)
          else { throw TableError.notFound("Record not found") }
          return RowCursors(
            start: coder.token(for: KeysetCursor(row: row.place, isBehind: false)),
            end: coder.token(for: KeysetCursor(row: row.place, isBehind: true)))
        }
      }
    }
  }

  private func scope(of query: TableQuery, _ definition: TableDefinition) -> PageTokenScope {
    PageTokenScope(
      database: database.name, table: definition.schema.table, sort: query.sort, selection: query.selection,
      columnName: definition.columnName)
  }
}
