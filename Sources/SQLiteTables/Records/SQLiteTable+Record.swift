import BoundedWork
internal import SQLTables
internal import TableModel

extension SQLiteTable {
  private static let notFound = TableError.notFound("Record not found")
  /// What a count of rows that refer by bytes may cost.
  private static let referringNanoseconds: UInt64 = 1_000_000

  func record(_ key: RowKey, neighbours: Bool) async throws -> RecordDetail {
    try await database.answer { file, connection in
      try withDefinition(file, connection) { definition in
        guard let locator = RowLocator(key, in: definition) else { throw Self.notFound }
        return try detailAlone(locator, neighbours: neighbours, definition, file, connection)
          ?? connection.transaction { try detail(locator, neighbours: neighbours, definition, file, connection) }
      }
    }
  }

  func count(of reference: RecordSchema.IncomingReference, to record: Record) async throws -> TableCount {
    let values = reference.referencedColumns.map { SQLValue(record.part($0)) }
    let conditions = reference.columns.map { "f.\(SQLIdentifier($0)) = ?" }.joined(separator: " AND ")
    let sql = """
      SELECT count(*) FROM (SELECT 1 FROM main.\(SQLIdentifier(reference.table)) AS f
      WHERE \(conditions) LIMIT \(RowCounter.quickLimit + 1))
      """
    return try await database.answer { _, connection in
      let limit = connection.budget.end
      defer { connection.budget.start(until: limit) }
      connection.budget.start(until: min(limit, WorkBudget.now() &+ Self.referringNanoseconds))
      var count = 0
      do {
        try connection.rows(sql, values) { count = $0.integer(0) }
      } catch let failure as SQLiteFailure where failure.isInterrupt || failure.isSchemaMismatch {
        return .unknown
      }
      return count > RowCounter.quickLimit ? .moreThan(RowCounter.quickLimit) : .exact(count)
    }
  }

  func bytes(of column: Int, inRecord key: RowKey) async throws -> [UInt8] {
    let limit = database.options.valueByteLimit
    return try await database.answer { file, connection in
      try withDefinition(file, connection) { definition in
        guard definition.schema.columns.indices.contains(column),
          let locator = RowLocator(key, in: definition)
        else { throw Self.notFound }
        return try connection.transaction {
          guard try connection.schemaVersion() == definition.schemaVersion else { throw SchemaChanged() }
          let reader = RecordReader(definition: definition, connection: connection, memory: database.options.rowMemory)
          guard let bytes = try reader.bytes(of: column, locator, limit: limit) else { throw Self.notFound }
          return bytes
        }
      }
    }
  }

  /// Reads without a transaction around, which one statement that was found to be of this schema, and not prepared anew since, is by itself.
  /// - Returns: `nil` where nothing is known of the statement, or it finds no such row.
  private func detailAlone(
    _ locator: RowLocator, neighbours: Bool, _ definition: TableDefinition, _ file: OpenFile,
    _ connection: SQLiteConnection
  ) throws -> RecordDetail? {
    let reader = RecordReader(
      definition: definition, connection: connection, memory: database.options.rowMemory, file: file, isAlone: true)
    do {
      guard neighbours else { return try reader.row(locator, order: definition.schema.keyFields)?.detail }
      return try definition.orderingRowID.flatMap { try reader.rowAmongOthers(locator, rowID: $0) }
    } catch let failure as SQLiteFailure where failure.isSchemaMismatch {
      return nil
    }
  }

  private func detail(
    _ locator: RowLocator, neighbours: Bool, _ definition: TableDefinition, _ file: OpenFile,
    _ connection: SQLiteConnection
  ) throws -> RecordDetail {
    guard try connection.schemaVersion() == definition.schemaVersion else { throw SchemaChanged() }
    let reader = RecordReader(
      definition: definition, connection: connection, memory: database.options.rowMemory, file: file)
    if neighbours, let rowID = definition.orderingRowID {
      guard let found = try reader.rowAmongOthers(locator, rowID: rowID) else { throw Self.notFound }
      return found
    }
    let plan = neighbours ? file.table(named: name).plan(.neighbours, for: definition) : nil
    let order = plan?.orderFields ?? definition.schema.keyFields
    guard let (row, place) = try reader.row(locator, order: order) else { throw Self.notFound }
    guard let plan, plan.order != nil else { return row }
    var detail = row
    let rows = PageReader(
      plan: plan, connection: connection, file: nil, filterValues: [],
      values: .excerpt(textBytes: 4096), expectedBytes: 1024, memory: database.options.pageMemory)
    detail.previousKey = try rows.neighbour(of: place, backwards: true)
    detail.nextKey = try rows.neighbour(of: place, backwards: false)
    return detail
  }
}

extension PageReader {
  /// The key of the row next to a place, within the current transaction.
  func neighbour(of place: [SQLValue], backwards: Bool) throws -> RowKey? {
    let schema = plan.definition.schema
    for part in plan.parts(from: place, backwards: backwards) {
      let statement = try connection.statement(part.text)
      defer { statement.reset() }
      for index in part.values { statement.bind(place[index]) }
      statement.bind(2)
      while try statement.step() {
        if plan.keyTerms.allSatisfy({ statement.value(plan.orderFields[$0]).isSame(as: place[$0]) }) { continue }
        if schema.keyFields.count == 1, case .integer(let number) = statement.value(schema.keyFields[0]) {
          return RowKey(number)
        }
        return RowKey(
          naming: schema.keyFields.map { RowKey.Part(statement.value($0)) },
          rowID: schema.rowIDField.map { Int64(statement.integer($0)) })
      }
    }
    return nil
  }
}
