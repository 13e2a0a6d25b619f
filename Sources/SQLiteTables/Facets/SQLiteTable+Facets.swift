import BoundedWork
internal import SQLTables
internal import TableModel

extension SQLiteTable {
  /// What a facet may cost beside the rows.
  private static let quickNanoseconds: UInt64 = 1_000_000

  func facet(_ query: FacetQuery, waits: Bool) async throws -> FacetAnswer {
    guard query.size > 0 else { throw TableError.badRequest("A facet needs at least one value.") }
    let (file, label) = try database.currentFile()
    let cache = file.table(named: name).facets
    let last = cache.last(query)
    if let last, let label, last.version == label { return last.answer }
    // What was answered in passing before will be again, whatever else the table is asked.
    let mayBeQuick =
      !query.selection.hasLongSteps && query.facet.kind != .array && (last?.isQuick ?? cache.mayBeQuick)
    if mayBeQuick, let answer = try quickFacet(query, file) { return answer }
    // Work that nobody waits for would keep those waiting who do.
    guard waits else { return .pending }
    return try await cache.task(query) { try await facetOnThread(query, file) }.value
  }

  /// The answer if it is found at once, on the asker's own thread.
  private func quickFacet(_ query: FacetQuery, _ file: OpenFile) throws -> FacetAnswer? {
    do {
      return try file.pool.withConnection(isInline: true, nanoseconds: Self.quickNanoseconds, busyMilliseconds: 0) {
        try answer(query, file, $0) { try $0.exact() }
      }
    } catch let failure as SQLiteFailure where failure.isInterrupt || failure.isBusy {
      file.table(named: name).facets.remember(isLarge: true)
      return nil
    } catch let failure as SQLiteFailure {
      throw database.tableError(failure)
    }
  }

  /// The answer from every row, or else from some.
  private func facetOnThread(_ query: FacetQuery, _ file: OpenFile) async throws -> FacetAnswer {
    do {
      return try await database.onFacetThread(file, about: query.selection) { connection in
        do {
          return try answer(query, file, connection) { try $0.exact() }
        } catch let failure as SQLiteFailure where failure.isInterrupt {
          connection.budget.start(nanoseconds: database.facetNanoseconds / 2)
        }
        do {
          return try answer(query, file, connection) { try $0.estimate() }
        } catch let failure as SQLiteFailure where failure.isInterrupt { return timedOut(query, file) }
      }
    } catch TableError.timeLimitReached { return timedOut(query, file) }
  }

  private func timedOut(_ query: FacetQuery, _ file: OpenFile) -> FacetAnswer {
    file.table(named: name).facets.keep(.init(answer: .timedOut, version: file.label(), isQuick: false), for: query)
    return .timedOut
  }

  private func answer(
    _ query: FacetQuery, _ file: OpenFile, _ connection: SQLiteConnection, _ read: (FacetReader) throws -> FacetResult
  ) throws -> FacetAnswer {
    let label = connection.freshLabel(of: file)
    let start = WorkBudget.now()
    let result = try withDefinition(file, connection) { definition in
      try connection.transaction {
        guard try connection.schemaVersion() == definition.schemaVersion else { throw SchemaChanged() }
        return try definition.explainingSearches(of: query.selection, on: connection) {
          try read(FacetReader(query, definition, connection))
        }
      }
    }
    let answer = FacetAnswer.values(result)
    let cache = file.table(named: name).facets
    let isQuick = !result.isEstimate && WorkBudget.now() &- start < Self.quickNanoseconds
    cache.remember(isLarge: !isQuick)
    // What was read while somebody wrote holds for no state that has a label.
    if let label, file.label() == label {
      cache.keep(.init(answer: answer, version: label, isQuick: isQuick), for: query)
    }
    return answer
  }
}
