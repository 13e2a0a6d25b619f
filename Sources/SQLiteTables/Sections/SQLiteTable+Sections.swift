internal import SQLTables
internal import TableModel

extension SQLiteTable {
  /// What sections may cost beside the rows.
  private static let quickNanoseconds: UInt64 = 2_000_000
  /// More sections than these are no table of contents.
  private static let limit = 1_000
  /// Bytes of the values of all sections.
  private static let byteLimit = 1 << 20

  func sections(_ query: SectionQuery) async throws -> [SectionSummary]? {
    let (file, label) = try database.currentFile()
    let cache = file.table(named: name).sections
    if let known = cache.value(query, at: label) { return known }
    guard query.sort.first?.column == query.key.column, cache.begin(query) else { return nil }
    if !query.selection.hasLongSteps {
      do {
        let found = try file.pool.withConnection(
          isInline: true, nanoseconds: Self.quickNanoseconds, busyMilliseconds: 0
        ) { try summaries(query, file, $0) }
        cache.end(query)
        return found
      } catch let failure as SQLiteFailure where failure.isInterrupt || failure.isBusy {
      } catch {
        cache.end(query)
        throw error
      }
    }
    Task {
      defer { cache.end(query) }
      // Nobody waits: what can't be found out is not shown.
      _ = try? await database.onFacetThread(file, about: query.selection) { try summaries(query, file, $0) }
    }
    return nil
  }

  private func summaries(
    _ query: SectionQuery, _ file: OpenFile, _ connection: SQLiteConnection
  ) throws -> [SectionSummary] {
    let label = connection.freshLabel(of: file)
    let found = try withDefinition(file, connection) { definition in
      try connection.transaction {
        guard try connection.schemaVersion() == definition.schemaVersion else { throw SchemaChanged() }
        return try read(query, definition, connection)
      }
    }
    if let label, file.label() == label { file.table(named: name).sections.keep(found, for: query, at: label) }
    return found
  }

  private func read(
    _ query: SectionQuery, _ definition: TableDefinition, _ connection: SQLiteConnection
  ) throws -> [SectionSummary] {
    let columns = definition.schema.columns.indices
    guard let first = query.sort.first, ([first.column] + query.sums).allSatisfy(columns.contains) else {
      throw TableError.badRequest("A section column doesn't exist.")
    }
    let condition = try definition.condition(of: query.selection, on: connection)
    let column = definition.distinctExpressions[query.key.column]
    let order = definition.orderCollation(of: query.key.column) + (first.isDescending ? " DESC" : "")
    let expression =
      switch query.key.part {
      case .value: column
      case .letter: "upper(substr(\(column), 1, 1))"
      case .year, .month, .day: "substr(\(column), 1, \(query.key.length))"
      }
    let sums = query.sums.enumerated().map { position, field -> String in
      let value = definition.expressions[field]
      let isNumber = definition.isNumber(field)
      return ", total(CASE WHEN \(isNumber) THEN \(value) END) AS t\(position), "
        + "count(CASE WHEN \(isNumber) THEN 1 END) AS c\(position)"
    }
    let names = query.sums.indices.map { ", t\($0), c\($0)" }
    let label = query.key.part == .value ? definition.labels[query.key.column]?.expression(of: "s") : nil
    let edge = "\(first.isDescending ? "max" : "min")(\(column))"
    let filter = condition.sql.isEmpty ? "" : " WHERE \(condition.sql)"
    let sql = """
      SELECT s, n, e, \(label ?? "NULL")\(names.joined()) FROM (SELECT \(expression) AS s, count(*) AS n, \(edge) AS e\(sums.joined()) \
      FROM \(definition.source)\(filter) GROUP BY 1 ORDER BY 3\(order) LIMIT \(Self.limit)) \
      ORDER BY e\(order)
      """
    let start = try starts(query, definition, condition.sql)
    var found: [SectionSummary] = []
    var byteCount = 0
    try connection.rows(sql, condition.values) { row in
      byteCount += row.byteCount(0) + row.byteCount(2) + row.byteCount(3)
      guard byteCount <= Self.byteLimit else {
        throw TableError.badRequest(
          "The values of the column “\(definition.schema.columns[query.key.column].name)” are too long for sections.")
      }
      let numbers = query.sums.indices.map { position -> (sum: Double, count: Int) in
        guard case .real(let sum) = row.recordValue(4 + 2 * position) else { return (0, 0) }
        return (sum, row.integer(5 + 2 * position))
      }
      found.append(
        SectionSummary(
          section: row.recordValue(0), label: row.text(3), count: row.integer(1), sums: numbers,
          start: start(row.value(2))))
    }
    return found
  }

  /// Where the section begins whose first value is given: just before whatever comes first behind that value in the whole order.
  private func starts(
    _ query: SectionQuery, _ definition: TableDefinition, _ condition: String
  ) throws -> (SQLValue) -> PagePosition {
    let plan = PagePlan(definition, key: PagePlan.Key(sort: query.sort, condition: condition))
    // Where pages are counted off there are no places to name.
    guard let order = plan.order else { return { _ in .first } }
    let coder = PageTokenCoder(
      database.options.signingKey,
      scope: PageTokenScope(
        database: database.name, table: definition.schema.table, sort: query.sort, selection: query.selection,
        columnName: definition.columnName))
    let edges = order.terms.dropFirst().map { $0.isDescending ? SQLValue.behindAllKeys : .null }
    return { value in .after(coder.token(for: KeysetCursor(row: [value] + edges, isBehind: false))) }
  }
}
