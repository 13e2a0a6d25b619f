internal import CSQLite
internal import SQLTables
internal import TableModel

/// Applies changes within the current transaction, and keeps what would take them back.
///
/// Most changes touch the rows that they name and no other; the changes backwards are all that takes them back. Where references or `REPLACE`
/// take other rows along, the changes are made twice: the first time shows which rows those are, the second time they are read before. What
/// would take all of it back is tried at once, so that it isn't promised in vain.
struct ChangeRun {
  let definition: TableDefinition
  let connection: SQLiteConnection
  let tables: StoredTables
  let limits: Limits

  /// What is kept of one call at most.
  struct Limits {
    var rows: Int
    var bytes: Int

    var rowWords: String { "An undo keeps \(rows) rows at most." }
    var byteWords: String {
      bytes >= 1 << 20 ? "An undo keeps \(bytes >> 20) MB at most." : "An undo keeps \(bytes) bytes at most."
    }
  }

  private var table: String { definition.schema.table }

  /// Applies changes, all or none.
  func apply(_ changes: [RecordChange]) throws -> RecordChangeResult {
    try run(changes, refusesOthers: false)
  }

  /// Takes changes back.
  func takeBack(_ inverse: RecordInverse) throws -> RecordChangeResult {
    switch inverse {
    case .changes(let changes):
      // Rows that came to refer to these since would go with them, unseen.
      return try run(changes, refusesOthers: true)
    case .rows(let rows):
      guard let snapshot = rows as? RowSnapshot else { throw RecordChangeError.overtaken(table: table) }
      return try restore(snapshot)
    }
  }

  /// What would become of changes, and what keeps them from being stored. The transaction is to be rolled back.
  func attempt(_ changes: [RecordChange]) throws -> (problems: [RecordProblem], result: RecordChangeResult) {
    try connection.execute("SAVEPOINT attempt")
    let log = log()
    var changer = RecordChanger(definition: definition, connection: connection, log: log)
    let (problems, outcomes) = try changer.attempt(changes)
    guard problems.isEmpty else { return (problems, RecordChangeResult(outcomes: outcomes, inverse: nil)) }
    try connection.execute("ROLLBACK TO attempt")
    return ([], try apply(changes))
  }

  // MARK: Changing

  /// What changes did, and what was seen of it.
  private struct Course {
    var result: RecordChangeResult
    var log: ChangedRows
    /// Whether nothing happened but what the changes say.
    var isPlain: Bool
  }

  private func log() -> ChangedRows { ChangedRows(connection, tables, limit: limits.rows * 2) }

  private func course(_ changes: [RecordChange]) throws -> Course {
    let log = log()
    var changer = RecordChanger(definition: definition, connection: connection, log: log)
    let outcomes = try changer.apply(changes)
    let result = RecordChangeResult(
      outcomes: outcomes, inverse: .changes(changer.inverse), triggered: log.tables(beyond: nil, without: table))
    let mayCarry = log.indirectCount > 0 && tables.carries(table)
    return Course(result: result, log: log, isPlain: changer.isPlain && !mayCarry)
  }

  private func run(_ changes: [RecordChange], refusesOthers: Bool) throws -> RecordChangeResult {
    try connection.execute("SAVEPOINT first")
    let first = try course(changes)
    if first.isPlain {
      try connection.execute("RELEASE first")
      guard let inverse = first.result.inverse, inverse.byteCount > limits.bytes else { return first.result }
      return lost(first, limits.byteWords)
    }
    guard !first.log.isIncomplete else {
      if refusesOthers { throw RecordChangeError.overtaken(table: table) }
      try connection.execute("RELEASE first")
      return lost(first, limits.rowWords)
    }
    try connection.execute("ROLLBACK TO first")
    guard let carried = try carried(changes, first) else {
      if refusesOthers { throw RecordChangeError.overtaken(table: table) }
      let again = try course(changes)
      try connection.execute("RELEASE first")
      return lost(again, "Without the triggers of the database this change can't be made.")
    }
    if refusesOthers, carried.events.contains(where: { !$0.isDirect }) {
      throw RecordChangeError.overtaken(table: table)
    }
    let courses = carried.courses
    let stored = StoredRows(connection, tables)
    let before = try courses.map { course in try course.before.flatMap { try image(course.table, $0, stored) } }
    let again = try course(changes)
    let snapshot = try snapshot(courses, before, stored)
    try connection.execute("RELEASE first")
    let triggered = again.log.tables(beyond: carried, without: table)
    var result = again.result
    result.triggered = triggered
    result.others = others(snapshot, again.result.outcomes)
    result.inverse = nil
    if snapshot.rows.count > limits.rows {
      result.obstacle = limits.rowWords
    } else if snapshot.byteCount > limits.bytes {
      result.obstacle = limits.byteWords
    } else if try canRestore(snapshot) {
      result.inverse = .rows(snapshot)
    }
    return result
  }

  /// What is answered where the rows that went along are not known one by one.
  private func lost(_ course: Course, _ obstacle: String) -> RecordChangeResult {
    var result = course.result
    result.inverse = nil
    result.others = course.log.others(without: table, result.outcomes)
    result.obstacle = course.log.isWatching ? obstacle : nil
    return result
  }

  /// What the changes touch without any triggers; `nil` if they can't be made like that. The transaction is as it was then.
  private func carried(_ changes: [RecordChange], _ first: Course) throws -> ChangedRows? {
    guard tables.hasTriggers else { return first.log }
    csqlite_set_triggers(connection.handle, 0)
    defer { csqlite_set_triggers(connection.handle, 1) }
    let log: ChangedRows?
    do { log = try course(changes).log } catch let error as RecordChangeError {
      guard case .invalid = error else { throw error }
      log = nil
    }
    try connection.execute("ROLLBACK TO first")
    return log?.isIncomplete == true ? nil : log
  }

  private func image(
    _ table: String, _ place: RowPlace, _ stored: StoredRows
  ) throws -> RowSnapshot.Image? {
    guard let table = tables[table] else { return nil }
    return try stored.image(table, at: place)
  }

  /// The rows that are others now, in the order in which they are put back: what was done last is undone first.
  private func snapshot(
    _ courses: [RowCourse], _ before: [RowSnapshot.Image?], _ stored: StoredRows
  ) throws -> RowSnapshot {
    var rows: [RowSnapshot.Row] = []
    var parts: [String: [String]] = [:]
    var taken: [String: Set<RowPlace>] = [:]
    for course in courses { if let after = course.after { taken[course.table, default: []].insert(after) } }
    for (course, before) in zip(courses, before) {
      var after = try course.after.flatMap { try image(course.table, $0, stored) }
      if after == nil, let place = course.before, taken[course.table]?.contains(place) != true {
        // A trigger may have kept the row where it is.
        after = try image(course.table, place, stored)
      }
      guard before != after else { continue }
      parts[course.table] = tables[course.table]?.parts
      rows.append(
        RowSnapshot.Row(table: course.table, before: before, after: after?.place, version: after?.version))
    }
    return RowSnapshot(rows: rows.reversed(), parts: parts)
  }

  private func others(_ snapshot: RowSnapshot, _ outcomes: [RecordChangeResult.Outcome]) -> [OtherRecords] {
    var others: [String: OtherRecords] = [:]
    for row in snapshot.rows where row.before != nil {
      var other = others[row.table] ?? OtherRecords(table: row.table, deleted: 0, changed: 0)
      if row.after == nil { other.deleted += 1 } else { other.changed += 1 }
      others[row.table] = other
    }
    others[table]?.deleted -= outcomes.count { $0.action == .deleted }
    others[table]?.changed -= outcomes.count { $0.action == .updated }
    return others.values.filter { $0.deleted > 0 || $0.changed > 0 }.sorted { $0.table < $1.table }.map {
      OtherRecords(table: $0.table, deleted: max($0.deleted, 0), changed: max($0.changed, 0))
    }
  }

  // MARK: Restoring

  /// Whether rows could be put back as things are now; the transaction is the same before and after.
  private func canRestore(_ snapshot: RowSnapshot) throws -> Bool {
    try connection.execute("SAVEPOINT trial")
    // A trigger could end the transaction, and with it the change itself; what one says against it is told when it is tried.
    csqlite_set_triggers(connection.handle, 0)
    defer { csqlite_set_triggers(connection.handle, 1) }
    do {
      _ = try restoreWatched(snapshot, isExact: true)
    } catch is RecordChangeError {
      try connection.execute("ROLLBACK TO trial")
      try connection.execute("RELEASE trial")
      return false
    }
    try connection.execute("ROLLBACK TO trial")
    try connection.execute("RELEASE trial")
    return true
  }

  private func restore(_ snapshot: RowSnapshot) throws -> RecordChangeResult {
    if tables.hasTriggers {
      // What references do is told from what triggers do by leaving these out.
      try connection.execute("SAVEPOINT untriggered")
      csqlite_set_triggers(connection.handle, 0)
      defer { csqlite_set_triggers(connection.handle, 1) }
      _ = try restoreWatched(snapshot, isExact: true)
      try connection.execute("ROLLBACK TO untriggered")
      try connection.execute("RELEASE untriggered")
    }
    let own = snapshot.rows.filter { $0.table == table }
    let before = try own.map { try $0.after.flatMap(record) }
    let redo = try restoreWatched(snapshot, isExact: !tables.hasTriggers)
    let outcomes = try zip(own, before).map { row, before in
      let after = try row.before.flatMap { try record($0.place) }
      return RecordChangeResult.Outcome(
        after == nil ? .deleted : before == nil ? .inserted : .updated, before: before, after: after)
    }
    return RecordChangeResult(outcomes: outcomes, inverse: .rows(redo))
  }

  /// Puts rows back, as long as that touches no others.
  private func restoreWatched(_ snapshot: RowSnapshot, isExact: Bool) throws -> RowSnapshot {
    let log = ChangedRows(connection, tables, limit: max(limits.rows, snapshot.rows.count) * 8)
    let redo: RowSnapshot
    do { redo = try RowRestorer(connection, tables).restore(snapshot, isExact: isExact) } catch let failure
      as SQLiteFailure where failure.isConstraint
    {
      throw RecordChangeError.overtaken(table: table)
    }
    guard isExact else { return redo }
    var places: [String: Set<RowPlace>] = [:]
    for row in snapshot.rows {
      if let place = row.before?.place { places[row.table, default: []].insert(place) }
      if let place = row.after { places[row.table, default: []].insert(place) }
    }
    for event in log.events {
      for place in [event.before, event.after].compactMap(\.self) where places[event.table]?.contains(place) != true {
        throw RecordChangeError.overtaken(table: event.table)
      }
    }
    return redo
  }

  /// The row of the table at a place.
  private func record(_ place: RowPlace) throws -> Record? {
    let expressions =
      definition.rowIDName.map { ["r.\($0)"] } ?? definition.schema.keyFields.map { definition.expressions[$0] }
    return try RecordReader(definition: definition, connection: connection).row(
      where: expressions.map { "\($0) = ?" }.joined(separator: " AND "), place.values)?.record
  }
}
