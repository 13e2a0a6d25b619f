internal import SQLTables
internal import TableModel

/// A table whose rows are changed.
struct WrittenTable: Sendable {
  let definition: TableDefinition
  let relation: Relation
  let columns: [WritableColumn]

  var name: String { definition.schema.table }
  /// The columns of the key, as they stand behind RETURNING.
  var keyNames: [String] {
    definition.schema.keyFields.map { SQLIdentifier(definition.schema.columns[$0].name).description }
  }

  /// The columns that hold what they are given, with their values in a row.
  func stored(_ record: Record, _ fields: some Sequence<Int>) -> [ColumnValue] {
    fields.filter { !relation.columns[$0].isComputed }.map {
      ColumnValue(definition.schema.columns[$0].name, record[$0])
    }
  }
}

extension WriteTransaction {
  private typealias Outcome = RecordChangeResult.Outcome

  /// A table as it can be written to.
  /// - Parameter restores: whether numbers that the server gave are given again.
  func written(_ table: PostgreSQLTable, restores: Bool = false) async throws -> WrittenTable {
    let (definition, _) = try await table.definition()
    guard var columns = definition.writableColumns,
      let relation = try await table.database.currentSchema().relation(named: table.name),
      !relation.keyPositions.isEmpty
    else { throw PostgreSQLWriter.refusal(table.name) }
    for position in columns.indices where !restores && relation.columns[position].isAlwaysNumbered {
      columns[position].isComputed = true
    }
    return WrittenTable(definition: definition, relation: relation, columns: columns)
  }

  /// Applies changes, all or none.
  /// - Parameters:
  ///   - refusesOthers: whether no row of another table may go along.
  ///   - restores: whether rows are put back as they were.
  func apply(
    _ changes: [RecordChange], to table: PostgreSQLTable, refusesOthers: Bool = false, restores: Bool = false
  ) async throws -> RecordChangeResult {
    if refusesOthers { refuseOthers() }
    let outcomes = try await outcomes(of: changes, on: table, restores: restores)
    return result(outcomes, of: table.name)
  }

  func outcomes(
    of changes: [RecordChange], on table: PostgreSQLTable, restores: Bool
  ) async throws -> [RecordChangeResult.Outcome] {
    let table = try await written(table, restores: restores)
    let assignments = RowAssignment.all(changes, table.columns, table.definition)
    // Everything that is wrong with the names is told at once.
    let problems = assignments.flatMap(\.problems)
    guard problems.isEmpty else { throw RecordChangeError.invalid(problems) }
    var outcomes: [Outcome] = []
    for (index, change) in changes.enumerated() {
      do {
        outcomes.append(try await apply(change, assignments[index], index, table))
        // A deferred rule is as good as broken: nobody who calls could mend it before the end.
        if index == changes.count - 1 { _ = try await ask("SET CONSTRAINTS ALL IMMEDIATE") }
      } catch let failure as PostgreSQLFailure where failure.isBrokenRule {
        throw BrokenRule(failure: failure, change: change, values: assignments[index], table: table, index: index)
      }
    }
    return outcomes
  }

  /// What would become of changes; the transaction is to be rolled back.
  func attempt(_ changes: [RecordChange], on table: PostgreSQLTable) async throws -> RecordDryRun {
    let written = try await written(table)
    let assignments = RowAssignment.all(changes, written.columns, written.definition)
    var problems = assignments.flatMap(\.problems)
    guard problems.isEmpty else { return RecordDryRun(problems: Array(problems.prefix(Self.problemLimit))) }
    for (index, change) in changes.enumerated() where problems.count < Self.problemLimit {
      // A change that can't be stored leaves nothing for those behind it.
      _ = try await ask("SAVEPOINT change")
      do {
        _ = try await apply(change, assignments[index], index, written)
        _ = try await ask("SET CONSTRAINTS ALL IMMEDIATE")
        _ = try await ask("RELEASE SAVEPOINT change")
      } catch let failure as PostgreSQLFailure where failure.isBrokenRule {
        _ = try await ask("ROLLBACK TO SAVEPOINT change")
        let broken = BrokenRule(
          failure: failure, change: change, values: assignments[index], table: written, index: index)
        problems.append(
          await broken.problem { sql, values in
            _ = try await self.ask("SAVEPOINT looking")
            do { return try await self.ask(sql, values) } catch {
              _ = try await self.ask("ROLLBACK TO SAVEPOINT looking")
              throw error
            }
          })
      }
    }
    let result = result([], of: table.name)
    return RecordDryRun(
      problems: problems, others: result.others, canBeTakenBack: result.inverse != nil, obstacle: result.obstacle)
  }

  private static var problemLimit: Int { 100 }

  /// Puts rows of several tables back.
  func restore(_ snapshot: any RecordSnapshot, of table: PostgreSQLTable) async throws -> RecordChangeResult {
    guard let snapshot = snapshot as? RecordSteps else { throw RecordChangeError.conflict(table: table.name) }
    refuseOthers()
    for step in snapshot.steps {
      let other = PostgreSQLTable(database: database.whole, name: step.table)
      do {
        _ = try await outcomes(of: [step.change], on: other, restores: true)
      } catch is RecordChangeError {
        throw RecordChangeError.conflict(table: step.table)
      } catch is BrokenRule {
        throw RecordChangeError.conflict(table: step.table)
      }
    }
    return result([], of: table.name)
  }

  // MARK: The kinds of changes

  private func apply(
    _ change: RecordChange, _ values: RowAssignment, _ index: Int, _ table: WrittenTable
  ) async throws -> Outcome {
    let outcome =
      switch change {
      case .insert(_, let existing): try await insert(values, existing, table)
      case .upsert: try await upsert(values, table)
      case .update(let key, _, let expected):
        try await update(try await found(key, expected, index, table), values, table)
      case .delete(let key, let expected): try await delete(try await found(key, expected, index, table), table)
      }
    try count(outcome)
    try await note(outcome, in: table)
    try await noteCarried()
    return outcome
  }

  private func insert(_ values: RowAssignment, _ existing: ExistingRecord, _ table: WrittenTable) async throws
    -> Outcome
  {
    var before: Record?
    if existing != .refuse, let key = values.key {
      before = try await row(table.definition, where: table.definition.keyCondition, key)
    }
    if existing == .replace, let before { return try await replace(before, values, table) }
    let isNumberGiven = values.fields.contains { table.relation.columns[$0].isAlwaysNumbered }
    let statement = RowStatement.insert(
      into: table.name, values.names, places: places(values, table),
      rule: isNumberGiven ? " OVERRIDING SYSTEM VALUE" : "", conflict: existing == .ignore ? .ignore : .refuse,
      returning: table.keyNames, in: table.definition.dialect)
    let written = try await ask(statement.sql, bound(values, table))
    guard written.count == 1 else {
      guard existing == .ignore else { throw RecordChangeError.refused("A trigger of the table left the row out.") }
      return Outcome(.unchanged, before: before, after: before)
    }
    let after = try await stored(written, table)
    if let key = after.key { keep([step(.delete(key: key, expected: RowVersion(after)), table)]) }
    return Outcome(.inserted, before: nil, after: after)
  }

  /// Gives a row all values of a new one; what the new one doesn't say is what it is by default.
  private func replace(_ before: Record, _ values: RowAssignment, _ table: WrittenTable) async throws -> Outcome {
    let given = Set(values.fields), keys = table.definition.schema.keyFields
    let rest = table.columns.indices.filter {
      !given.contains($0) && !keys.contains($0) && !table.columns[$0].isComputed
    }
    let names = rest.map { SQLIdentifier(table.columns[$0].name).description }
    return try await write(
      before, names: values.names + names, places: places(values, table) + names.map { _ in "DEFAULT" },
      bound(values, table), table)
  }

  private func upsert(_ values: RowAssignment, _ table: WrittenTable) async throws -> Outcome {
    guard let key = values.key, let before = try await row(table.definition, where: table.definition.keyCondition, key)
    else {
      return try await insert(values, .refuse, table)
    }
    let others = values.withoutKey
    guard !others.names.isEmpty else { return Outcome(.unchanged, before: before, after: before) }
    return try await update(before, others, table)
  }

  private func update(_ before: Record, _ values: RowAssignment, _ table: WrittenTable) async throws -> Outcome {
    guard !values.names.isEmpty else { return Outcome(.unchanged, before: before, after: before) }
    let others = zip(values.fields, values.values).filter { !SQLValue(before.part($0)).isSame(as: $1) }.map(\.0)
    try await noteFollowers(of: before, writing: others, table)
    return try await write(
      before, names: values.names, places: places(values, table), bound(values, table), table)
  }

  private func write(
    _ before: Record, names: [String], places: [String], _ values: [SQLValue], _ table: WrittenTable
  ) async throws -> Outcome {
    let keys = table.definition.schema.keyFields.map { SQLValue(before.part($0)) }
    let statement = RowStatement.update(
      table.name, names, places: places, where: table.definition.keyCondition, returning: table.keyNames,
      in: table.definition.dialect)
    let written = try await ask(statement.sql, values + keys)
    guard written.count == 1 else { return Outcome(.unchanged, before: before, after: before) }
    let after = try await stored(written, table)
    guard RowVersion(before) != RowVersion(after) else {
      notePassed(in: table)
      return Outcome(.unchanged, before: before, after: after)
    }
    let changed = table.columns.indices.filter { before[$0] != after[$0] }
    if let key = after.key {
      keep([step(.update(key: key, table.stored(before, changed), expected: RowVersion(after)), table)])
    }
    return Outcome(.updated, before: before, after: after)
  }

  private func delete(_ before: Record, _ table: WrittenTable) async throws -> Outcome {
    let carried = try await rowsThatGo(with: before, table)
    let keys = table.definition.schema.keyFields.map { SQLValue(before.part($0)) }
    _ = try await ask(
      RowStatement.delete(from: table.name, where: table.definition.keyCondition, in: table.definition.dialect).sql,
      keys)
    let own = step(.insert(table.stored(before, table.columns.indices)), table)
    keep([own] + (try await settled(carried)))
    return Outcome(.deleted, before: before, after: nil)
  }

  private func step(_ change: RecordChange, _ table: WrittenTable) -> RecordStep {
    RecordStep(table: table.name, change: change)
  }

  // MARK: Values and rows

  /// What stands for the values: arrays are given as JSON, as they are read.
  private func places(_ values: RowAssignment, _ table: WrittenTable) -> [String] {
    zip(values.fields, values.values).map { field, value in
      let column = table.relation.columns[field]
      guard column.type.isArray, case .text(let bytes) = value, bytes.first == UInt8(ascii: "[") else { return "?" }
      return "CAST(ARRAY(SELECT jsonb_array_elements_text(CAST(? AS jsonb))) AS \(column.declaredType))"
    }
  }

  /// The values; a whole number for a column of integers, however it was written.
  private func bound(_ values: RowAssignment, _ table: WrittenTable) -> [SQLValue] {
    zip(values.fields, values.values).map { field, value in
      guard table.columns[field].storage == .integer, case .real(let number) = value,
        let integer = Int64(exactly: number)
      else { return value }
      return .integer(integer)
    }
  }

  /// The row of a key, as long as it is the one that was expected.
  private func found(
    _ key: RowKey, _ expected: RowVersion?, _ index: Int, _ table: WrittenTable
  ) async throws -> Record {
    let locator = RowLocator(key, in: table.definition)
    var record: Record?
    if let locator { record = try await row(table.definition, where: locator.condition, locator.values) }
    guard let record else {
      guard let expected else { throw RecordChangeError.missing(key: key) }
      throw RecordChangeError.stale(StaleRecord(change: index, key: key, expected: expected, current: nil))
    }
    if let expected, RowVersion(record) != expected {
      throw RecordChangeError.stale(StaleRecord(change: index, key: key, expected: expected, current: record))
    }
    return record
  }

  /// The row that was just written, whose key the statement has told.
  private func stored(_ keys: PostgreSQLRows, _ table: WrittenTable) async throws -> Record {
    // Keys come as the server writes them, in the forms of their types.
    let values = table.definition.schema.keyFields.indices.map { keys.value(0, $0) }
    guard let record = try await row(table.definition, where: table.definition.keyCondition, values) else {
      throw RecordChangeError.refused("A trigger of the table deleted the row again.")
    }
    return record
  }
}
