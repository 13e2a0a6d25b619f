internal import CSQLite
internal import SQLTables

extension SQLiteConnection {
  /// The column of a view that has no two equal values and no null, where that can be proved; `nil` elsewhere.
  ///
  /// Where SQLite reads a view by one loop over one table, each row of the view comes from another row of the table, so that the
  /// table's row id, if the view shows it, names the view's rows too. A view with an order of its own keeps it: paged by a key, its
  /// rows would stand in the order of the key.
  func provenKey(of view: SchemaCatalog.Entry, in catalog: SchemaCatalog) throws -> Int? {
    let all = "SELECT * FROM main.\(SQLIdentifier(view.name))"
    guard try !hasOrder(view), try isOneLoop(all) else { return nil }
    let statement = try prepared(all)
    for column in 0..<sqlite3_column_count(statement.handle) {
      // SQLite's own texts, which live as long as the statement: copied at once.
      guard let table = sqlite3_column_table_name(statement.handle, column).map({ String(cString: $0) }),
        let origin = sqlite3_column_origin_name(statement.handle, column).map({ String(cString: $0) }),
        let entry = catalog.entry(named: table), entry.kind == .table
      else { continue }
      let structure = try structure(of: entry)
      if let rowID = structure.rowIDColumn, structure.position(of: origin) == rowID { return Int(column) }
    }
    return nil
  }

  /// Whether the view says anywhere how rows are ordered.
  private func hasOrder(_ view: SchemaCatalog.Entry) throws -> Bool {
    var sql = ""
    try rows("SELECT sql FROM main.sqlite_schema WHERE type = 'view' AND name = ?", [.text(Array(view.name.utf8))]) {
      sql = $0.text(0) ?? ""
    }
    return sql.lowercased().contains(/\border\b/)
  }

  /// Whether a statement is answered by one loop over one table, and subqueries that bring values at most
  /// (https://sqlite.org/eqp.html).
  private func isOneLoop(_ sql: String) throws -> Bool {
    var loops = 0, isPlain = true
    try rows("EXPLAIN QUERY PLAN " + sql) { row in
      // What stands below another step is a part of it.
      guard row.integer(1) == 0, let step = row.text(3) else { return }
      if step.hasPrefix("SCAN ") || step.hasPrefix("SEARCH ") {
        loops += 1
      } else if !step.hasPrefix("CORRELATED SCALAR SUBQUERY"), !step.hasPrefix("SCALAR SUBQUERY") {
        isPlain = false
      }
    }
    return loops == 1 && isPlain
  }
}
