internal import SQLTables
internal import TableModel

extension PostgreSQLTable {
  /// What sections may take of a page, in milliseconds.
  private static let quickMilliseconds = 20

  func sections(_ query: SectionQuery) async throws -> [SectionSummary]? {
    try await withDefinition { definition, state in
      let columns = definition.schema.columns.indices
      guard query.sort.first?.column == query.key.column,
        (query.sums + query.sort.map(\.column)).allSatisfy(columns.contains)
      else { return nil }
      do {
        return try await summaries(query, definition) {
          let limit = PostgreSQLRequest.timeLimit(milliseconds: Self.quickMilliseconds)
          return Array(try await database.answers(to: [limit] + $0).dropFirst())
        }
      } catch let failure as PostgreSQLFailure where failure.isInterrupt {
        return try await slowSections(query, definition, state)
      }
    }
  }

  /// Those that take longer than a page has are found once for a state of the data, in the background.
  private func slowSections(
    _ query: SectionQuery, _ definition: TableDefinition, _ state: TableState
  ) async throws -> [SectionSummary]? {
    let version = await database.versions.version()
    if let known = state.sections.value(query, at: version) { return known }
    guard state.sections.begin(query) else { return nil }
    Task {
      defer { state.sections.end(query) }
      // Nobody waits: what can't be found out is not shown.
      guard
        let found = try? await summaries(
          query, definition,
          { [database] in
            try await database.answersAside(to: $0, seconds: database.options.facetTimeLimitSeconds)
          }), await database.versions.version() == version
      else { return }
      state.sections.keep(found, for: query, at: version)
    }
    return nil
  }

  private func summaries(
    _ query: SectionQuery, _ definition: TableDefinition,
    _ answers: @Sendable ([PostgreSQLRequest]) async throws -> [PostgreSQLRows]
  ) async throws -> [SectionSummary] {
    let condition = try definition.condition(of: query.selection)
    let plan = PagePlan(definition, key: PagePlan.Key(sort: query.sort, condition: condition.sql))
    // Where pages are counted off there are no places to name.
    guard let order = plan.order else { return [] }
    let relation = try await database.currentSchema().relation(named: name)
    let statements = SectionStatements(query, definition, where: condition)
    let figures = statements.figures { column in
      guard let storage = relation?.columns[column].type.storage else { return false }
      return storage == .integer || storage == .number
    }
    let rows = try await answers([figures, statements.starts(in: plan, order)])
    let coder = PageTokenCoder(
      database.options.signingKey, scope: scope(of: query.sort, query.selection, definition))
    return try statements.summaries(rows[0], rows[1]) { coder.token(for: KeysetCursor(row: $0, isBehind: false)) }
  }
}
