internal import SQLTables
internal import TableModel

extension PostgreSQLTable {
  /// What a facet may take of a page, in milliseconds.
  private static let quickMilliseconds = 20
  /// Rows that are looked at where counting all of them takes too long.
  private static let firstRows = 20_000
  /// Bytes of all values of a facet.
  private static let byteLimit = 256 * 1024

  func facet(_ query: FacetQuery, waits: Bool) async throws -> FacetAnswer {
    guard query.size > 0 else { throw TableError.badRequest("A facet needs at least one value.") }
    return try await withDefinition { definition, state in
      guard definition.schema.columns.indices.contains(query.facet.column) else {
        throw TableError.badRequest("A facet column doesn't exist.")
      }
      let condition = try definition.condition(of: query.selection)
      let all = FacetRows.all(of: definition.source, where: condition)
      guard waits else {
        do {
          return .values(
            try await exact(query, definition, all) {
              try await database.answers(to: [.timeLimit(milliseconds: Self.quickMilliseconds), $0])
            })
        } catch let failure as PostgreSQLFailure where failure.isInterrupt {
          return .pending
        }
      }
      return try await state.facets.task(query, at: database.versions.book.count) {
        try await found(query, definition, condition, all)
      }.value
    }
  }

  /// From every row, or else from some.
  private func found(
    _ query: FacetQuery, _ definition: TableDefinition, _ condition: RowCondition, _ all: FacetRows
  ) async throws -> FacetAnswer {
    let seconds = database.options.facetTimeLimitSeconds
    do {
      return .values(
        try await exact(query, definition, all) { try await database.answersAside(to: [$0], seconds: seconds) })
    } catch let failure as PostgreSQLFailure where failure.isInterrupt {}
    do {
      let some = FacetRows.first(Self.firstRows, of: definition.source, where: condition)
      let counted = some.count
      let answers = try await database.answersAside(
        to: [statement(query, definition, some), PostgreSQLRequest(counted.sql, counted.values)], seconds: seconds / 2)
      let (values, distinctCount) = try values(answers[0], query, definition)
      return .values(
        FacetResult(
          values: values, isTruncated: distinctCount > values.count, basis: .firstRows(answers[1].integer(0, 0))))
    } catch let failure as PostgreSQLFailure where failure.isInterrupt {
      return .timedOut
    }
  }

  private func exact(
    _ query: FacetQuery, _ definition: TableDefinition, _ rows: FacetRows,
    _ answers: (PostgreSQLRequest) async throws -> [PostgreSQLRows]
  ) async throws -> FacetResult {
    guard let found = try await answers(statement(query, definition, rows)).last else {
      return FacetResult(values: [])
    }
    let (values, distinctCount) = try values(found, query, definition)
    return FacetResult(values: values, distinctCount: distinctCount, isTruncated: distinctCount > query.size)
  }

  private func statement(
    _ query: FacetQuery, _ definition: TableDefinition, _ rows: FacetRows
  ) -> PostgreSQLRequest {
    let column = query.facet.column
    let isColumn = query.facet.kind == .column
    let label = isColumn ? definition.labels[column] : nil
    let type = definition.schema.columns[column].declaredType
    let statement = FacetStatement(
      query.facet.kind, of: isColumn ? definition.readExpressions[column] : definition.expressions[column], in: rows,
      limit: query.size, dialect: definition.dialect,
      label: label.map { label in { "CAST(\(label.expression(of: "CAST(\($0) AS \(type))")) AS text)" } })
    var request = PostgreSQLRequest(statement.sql, statement.values, recurs: true)
    request.byteLimit = Self.byteLimit
    return request
  }

  private func values(
    _ rows: PostgreSQLRows, _ query: FacetQuery, _ definition: TableDefinition
  ) throws -> ([FacetValue], distinctCount: Int) {
    let byteCount = (0..<rows.count).reduce(0) { $0 + rows.bytes($1, 0).count + rows.bytes($1, 3).count }
    guard !rows.isCut, byteCount <= Self.byteLimit else {
      throw TableError.badRequest(
        "The values of the column “\(definition.schema.columns[query.facet.column].name)” are too long for facets.")
    }
    let values = (0..<rows.count).map { row in
      FacetValue(RecordValue(rows.value(row, 0)), label: rows.text(row, 3), count: rows.integer(row, 1))
    }
    return (values, rows.count > 0 ? rows.integer(0, 2) : 0)
  }
}
