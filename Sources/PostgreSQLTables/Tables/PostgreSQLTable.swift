internal import SQLTables
internal import Synchronization
internal import TableModel

/// A table or view of a PostgreSQL database.
struct PostgreSQLTable: RecordTable {
  let database: PostgreSQLDatabase
  let name: String

  var currentVersion: DataVersion? { nil }

  func schema() async throws -> RecordSchema { try await definition().0.schema }

  /// What the table is, and what was found out about it.
  func definition() async throws -> (TableDefinition, TableState) {
    try await definition(in: try await database.currentSchema())
  }

  private func definition(in schema: ServerSchema) async throws -> (TableDefinition, TableState) {
    guard let relation = schema.relation(named: name) else { throw TableError.notFound("Table not found") }
    let state = schema.state(of: name)
    if let known = state.definition { return (known, state) }
    return (state.keep(schema.definition(of: relation, try await sample(of: relation, schema))), state)
  }

  /// Some texts of the table; `nil` where that takes too long or the table can't be read: a view may be anything.
  private func sample(of relation: Relation, _ schema: ServerSchema) async throws -> PostgreSQLRows? {
    guard let request = schema.sampleRequest(of: relation) else { return nil }
    do {
      return try await database.answers(to: [.timeLimit(milliseconds: database.options.sampleMilliseconds), request])
        .last
    } catch let failure as PostgreSQLFailure where !failure.isDisconnection {
      return nil
    }
  }

  /// Works with the definition, and once more with a new one when the schema turns out to have changed. What the server says goes no further.
  func withDefinition<Result>(
    _ body: (TableDefinition, TableState) async throws -> Result
  ) async throws -> Result {
    let schema = try await database.currentSchema()
    do {
      do {
        let (definition, state) = try await definition(in: schema)
        return try await body(definition, state)
      } catch let failure as PostgreSQLFailure where failure.isSchemaMismatch {
        // Others may have read the new one since.
        let changed = try await database.readSchema()
        guard changed !== schema else { throw failure }
        let (definition, state) = try await definition(in: changed)
        return try await body(definition, state)
      }
    } catch let failure as PostgreSQLFailure {
      throw database.tableError(failure)
    }
  }

  func page(_ query: TableQuery) async throws -> TablePage {
    try await page(query) { try await database.answers(to: $0) }
  }

  func page(_ query: TableQuery, within seconds: Double) async throws -> TablePage {
    try await page(query) { try await database.answersAside(to: $0, seconds: seconds) }
  }

  private func page(
    _ query: TableQuery, _ answers: @escaping @Sendable ([PostgreSQLRequest]) async throws -> [PostgreSQLRows]
  ) async throws -> TablePage {
    guard query.pageSize > 0 else { throw TableError.badRequest("A page needs at least one row.") }
    return try await withDefinition { definition, state in
      let condition = try definition.condition(of: query.selection)
      let key = try planKey(query, condition, definition, values: .init(query.values))
      let coder = state.coder(query) {
        PageTokenCoder(database.options.signingKey, scope: scope(of: query.sort, query.selection, definition))
      }
      let (place, backwards) = try query.position.place(coder)
      let reading = database.reading(answers)
      let reader = PageReader(
        plan: state.plan(key, for: definition), filterValues: condition.values, values: query.values,
        expectedBytes: state.expectedBytes.load(ordering: .relaxed), memory: database.options.pageMemory,
        byteLimit: try await hasLongValues(definition, query) ? database.options.pageByteLimit : nil,
        count: try await pageCount(query, condition, definition), answers: reading.answers)
      let rows = try await reader.rows(from: place, backwards: backwards, limit: query.pageSize)
      var page = TablePage(
        title: definition.schema.table, style: .grid(definition.schema), sections: [RecordSection(rows.page)],
        next: rows.hasRowsBehind ? (rows.end ?? place).map(coder.token) : nil,
        previous: rows.hasRowsBefore ? (rows.start ?? place).map(coder.token) : nil,
        count: try await count(query, rows, definition))
      page.total = rows.total ?? .unknown
      page.version = database.version(ofPage: reading, definition, query.selection)
      return page
    }
  }

  /// Whether values of the table, or what rows that it refers to are called, may be as long as values get.
  private func hasLongValues(_ definition: TableDefinition, _ query: TableQuery) async throws -> Bool {
    let schema = try await database.currentSchema()
    let tables = [name] + (query.bringsLabels ? definition.labels.values.map(\.table) : [])
    return tables.contains { schema.relation(named: $0)?.hasLongValues ?? true }
  }

  /// What makes the plan of a query's pages.
  /// - Throws: `TableError.badRequest` for what the table doesn't have.
  func planKey(
    _ query: TableQuery, _ condition: RowCondition, _ definition: TableDefinition, values: PagePlan.Values = .whole
  ) throws(TableError) -> PagePlan.Key {
    guard query.sort.allSatisfy({ definition.schema.columns.indices.contains($0.column) }) else {
      throw .badRequest("A sort column doesn't exist.")
    }
    try definition.checkTree(query)
    return PagePlan.Key(
      sort: query.sort, tree: query.tree, condition: condition.sql, values: values,
      bringsLabels: query.bringsLabels)
  }

  func place(of key: RowKey, in query: TableQuery) async throws -> RowCursors {
    try await withDefinition { definition, state in
      let condition = try definition.condition(of: query.selection)
      let planKey = try planKey(query, condition, definition)
      let plan = state.plan(planKey, for: definition)
      guard plan.order != nil else { throw TableError.badRequest("The rows of this table have no positions.") }
      let coder = state.coder(query) {
        PageTokenCoder(database.options.signingKey, scope: scope(of: query.sort, query.selection, definition))
      }
      guard let values = try await orderValues(of: key, plan) else { throw TableError.notFound("Record not found") }
      return RowCursors(
        start: coder.token(for: KeysetCursor(row: values, isBehind: false)),
        end: coder.token(for: KeysetCursor(row: values, isBehind: true)))
    }
  }

  /// What page tokens are good for.
  func scope(of sort: [SortTerm], _ selection: RowSelection, _ definition: TableDefinition) -> PageTokenScope {
    PageTokenScope(
      database: database.name, table: definition.schema.table, sort: sort, selection: selection,
      columnName: definition.columnName)
  }
}

extension PagePosition {
  /// The place that a page leads away from, and whether towards the start; `nil` for the start itself.
  /// - Throws: `TableError.badRequest` for a token of another table, sort or selection.
  fileprivate func place(_ coder: PageTokenCoder) throws(TableError) -> (KeysetCursor?, backwards: Bool) {
    switch self {
    case .first: (nil, false)
    case .after(let token): (try coder.place(of: token), false)
    case .before(let token): (try coder.place(of: token), true)
    }
  }
}
