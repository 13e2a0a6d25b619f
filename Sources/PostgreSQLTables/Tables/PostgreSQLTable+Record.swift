internal import SQLTables
internal import TableModel

extension PostgreSQLTable {
  private static let notFound = TableError.notFound("Record not found")

  func record(_ key: RowKey, neighbours: Bool) async throws -> RecordDetail {
    try await withDefinition { definition, state in
      guard let locator = RowLocator(key, in: definition) else { throw Self.notFound }
      let selection = definition.readExpressions.joined(separator: ", ")
      let reading = database.reading { try await database.answers(to: $0) }
      let rows = try await found {
        try await reading.answers(to: [
          PostgreSQLRequest(
            "SELECT \(selection) FROM \(definition.source) WHERE \(locator.condition) LIMIT 1", locator.values,
            recurs: true)
        ])
      }
      guard let record = try database.record(rows, definition) else { throw Self.notFound }
      var detail = RecordDetail(record: record, version: database.version(of: reading, definition))
      guard neighbours else { return detail }
      let plan = state.plan(.neighbours, for: definition)
      let place = plan.orderFields.map { rows.value(0, $0) }
      (detail.previousKey, detail.nextKey) = try await self.neighbours(of: place, plan)
      return detail
    }
  }

  func bytes(of column: Int, inRecord key: RowKey) async throws -> [UInt8] {
    let limit = database.options.valueByteLimit
    return try await withDefinition { definition, _ in
      guard definition.schema.columns.indices.contains(column), let locator = RowLocator(key, in: definition) else {
        throw Self.notFound
      }
      let value = definition.readExpressions[column]
      let isBlob = definition.blobColumns.contains(column)
      // Of a value that is too long nothing is brought but its length.
      let length = isBlob ? "octet_length(\(value))" : "octet_length(CAST(\(value) AS text))"
      let rows = try await found {
        try await database.answers(to: [
          PostgreSQLRequest(
            """
            SELECT CASE WHEN \(length) <= \(limit) THEN \(isBlob ? value : "CAST(\(value) AS text)") END, \(length) \
            FROM \(definition.source) WHERE \(locator.condition) LIMIT 1
            """, locator.values, recurs: true)
        ])
      }
      guard rows.count == 1, !rows.isNull(0, 1) else { throw Self.notFound }
      guard rows.integer(0, 1) <= limit else {
        throw TableError.badRequest("The value is larger than the limit of \(limit >> 20) MB.")
      }
      return Array(rows.bytes(0, 0))
    }
  }

  /// The values of a row in the terms of an order; `nil` if there is no such row.
  func orderValues(of key: RowKey, _ plan: PagePlan) async throws -> [SQLValue]? {
    let definition = plan.definition
    guard let locator = RowLocator(key, in: definition) else { return nil }
    let fields = plan.orderFields.map { definition.readExpressions[$0] }.joined(separator: ", ")
    let rows = try await found {
      try await database.answers(to: [
        PostgreSQLRequest(
          "SELECT \(fields) FROM \(definition.source) WHERE \(locator.condition) LIMIT 1", locator.values, recurs: true)
      ])
    }
    return rows.count == 1 ? plan.orderFields.indices.map { rows.value(0, $0) } : nil
  }

  /// What is asked for by a key: a key that is no value of its column's type names no row.
  private func found(_ answers: () async throws -> [PostgreSQLRows]) async throws -> PostgreSQLRows {
    do {
      guard let rows = try await answers().first else { throw Self.notFound }
      return rows
    } catch let failure as PostgreSQLFailure where failure.isInvalidValue {
      throw Self.notFound
    }
  }

  /// The keys of the rows next to a place, both in one round trip.
  private func neighbours(of place: [SQLValue], _ plan: PagePlan) async throws -> (previous: RowKey?, next: RowKey?) {
    guard plan.order != nil else { return (nil, nil) }
    let (before, behind) = (plan.parts(from: place, backwards: true), plan.parts(from: place, backwards: false))
    let requests = (before + behind).map { part in
      PostgreSQLRequest(sql: part.text.sql, values: part.values.map { place[$0] } + [.integer(2)], recurs: true)
    }
    let answers = try await database.answers(to: requests)
    return (
      neighbour(of: place, in: answers.prefix(before.count), plan),
      neighbour(of: place, in: answers.dropFirst(before.count), plan)
    )
  }

  private func neighbour(of place: [SQLValue], in results: some Sequence<PostgreSQLRows>, _ plan: PagePlan) -> RowKey? {
    for rows in results {
      for row in 0..<rows.count
      where !plan.keyTerms.allSatisfy({ rows.value(row, plan.orderFields[$0]).isSame(as: place[$0]) }) {
        return RowKey(
          naming: plan.definition.schema.keyFields.map { RowKey.Part(rows.value(row, $0)) }, rowID: nil)
      }
    }
    return nil
  }
}

extension PostgreSQLDatabase {
  /// One row of an answer with every value whole; `nil` if there is none.
  func record(_ rows: PostgreSQLRows, _ definition: TableDefinition, row: Int = 0) throws -> Record? {
    guard row < rows.count else { return nil }
    let memory = options.rowMemory
    var builder = RecordPageBuilder(
      fieldCount: definition.schema.fieldCount, rows: 1, byteCapacity: 512, limit: memory.byteLimit,
      budget: memory.budget)
    let appending = RowAppending(
      width: definition.schema.fieldCount, textBytes: .max, blobLengths: [], byteLimit: memory.byteLimit)
    _ = try appending.append(rows, row, to: &builder)
    return builder.finish(definition.schema)[0]
  }
}
