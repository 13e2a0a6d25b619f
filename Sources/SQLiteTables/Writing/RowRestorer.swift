internal import CSQLite
internal import SQLTables
internal import TableModel

/// Puts rows back as they were, within the current transaction, unless somebody has changed them since.
struct RowRestorer {
  let connection: SQLiteConnection
  let tables: StoredTables
  private let stored: StoredRows

  init(_ connection: SQLiteConnection, _ tables: StoredTables) {
    self.connection = connection
    self.tables = tables
    stored = StoredRows(connection, tables)
  }

  /// - Parameter isExact: whether every row has to be as it was in the end; triggers may see to it that it isn't.
  /// - Returns: what would take this back.
  /// - Throws: `RecordChangeError.conflict` where a row is another than the changes left, or is in the way; the transaction is to be rolled
  ///   back then.
  func restore(_ snapshot: RowSnapshot, isExact: Bool) throws -> RowSnapshot {
    let current = try checked(snapshot)
    // Rows come back in an order in which some refer to others that are still missing; all are there in the end.
    try connection.execute("PRAGMA defer_foreign_keys = ON")
    defer { sqlite3_exec(connection.handle, "PRAGMA defer_foreign_keys = OFF", nil, nil, nil) }
    try repeatedly(snapshot.rows) { row in try put(row) }
    // What references did because of one row may have touched another that was put back before.
    for _ in 0..<3 {
      let wrong = try snapshot.rows.filter { try !isRestored($0, snapshot) }
      guard !wrong.isEmpty else { break }
      try repeatedly(wrong) { row in try mend(row) }
    }
    if isExact, let row = try snapshot.rows.first(where: { try !isRestored($0, snapshot) }) {
      throw RecordChangeError.conflict(table: row.table)
    }
    guard csqlite_has_broken_references(connection.handle) == 0 else {
      throw RecordChangeError.conflict(table: snapshot.rows.first?.table ?? "")
    }
    let redone = zip(snapshot.rows, current).map { row, current in
      RowSnapshot.Row(table: row.table, before: current, after: row.before?.place, version: row.before?.version)
    }
    return RowSnapshot(rows: redone.reversed(), parts: snapshot.parts)
  }

  /// The rows as they are now, once it is certain that they are what the changes left.
  private func checked(_ snapshot: RowSnapshot) throws -> [RowSnapshot.Image?] {
    var current: [RowSnapshot.Image?] = []
    var taken: [String: Set<RowPlace>] = [:]
    for row in snapshot.rows { if let after = row.after { taken[row.table, default: []].insert(after) } }
    for row in snapshot.rows {
      let table = try table(row)
      guard table.parts == snapshot.parts[row.table] else { throw RecordChangeError.conflict(table: row.table) }
      let image = try row.after.flatMap { try stored.image(table, at: $0) }
      guard image?.version == row.version else { throw RecordChangeError.conflict(table: row.table) }
      if let place = row.before?.place, taken[row.table]?.contains(place) != true,
        try stored.image(table, at: place) != nil
      {
        throw RecordChangeError.conflict(table: row.table)
      }
      current.append(image)
    }
    return current
  }

  private func table(_ row: RowSnapshot.Row) throws(RecordChangeError) -> StoredTables.Table {
    guard let table = tables[row.table] else { throw .conflict(table: row.table) }
    return table
  }

  /// Writes rows, those again that others were in the way of, as long as that gets any further.
  private func repeatedly(_ rows: [RowSnapshot.Row], _ write: (RowSnapshot.Row) throws -> Void) throws {
    var waiting = rows
    while !waiting.isEmpty {
      var refused: [RowSnapshot.Row] = []
      for row in waiting {
        try connection.execute("SAVEPOINT putting")
        do { try write(row) } catch let failure as SQLiteFailure where failure.isConstraint {
          guard sqlite3_get_autocommit(connection.handle) == 0 else { throw failure }
          try connection.execute("ROLLBACK TO putting")
          refused.append(row)
        }
        try connection.execute("RELEASE putting")
      }
      guard refused.count < waiting.count else { throw RecordChangeError.conflict(table: refused[0].table) }
      waiting = refused
    }
  }

  private func put(_ row: RowSnapshot.Row) throws {
    let table = try table(row)
    let current = try row.after.flatMap { try stored.image(table, at: $0) }
    switch (current, row.before) {
    case (let current?, let before?): try stored.update(current, to: before, in: table)
    case (let current?, nil): try stored.delete(current.place, from: table)
    case (nil, .some): try mend(row)
    case (nil, nil): break
    }
  }

  /// Puts a row where it was, whatever is there.
  private func mend(_ row: RowSnapshot.Row) throws {
    let table = try table(row)
    guard let before = row.before else {
      if let after = row.after { try stored.delete(after, from: table) }
      return
    }
    if let current = try stored.image(table, at: before.place) {
      try stored.update(current, to: before, in: table)
    } else {
      try stored.insert(before, into: table)
    }
  }

  private func isRestored(_ row: RowSnapshot.Row, _ snapshot: RowSnapshot) throws -> Bool {
    let table = try table(row)
    if let before = row.before { return try stored.image(table, at: before.place) == before }
    guard let after = row.after else { return true }
    // Where a new row was there may be another again that was there before.
    return try stored.image(table, at: after) == nil
      || snapshot.rows.contains { $0.table == row.table && $0.before?.place == after }
  }
}
