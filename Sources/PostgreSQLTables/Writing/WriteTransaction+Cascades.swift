internal import SQLTables
internal import TableModel

/// A reference whose rows follow what becomes of the rows that they refer to.
struct Cascade: Sendable {
  let table: String
  let columns: [String]
  let referencedTable: String
  let referencedColumns: [String]
  let onDelete: Action
  let onUpdate: Action

  /// What becomes of the rows (https://www.postgresql.org/docs/15/catalog-pg-constraint.html).
  enum Action: String {
    case nothing = "a", restricted = "r", following = "c", null = "n", byDefault = "d"
  }
}

extension WriteTransaction {
  /// What brings back the rows that go, or lose their reference, when a row is deleted: in the order in which they have to be put back.
  /// - Throws: `RecordChangeError.notPermitted` if whoever asks may not change them, `conflict` where none may go along.
  func rowsThatGo(with record: Record, _ table: WrittenTable) async throws -> [RecordStep] {
    var seen: Set<SeenRow> = []
    return try await rowsThatGo(with: record, table.name, table.definition, &seen)
  }

  private struct SeenRow: Hashable {
    var table: String
    var key: RowKey?
  }

  private func rowsThatGo(
    with record: Record, _ name: String, _ definition: TableDefinition, _ seen: inout Set<SeenRow>
  ) async throws -> [RecordStep] {
    guard seen.insert(SeenRow(table: name, key: record.key)).inserted else { return [] }
    var steps: [RecordStep] = []
    let schema = try await database.whole.currentSchema()
    for cascade in schema.cascades
    where cascade.referencedTable == name && [.following, .null, .byDefault].contains(cascade.onDelete) {
      guard let (other, rows) = try await rows(of: cascade, record, definition), !rows.isEmpty else { continue }
      let isDeleted = cascade.onDelete == .following
      try check(cascade.table)
      note(rows.count, deleted: isDeleted, in: cascade.table)
      guard !other.definition.schema.keyFields.isEmpty else {
        lose(
          author.mayKnow(cascade.table)
            ? "The rows of \(cascade.table) have no key." : "Rows of another table have no key.")
        if isDeleted { carry(rows.map { CarriedRow(table: other, record: $0, key: nil) }) }
        continue
      }
      for row in rows {
        if isDeleted {
          guard !seen.contains(SeenRow(table: cascade.table, key: row.key)) else { continue }
          carry([CarriedRow(table: other, record: row, key: nil)])
          steps.append(
            RecordStep(table: cascade.table, change: .insert(other.stored(row, other.columns.indices))))
          steps += try await rowsThatGo(with: row, cascade.table, other.definition, &seen)
        } else if let key = row.key {
          carry([CarriedRow(table: other, record: row, key: key)])
          let fields = cascade.columns.compactMap(other.definition.schema.column)
          steps.append(RecordStep(table: cascade.table, change: .update(key: key, other.stored(row, fields))))
        }
      }
    }
    return steps
  }

  /// The same steps with the versions that rows have now which lost their reference; those that went all the same aren't there any more.
  func settled(_ steps: [RecordStep]) async throws -> [RecordStep] {
    var settled: [RecordStep] = []
    for step in steps {
      guard case .update(let key, let values, _) = step.change else {
        settled.append(step)
        continue
      }
      let (definition, _) = try await PostgreSQLTable(database: database.whole, name: step.table).definition()
      guard let locator = RowLocator(key, in: definition),
        let row = try await row(definition, where: locator.condition, locator.values)
      else { continue }
      settled.append(
        RecordStep(table: step.table, change: .update(key: key, values, expected: RowVersion(row))))
    }
    return settled
  }

  /// Notes the rows that get another reference when the columns are changed that they refer to. To change those back brings them back too.
  /// - Parameter fields: the columns that get other values.
  func noteFollowers(of record: Record, writing fields: [Int], _ table: WrittenTable) async throws {
    let names = Set(fields.map { table.definition.schema.columns[$0].name })
    let schema = try await database.whole.currentSchema()
    for cascade in schema.cascades
    where cascade.referencedTable == table.name && !names.isDisjoint(with: cascade.referencedColumns)
      && [.following, .null, .byDefault].contains(cascade.onUpdate)
    {
      guard let (other, rows) = try await rows(of: cascade, record, table.definition), !rows.isEmpty else { continue }
      guard author.mayChange(cascade.table) else {
        throw RecordChangeError.notPermitted(table: author.mayKnow(cascade.table) ? cascade.table : nil)
      }
      note(rows.count, deleted: false, in: cascade.table)
      // A row whose key is another one then is counted, not told.
      let isNamed = other.definition.schema.keyFields.allSatisfy {
        !cascade.columns.contains(other.definition.schema.columns[$0].name)
      }
      if isNamed { carry(rows.compactMap { row in row.key.map { CarriedRow(table: other, record: row, key: $0) } }) }
      if cascade.onUpdate != .following { lose("Rows that refer to it lose their reference.") }
    }
  }

  private func check(_ table: String) throws(RecordChangeError) {
    if refusesOthers { throw .conflict(table: table) }
    guard author.mayChange(table) else { throw .notPermitted(table: author.mayKnow(table) ? table : nil) }
  }

  /// The rows of a reference that refer to a row.
  private func rows(
    of cascade: Cascade, _ record: Record, _ definition: TableDefinition
  ) async throws -> (WrittenTable, [Record])? {
    let fields = cascade.referencedColumns.compactMap(definition.schema.column)
    let values = fields.map { SQLValue(record[$0]) }
    guard fields.count == cascade.columns.count, !values.contains(where: \.isNull) else { return nil }
    let table = PostgreSQLTable(database: database.whole, name: cascade.table)
    let (other, _) = try await table.definition()
    guard let relation = try await database.whole.currentSchema().relation(named: cascade.table) else { return nil }
    let conditions = cascade.columns.map { "r.\(SQLIdentifier($0)) = ?" }.joined(separator: " AND ")
    let selection = other.readExpressions.joined(separator: ", ")
    let limit = database.options.undoRowLimit + 1
    let found = try await ask(
      "SELECT \(selection) FROM \(other.source) WHERE \(conditions) LIMIT \(limit) FOR UPDATE OF r", values)
    if found.count >= limit { lose(UndoLimit(rows: limit - 1, bytes: 0).rowWords) }
    let records = try (0..<found.count).compactMap { try database.record(found, other, row: $0) }
    return (WrittenTable(definition: other, relation: relation, columns: other.writableColumns ?? []), records)
  }
}
