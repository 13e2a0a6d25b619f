internal import SQLTables
internal import TableModel

extension PostgreSQLTable {
  /// A quick count stops behind so many rows.
  static let quickLimit = 10_000

  func count(_ query: TableQuery) async throws -> TableCount {
    try await withDefinition { definition, _ in
      switch query.count {
      case .none: return .unknown
      case .quick: return try await quickCount(query.selection, definition)
      case .exact: return try await exactCount(query.selection, definition)
      }
    }
  }

  /// The count that a page shows. A page waits for none that takes long: a script asks for it behind the rows.
  func count(_ query: TableQuery, _ rows: PageReader.Rows, _ definition: TableDefinition) async throws -> TableCount {
    guard query.count != .none else { return .unknown }
    // A page that has all rows has counted them.
    if !rows.hasRowsBefore, !rows.hasRowsBehind { return .exact(rows.page.count) }
    if query.count == .exact { return try await exactCount(query.selection, definition) }
    if let count = rows.count { return count }
    return query.counting == .now ? try await quickCount(query.selection, definition) : .unknown
  }

  /// What counts the rows of a page in its own round trip, where the table is so small that this costs next to nothing.
  func pageCount(
    _ query: TableQuery, _ condition: RowCondition, _ definition: TableDefinition
  ) async throws -> (requests: [PostgreSQLRequest], limit: Int)? {
    guard query.count == .quick, let relation = try await database.currentSchema().relation(named: name),
      relation.isSmall
    else { return nil }
    let conditions = query.selection.isEverything ? [condition] : [condition, .everything]
    return (conditions.map { quickCount($0, definition) }, Self.quickLimit)
  }

  private func quickCount(_ condition: RowCondition, _ definition: TableDefinition) -> PostgreSQLRequest {
    Self.quickCount(of: definition.source, where: condition)
  }

  private static func quickCount(of source: String, where condition: RowCondition) -> PostgreSQLRequest {
    PostgreSQLRequest(
      "SELECT count(*) FROM (SELECT 1 FROM \(source)\(clause("WHERE", condition.sql)) LIMIT \(quickLimit + 1)) AS c",
      condition.values, recurs: true)
  }

  private func quickCount(_ selection: RowSelection, _ definition: TableDefinition) async throws -> TableCount {
    try await glance(at: quickCount(try definition.condition(of: selection), definition))
  }

  /// What a quick count answers, if it does so in no time.
  private func glance(at request: PostgreSQLRequest) async throws -> TableCount {
    do {
      let answers = try await database.answers(to: [
        .timeLimit(milliseconds: database.options.quickMilliseconds), request,
      ])
      return answers.last.map { TableCount($0.integer(0, 0), upTo: Self.quickLimit) } ?? .unknown
    } catch let failure as PostgreSQLFailure where failure.isInterrupt {
      return .unknown
    }
  }

  /// Every row is counted, on a connection that pages don't wait for.
  private func exactCount(_ selection: RowSelection, _ definition: TableDefinition) async throws -> TableCount {
    let condition = try definition.condition(of: selection)
    let request = PostgreSQLRequest(
      "SELECT count(*) FROM \(definition.source)\(Self.clause("WHERE", condition.sql))", condition.values, recurs: true)
    do {
      let answers = try await database.answersAside(
        to: [request], seconds: database.options.facetTimeLimitSeconds)
      return answers.first.map { .exact($0.integer(0, 0)) } ?? .unknown
    } catch let failure as PostgreSQLFailure where failure.isInterrupt {
      return try await quickCount(selection, definition)
    }
  }

  /// A word and what follows it; nothing where nothing follows.
  static func clause(_ word: String, _ text: String) -> String { text.isEmpty ? "" : " \(word) \(text)" }

  func count(of reference: RecordSchema.IncomingReference, to record: Record) async throws -> TableCount {
    try await withDefinition { definition, _ in
      let conditions = reference.columns.map { "f.\(SQLIdentifier($0)) = ?" }.joined(separator: " AND ")
      let values = reference.referencedColumns.map { SQLValue(record.part($0)) }
      return try await glance(
        at: Self.quickCount(
          of: "\(definition.dialect.table(reference.table)) AS f", where: RowCondition(conditions, values)))
    }
  }
}
