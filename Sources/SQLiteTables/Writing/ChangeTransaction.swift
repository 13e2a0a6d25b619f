internal import CSQLite
internal import SQLTables
internal import TableModel

/// Applies changes within the current transaction, and keeps what would take them back.
///
/// Most changes touch the rows that they name and no other; the changes backwards are all that takes them back. Where references or `REPLACE`
/// take other rows along, the changes are made twice: the first time shows which rows those are, the second time they are read before. What
/// would take all of it back is tried at once, so that it isn't promised in vain.
struct ChangeTransaction {
  let definition: TableDefinition
  let connection: SQLiteConnection
  let tables: StoredTables
  let limits: Limits
  /// Where it is written down what happens; `nil` if it isn't.
  let audit: CallAudit?
  /// Who wants the changes.
  let author: ChangeAuthor

  /// What is kept of one call at most.
  struct Limits {
    var undo: UndoLimit
    /// How large a row may be that is changed.
    var rowBytes: Int
    /// What all rows of a call may take, before and after.
    var callBytes: Int

    /// Rows of changes are not counted among answers: there is one writer, which has one call at work.
    var rowMemory: PageMemory { PageMemory(budget: nil, byteLimit: rowBytes) }
  }

  private static let beginning = StatementText("SAVEPOINT first")
  private static let end = StatementText("RELEASE first")

  var table: String { definition.schema.table }

  /// Applies changes, all or none.
  func apply(_ changes: [RecordChange]) throws -> RecordChangeResult {
    try run(changes, refusesOthers: false)
  }

  /// Takes changes back.
  func revert(_ inverse: RecordInverse) throws -> RecordChangeResult {
    switch inverse {
    case .changes(let changes):
      // Rows that came to refer to these since would go with them, unseen.
      return try run(changes, refusesOthers: true)
    case .rows(let rows):
      guard let snapshot = rows as? RowSnapshot else { throw RecordChangeError.conflict(table: table) }
      return try restore(snapshot)
    }
  }

  /// What would become of changes, and what keeps them from being stored. The transaction is to be rolled back.
  func attempt(_ changes: [RecordChange]) throws -> (problems: [RecordProblem], result: RecordChangeResult) {
    try connection.execute("SAVEPOINT attempt")
    let log = log()
    var changer = ChangeExecutor(definition: definition, connection: connection, log: log, limits: limits)
    let (problems, outcomes) = try changer.attempt(changes)
    guard problems.isEmpty else { return (problems, RecordChangeResult(outcomes: outcomes, inverse: nil)) }
    try connection.execute("ROLLBACK TO attempt")
    return ([], try apply(changes))
  }

  // MARK: Changing

  /// What changes did, and what was seen of it.
  private struct Course {
    var result: RecordChangeResult
    var log: ChangeLog
    /// Whether nothing happened but what the changes say.
    var isPlain: Bool
  }

  private func log() -> ChangeLog {
    ChangeLog(connection, tables, limit: max(limits.undo.rows * 2, audit?.rowLimit ?? 0))
  }

  private func carryOut(_ changes: [RecordChange]) throws -> Course {
    let log = log()
    var changer = ChangeExecutor(definition: definition, connection: connection, log: log, limits: limits)
    let outcomes = try changer.apply(changes)
    let result = RecordChangeResult(
      outcomes: outcomes, inverse: .changes(changer.inverse), triggered: log.tables(beyond: nil, without: table))
    let mayCarry = log.indirectCount > 0 && tables.carries(table)
    return Course(result: result, log: log, isPlain: changer.isPlain && !mayCarry)
  }

  private func run(_ changes: [RecordChange], refusesOthers: Bool) throws -> RecordChangeResult {
    try connection.run(Self.beginning)
    // Where the changes ended the whole transaction, there is nothing left to be released.
    defer { try? connection.run(Self.end) }
    let first = try carryOut(changes)
    if first.isPlain {
      let course = try settled(first, changes)
      guard let inverse = course.result.inverse, inverse.byteCount > limits.undo.bytes else { return course.result }
      return lost(course, limits.undo.byteWords)
    }
    if let obstacle = obstacle(first.log) {
      // References and triggers aren't told apart here.
      if tables.carries(table) { try checkOthers(first.log) }
      if refusesOthers { throw RecordChangeError.conflict(table: table) }
      return lost(try settled(first, changes), obstacle)
    }
    try connection.execute("ROLLBACK TO first")
    guard let carried = try carried(changes, first) else {
      if tables.carries(table) { try checkOthers(first.log) }
      if refusesOthers { throw RecordChangeError.conflict(table: table) }
      return lost(
        try again(changes, first.log), "This change depends on the database's triggers.")
    }
    try checkOthers(carried)
    if refusesOthers, carried.events.contains(where: { !$0.isDirect }) {
      throw RecordChangeError.conflict(table: table)
    }
    let courses = carried.courses
    let stored = StoredRows(connection, tables)
    guard let before = try images(courses, stored) else {
      return lost(try again(changes, first.log), limits.undo.byteWords)
    }
    let course = try again(changes, first.log)
    let snapshot = try snapshot(courses, before, stored)
    var result = course.result
    result.triggered = course.log.tables(beyond: carried, without: table)
    result.others = others(snapshot, result.outcomes)
    result.inverse = nil
    if snapshot.rows.count > limits.undo.rows {
      result.obstacle = limits.undo.rowWords
    } else if try canRestore(snapshot) {
      result.inverse = .rows(snapshot)
    }
    return result
  }

  /// - Throws: `RecordChangeError.notPermitted` if rows went along that whoever asks may not change. What triggers do besides is the database's
  ///   own doing.
  private func checkOthers(_ log: ChangeLog) throws(RecordChangeError) {
    guard let other = log.indirectTables.sorted().first(where: { $0 != table && !author.mayChange($0) }) else { return }
    throw .notPermitted(table: author.mayKnow(other) ? other : nil)
  }

  /// Why what happened can't be read back row by row; `nil` if it can.
  private func obstacle(_ log: ChangeLog) -> String? {
    if let table = log.tableOfUnknown {
      return author.mayKnow(table) ? "The rows of \(table) have no key." : "Rows of another table have no key."
    }
    return log.isIncomplete || log.events.count > limits.undo.rows * 2 ? limits.undo.rowWords : nil
  }

  /// The changes as they were made; made once more where the audit has to see rows before that they don't name.
  private func settled(_ first: Course, _ changes: [RecordChange]) throws -> Course {
    guard let audit else { return first }
    if first.log.isIncomplete || first.isPlain && first.log.indirectCount == 0 {
      try add(first, to: audit)
      return first
    }
    try connection.execute("ROLLBACK TO first")
    return try again(changes, first.log)
  }

  /// The changes once more.
  /// - Parameter touched: what they touched the first time.
  private func again(_ changes: [RecordChange], _ touched: ChangeLog) throws -> Course {
    guard let audit else { return try carryOut(changes) }
    guard touched.isIncomplete else {
      return try audit.watch(touched) {
        let course = try carryOut(changes)
        return (course, course.log)
      }
    }
    let course = try carryOut(changes)
    try add(course, to: audit)
    return course
  }

  /// Writes down what is known without looking at rows.
  private func add(_ course: Course, to audit: CallAudit) throws {
    try audit.add(course.result.outcomes, in: table)
    if course.log.isIncomplete { try audit.addCounts(course.log, without: table, course.result.outcomes) }
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
  private func carried(_ changes: [RecordChange], _ first: Course) throws -> ChangeLog? {
    guard tables.hasTriggers else { return first.log }
    csqlite_set_triggers(connection.handle, 0)
    defer { csqlite_set_triggers(connection.handle, 1) }
    let log: ChangeLog?
    do { log = try carryOut(changes).log } catch let error as RecordChangeError {
      guard case .invalid = error else { throw error }
      log = nil
    }
    try connection.execute("ROLLBACK TO first")
    return log?.isIncomplete == true ? nil : log
  }

  /// The rows as they are before the changes; `nil` if they are more than is kept.
  private func images(_ courses: [RowCourse], _ stored: StoredRows) throws -> [RowSnapshot.Image?]? {
    var images: [RowSnapshot.Image?] = []
    var byteCount = 0
    for course in courses {
      let image = try image(course.table, course.before, stored)
      byteCount += image?.byteCount ?? 0
      guard byteCount <= limits.undo.bytes else { return nil }
      images.append(image)
    }
    return images
  }

  private func image(
    _ table: String, _ place: RowPlace?, _ stored: StoredRows
  ) throws -> RowSnapshot.Image? {
    guard let table = tables[table], let place else { return nil }
    return try stored.image(table, at: place)
  }

  /// The rows that are others now, in the order in which they are put back: what was done last is undone first.
  private func snapshot(
    _ courses: [RowCourse], _ before: [RowSnapshot.Image?], _ stored: StoredRows
  ) throws -> RowSnapshot {
    var rows: [RowSnapshot.Row] = []
    var parts: [String: [String]] = [:]
    for (course, before) in zip(courses, before) {
      let after = try image(course.table, course.end, stored)
      guard before != after else { continue }
      parts[course.table] = tables[course.table]?.parts
      rows.append(
        RowSnapshot.Row(table: course.table, before: before, after: after?.place, version: after?.version))
    }
    return RowSnapshot(rows: rows.reversed(), parts: parts)
  }

  private func others(_ snapshot: RowSnapshot, _ outcomes: [RecordChangeResult.Outcome]) -> [CascadedChanges] {
    var others: [String: CascadedChanges] = [:]
    for row in snapshot.rows where row.before != nil {
      var other = others[row.table] ?? CascadedChanges(table: row.table, deleted: 0, changed: 0)
      if row.after == nil { other.deleted += 1 } else { other.changed += 1 }
      others[row.table] = other
    }
    others[table]?.deleted -= outcomes.count { $0.action == .deleted }
    others[table]?.changed -= outcomes.count { $0.action == .updated }
    return others.values.filter { $0.deleted > 0 || $0.changed > 0 }.sorted { $0.table < $1.table }.map {
      CascadedChanges(table: $0.table, deleted: max($0.deleted, 0), changed: max($0.changed, 0))
    }
  }
}
