internal import CSQLite
internal import SQLTables
internal import TableModel

/// Taking back what references or rows that took the place of others have changed as well.
extension ChangeTransaction {
  /// Whether rows could be put back as things are now; the transaction is the same before and after.
  func canRestore(_ snapshot: RowSnapshot) throws -> Bool {
    // A trigger could end the transaction, and with it the change itself; what one says against it is told when it is tried.
    csqlite_set_triggers(connection.handle, 0)
    defer { csqlite_set_triggers(connection.handle, 1) }
    do {
      _ = try connection.trying { try restoreWatched(snapshot, isExact: true) }
      return true
    } catch is RecordChangeError { return false }
  }

  /// Puts rows back as they were.
  func restore(_ snapshot: RowSnapshot) throws -> RecordChangeResult {
    if tables.hasTriggers {
      // What references do is told from what triggers do by leaving these out.
      csqlite_set_triggers(connection.handle, 0)
      defer { csqlite_set_triggers(connection.handle, 1) }
      _ = try connection.trying { try restoreWatched(snapshot, isExact: true) }
    }
    let own = snapshot.rows.filter { $0.table == table }
    let before = try own.map { try $0.after.flatMap(record) }
    let redo = try audited(snapshot)
    let outcomes = try zip(own, before).map { row, before in
      let after = try row.before.flatMap { try record($0.place) }
      return RecordChangeResult.Outcome(
        after == nil ? .deleted : before == nil ? .inserted : .updated, before: before, after: after)
    }
    return RecordChangeResult(outcomes: outcomes, inverse: .rows(redo))
  }

  /// Puts rows back, and has it written down.
  private func audited(_ snapshot: RowSnapshot) throws -> RowSnapshot {
    let isExact = !tables.hasTriggers
    guard let audit else { return try restoreWatched(snapshot, isExact: isExact).redo }
    let touched = try connection.trying { try restoreWatched(snapshot, isExact: isExact).log }
    return try audit.watch(touched) {
      let (redo, log) = try restoreWatched(snapshot, isExact: isExact)
      return (redo, log)
    }
  }

  /// Puts rows back, as long as that touches no others.
  private func restoreWatched(
    _ snapshot: RowSnapshot, isExact: Bool
  ) throws -> (redo: RowSnapshot, log: ChangeLog) {
    let log = ChangeLog(connection, tables, limit: max(limits.undo.rows, snapshot.rows.count) * 8)
    let redo: RowSnapshot
    do { redo = try RowRestorer(connection, tables).restore(snapshot, isExact: isExact) } catch let failure
      as SQLiteFailure where failure.isConstraint
    {
      throw RecordChangeError.conflict(table: table)
    }
    guard isExact else { return (redo, log) }
    var places: [String: Set<RowPlace>] = [:]
    for row in snapshot.rows {
      if let place = row.before?.place { places[row.table, default: []].insert(place) }
      if let place = row.after { places[row.table, default: []].insert(place) }
    }
    for event in log.events {
      for place in [event.before, event.after].compactMap(\.self) where places[event.table]?.contains(place) != true {
        throw RecordChangeError.conflict(table: event.table)
      }
    }
    return (redo, log)
  }

  /// The row of the table at a place.
  private func record(_ place: RowPlace) throws -> Record? {
    let expressions =
      definition.rowIDName.map { ["r.\($0)"] } ?? definition.schema.keyFields.map(definition.keyExpression)
    return try RecordReader(definition: definition, connection: connection, memory: limits.rowMemory).wholeRow(
      where: expressions.map { "\($0) = ?" }.joined(separator: " AND "), place.values)
  }
}
