internal import CSQLite
internal import SQLTables
internal import TableModel

/// Applies the changes of one call within the current transaction, and finds out what would take them back.
struct ChangeExecutor {
  let definition: TableDefinition
  let connection: SQLiteConnection
  private let reader: RecordReader
  private let log: ChangeLog
  private let limits: ChangeTransaction.Limits
  /// The statement of the last new row: those of one call mostly have the same columns.
  private var insertion: (names: [String], existing: ExistingRecord, statement: RowStatement)?
  /// Reads a row where it is known to be.
  private let placedText: String
  /// Bytes of all rows that were read so far.
  private var byteCount = 0
  /// How much of the log belongs to changes that are done.
  private var seen = 0
  /// How many rows the connection had changed when it was last looked at.
  private var changeCount: Int64
  private var undoing: [RecordChange] = []
  /// Whether each change touched the row that it names and no other, and the changes backwards bring every byte of it back.
  private(set) var isPlain = true

  /// The changes backwards.
  var inverse: [RecordChange] { undoing.reversed() }

  init(
    definition: TableDefinition, connection: SQLiteConnection, log: ChangeLog, limits: ChangeTransaction.Limits
  ) {
    self.limits = limits
    self.definition = definition
    self.connection = connection
    self.log = log
    reader = RecordReader(definition: definition, connection: connection, memory: limits.rowMemory)
    let condition = definition.rowIDName.map { "r.\($0) = ?" } ?? definition.keyCondition
    placedText = reader.wholeRowText(where: condition)
    changeCount = sqlite3_total_changes64(connection.handle)
  }

  private typealias Outcome = RecordChangeResult.Outcome

  /// Applies changes in their order. After a failure the transaction holds some of them, and is to be rolled back.
  mutating func apply(_ changes: [RecordChange]) throws -> [RecordChangeResult.Outcome] {
    guard let columns = definition.writableColumns else {
      throw RecordChangeError.refused(SQLiteRecordWriter.refusal(definition.schema.table))
    }
    let assignments = RowAssignment.all(changes, columns, definition)
    // Everything that is wrong with the names is told at once.
    let problems = assignments.flatMap(\.problems)
    guard problems.isEmpty else { throw RecordChangeError.invalid(problems) }
    var outcomes: [Outcome] = []
    for (index, change) in changes.enumerated() {
      do {
        outcomes.append(try apply(change, assignments[index], index))
      } catch let failure as SQLiteFailure where failure.isConstraint {
        throw RecordChangeError.invalid([
          ConstraintProblem(failure, change, assignments[index], definition, connection).problem(index)
        ])
      }
    }
    return outcomes
  }

  /// What would become of changes, and everything that keeps them from being stored. The transaction then holds some of them, and is to
  /// be rolled back.
  mutating func attempt(_ changes: [RecordChange]) throws -> (
    problems: [RecordProblem], outcomes: [RecordChangeResult.Outcome]
  ) {
    guard let columns = definition.writableColumns else {
      throw RecordChangeError.refused(SQLiteRecordWriter.refusal(definition.schema.table))
    }
    let assignments = RowAssignment.all(changes, columns, definition)
    var problems = assignments.flatMap(\.problems)
    guard problems.isEmpty else { return (Array(problems.prefix(Self.problemLimit)), []) }
    var outcomes: [Outcome] = []
    for (index, change) in changes.enumerated() where problems.count < Self.problemLimit {
      // A change that can't be stored leaves nothing for those behind it.
      try connection.execute("SAVEPOINT change")
      do {
        outcomes.append(try apply(change, assignments[index], index))
      } catch let failure as SQLiteFailure where failure.isConstraint {
        // Some triggers end the transaction, and with it everything.
        guard sqlite3_get_autocommit(connection.handle) == 0 else { throw failure }
        problems.append(
          ConstraintProblem(failure, change, assignments[index], definition, connection).problem(index))
        try connection.execute("ROLLBACK TO change")
      }
      try connection.execute("RELEASE change")
    }
    return (problems, outcomes)
  }

  private static let problemLimit = 100

  private mutating func apply(_ change: RecordChange, _ values: RowAssignment, _ index: Int) throws -> Outcome {
    let outcome =
      switch change {
      case .insert(_, let existing): try insert(values, existing, index)
      case .upsert: try upsert(values, index)
      case .update(let key, _, let expected): try update(try found(key, expected, index), values, index)
      case .delete(let key, let expected): try delete(try found(key, expected, index), index)
      }
    byteCount += (outcome.before?.page.byteCount ?? 0) + (outcome.after?.page.byteCount ?? 0)
    guard byteCount <= limits.callBytes else {
      throw RecordChangeError.refused(
        "These rows exceed the limit of \(limits.callBytes.megabytes) per change; change fewer rows at once.")
    }
    return outcome
  }

  // MARK: The kinds of changes

  private mutating func insert(_ values: RowAssignment, _ existing: ExistingRecord, _ index: Int) throws -> Outcome {
    let before = existing == .refuse ? nil : try values.key.flatMap { try row(at: $0) }
    let told = try run(statement(inserting: values.names, existing), values.values)
    // None was stored where the row is to be left as it is, or where a trigger says so.
    guard let place = definition.rowIDName == nil ? told : insertedRowID() else {
      return Outcome(.unchanged, before: before, after: before)
    }
    let after = try stored(at: self.place(place, values, nil), index)
    note(.insertion, mayReplace: existing == .replace, existing == .replace ? before : nil)
    guard existing == .replace, let before else {
      undo(after) { .delete(key: $0, expected: RowVersion(after)) }
      return Outcome(before == nil ? .inserted : .updated, before: before, after: after)
    }
    guard RowVersion(before) != RowVersion(after) else {
      return Outcome(.unchanged, before: before, after: after)
    }
    undo(before, after)
    return Outcome(.updated, before: before, after: after)
  }

  private mutating func statement(inserting names: [String], _ existing: ExistingRecord) -> RowStatement {
    if let insertion, insertion.names == names, insertion.existing == existing { return insertion.statement }
    let statement = RowStatement.insert(
      into: definition.schema.table, names, conflict: existing.conflict,
      key: definition.schema.keyFields.map(definition.keyExpression),
      returning: definition.rowIDName == nil ? locatorNames : [], in: definition.dialect)
    insertion = (names, existing, statement)
    return statement
  }

  private mutating func upsert(_ values: RowAssignment, _ index: Int) throws -> Outcome {
    guard let key = values.key, let before = try row(at: key) else { return try insert(values, .refuse, index) }
    let others = values.withoutKey
    guard !others.names.isEmpty else { return Outcome(.unchanged, before: before, after: before) }
    return try update(before, others, index)
  }

  private mutating func update(_ before: Record, _ values: RowAssignment, _ index: Int) throws -> Outcome {
    guard !values.names.isEmpty else { return Outcome(.unchanged, before: before, after: before) }
    let locator = RowLocator(before, in: definition)
    let statement = RowStatement.update(
      definition.schema.table, values.names, where: locator.condition, returning: locatorNames,
      in: definition.dialect)
    guard let newPlace = try run(statement, values.values + locator.values) else {
      return Outcome(.unchanged, before: before, after: before)
    }
    let after = try stored(at: self.place(newPlace, values, before), index, before)
    note(.change)
    if hasRepairedText(before) { isPlain = false }
    guard RowVersion(before) != RowVersion(after) else {
      return Outcome(.unchanged, before: before, after: after)
    }
    undo(before, after)
    return Outcome(.updated, before: before, after: after)
  }

  private mutating func delete(_ before: Record, _ index: Int) throws -> Outcome {
    let locator = RowLocator(before, in: definition)
    _ = try run(
      .delete(from: definition.schema.table, where: locator.condition, in: definition.dialect), locator.values)
    note(.removal)
    var values = definition.schema.columns.indices.filter { definition.writableColumns?[$0].isComputed == false }.map {
      ColumnValue(definition.schema.columns[$0].name, before[$0])
    }
    if let rowID = hiddenKeyField {
      values.append(ColumnValue(RowAssignment.rowID, before[rowID]))
      // Where the key is another one, no change can say which row id the row is to have.
      if definition.schema.keyFields != [rowID] { isPlain = false }
    }
    if hasRepairedText(before) { isPlain = false }
    undoing.append(.insert(values))
    return Outcome(.deleted, before: before, after: nil)
  }

  /// What makes the row that it is now the one that it was.
  private mutating func undo(_ before: Record, _ after: Record) {
    let changed = definition.schema.columns.indices.filter {
      before[$0] != after[$0] && definition.writableColumns?[$0].isComputed == false
    }
    let values = changed.map { ColumnValue(definition.schema.columns[$0].name, before[$0]) }
    undo(after) { .update(key: $0, values, expected: RowVersion(after)) }
  }

  /// Notes what takes back a change that left a row. Where nothing names the row, a change can't.
  private mutating func undo(_ after: Record, _ change: (RowKey) -> RecordChange) {
    if let key = after.key { undoing.append(change(key)) } else { isPlain = false }
  }

  // MARK: Watching

  private enum Statement { case insertion, change, removal }

  /// Looks at what a statement did by itself to rows of the table.
  private mutating func note(_ statement: Statement, mayReplace: Bool = false, _ before: Record? = nil) {
    let events = log.events[seen...].filter { $0.isDirect && $0.table == definition.schema.table }
    seen = log.events.count
    let changes = sqlite3_total_changes64(connection.handle) - changeCount
    changeCount += changes
    guard log.isWatching else {
      // Where rows can't be watched, one change is all that is known to be none but the one that was asked for.
      if changes > 1 || mayReplace { isPlain = false }
      return
    }
    if log.isIncomplete || before.map(hasRepairedText) == true { isPlain = false }
    guard let last = events.last else {
      isPlain = false
      return
    }
    switch statement {
    case .insertion:
      // A row that takes the place of the one with its key is that row, with other values.
      let replaced = events.dropLast().map(\.before)
      if !(replaced.isEmpty || (before != nil && replaced == [last.after])) { isPlain = false }
    case .change, .removal:
      if events.count > 1 { isPlain = false }
    }
  }

  private func hasRepairedText(_ record: Record) -> Bool {
    definition.schema.columns.indices.contains { record[$0].isRepaired }
  }

  // MARK: Finding rows

  /// The row of a key, as long as it is the one that was expected.
  private func found(_ key: RowKey, _ expected: RowVersion?, _ index: Int) throws -> Record {
    guard let record = try RowLocator(key, in: definition).flatMap({ try reader.wholeRow($0) }) else {
      guard let expected else { throw RecordChangeError.missing(key: key) }
      throw RecordChangeError.stale(StaleRecord(change: index, key: key, expected: expected, current: nil))
    }
    if let expected, RowVersion(record) != expected {
      throw RecordChangeError.stale(StaleRecord(change: index, key: key, expected: expected, current: record))
    }
    return record
  }

  /// The row whose key has these values.
  private func row(at key: [SQLValue]) throws -> Record? {
    try reader.wholeRow(where: definition.keyCondition, key)
  }

  /// The row that was just written. No part of its key may have become null: any number of rows could have that, and it would have to be
  /// named by its row id.
  private func stored(at place: [SQLValue], _ index: Int, _ before: Record? = nil) throws -> Record {
    guard let record = try reader.wholeRow(text: placedText, place) else {
      throw RecordChangeError.refused("A trigger of the table deleted the row again.")
    }
    if let field = definition.schema.keyFields.first(where: { record[$0] == .null && before?[$0] != .null }) {
      let name = definition.schema.columns.indices.contains(field) ? definition.schema.columns[field].name : nil
      throw RecordChangeError.invalid([
        RecordProblem(change: index, column: name, text: "Required: part of the key.")
      ])
    }
    return record
  }

  /// Where a row is that was just written.
  ///
  /// Of a table without row ids, a statement may tell the integer of one column as if another's affinity were its own, which rounds it where
  /// that is REAL (seen with SQLite 3.40). What is known otherwise is not taken from it; what a column of reals made of a value is.
  private func place(_ told: [SQLValue], _ values: RowAssignment, _ before: Record?) -> [SQLValue] {
    guard definition.rowIDName == nil else { return told }
    return zip(definition.schema.keyFields, told).map { field, value in
      if ColumnAffinity(declaredType: definition.schema.columns[field].declaredType) == .real { return value }
      return values.value(of: field) ?? before.map { SQLValue($0.part(field)) } ?? value
    }
  }

  /// Where the row is that the last statement inserted, if it did. Who asks the statement itself has SQLite keep what `RETURNING` tells in a table
  /// of its own, and the pages of before the statement.
  ///
  /// What triggers insert doesn't count (https://sqlite.org/c3ref/last_insert_rowid.html, https://sqlite.org/c3ref/changes.html).
  private func insertedRowID() -> [SQLValue]? {
    sqlite3_changes64(connection.handle) > 0 ? [.integer(sqlite3_last_insert_rowid(connection.handle))] : nil
  }

  /// What a statement tells of the row that it wrote: the row id, or the key where there is none.
  private var locatorNames: [String] {
    definition.rowIDName.map { [$0] }
      ?? definition.schema.keyFields.map { SQLIdentifier(definition.schema.columns[$0].name).description }
  }

  /// The field of a row id that is the key, and no column.
  private var hiddenKeyField: Int? {
    definition.rowIDField.flatMap { $0 >= definition.schema.columns.count ? $0 : nil }
  }

  // MARK: Running

  /// Runs a statement to its end, where references are checked.
  /// - Returns: the first row that it returned.
  private func run(_ statement: RowStatement, _ values: [SQLValue]) throws -> [SQLValue]? {
    let prepared = try connection.statement(recurring: statement.sql)
    defer { prepared.reset() }
    for value in values { prepared.bind(value) }
    var first: [SQLValue]?
    while try prepared.step() {
      if first == nil { first = (0..<Int(sqlite3_column_count(prepared.handle))).map(prepared.value) }
    }
    // A deferred reference is as good as broken: nobody who calls could mend it before the end.
    if csqlite_has_broken_references(connection.handle) != 0 {
      throw SQLiteFailure(code: SQLITE_CONSTRAINT | 3 << 8, message: "FOREIGN KEY constraint failed")
    }
    return first
  }
}

extension RecordValue {
  /// Whether it may have been a text that is not valid UTF-8, whose bytes are not known any more.
  fileprivate var isRepaired: Bool {
    if case .text(let text) = self { text.unicodeScalars.contains("\u{FFFD}") } else { false }
  }
}

extension ExistingRecord {
  fileprivate var conflict: RowStatement.Conflict {
    switch self {
    case .refuse: .refuse
    case .ignore: .ignore
    case .replace: .replace
    }
  }
}
