internal import SQLTables
package import TableModel

/// Adds to a database what tells of commits to its tables, and removes it: for an owner who has said so. Servers never do.
package struct TableWatch {
  private let session: CopySession

  /// - Throws: `TableError.unavailable` if the database can't be reached.
  package init(_ address: String) throws(TableError) {
    session = try CopySession(address)
    // Tables are locked for a moment: whoever works with them goes first.
    try session.execute("SET lock_timeout = '5s'; SET client_min_messages = warning")
  }

  /// What the database is called there.
  package var databaseName: String { session.databaseName }

  /// The names of all tables that can be watched, as statements write them.
  package func watchable() throws(TableError) -> [String] {
    try names(
      """
      SELECT CAST(CAST(c.oid AS regclass) AS text) FROM pg_catalog.pg_class AS c
      WHERE c.oid >= 16384 AND c.relpersistence <> 't' AND \(WatchStatements.isAlone) ORDER BY 1
      """)
  }

  /// The names of the tables that are watched, as statements write them.
  package func watched() throws(TableError) -> [String] {
    try names(
      "SELECT CAST(CAST(w.tgrelid AS regclass) AS text) FROM (\(WatchStatements.watched)) AS w ORDER BY 1")
  }

  /// The names of tables that are to be watched, as statements write them.
  /// - Throws: `TableError.badRequest` for one that isn't there, or can't be watched.
  package func watchable(_ tables: [String]) throws(TableError) -> [String] {
    try found(
      tables, among: try watchable(),
      else: "can't be watched: it is no table, it has partitions or is one, inherits, or is filled by a subscription")
  }

  /// The names of tables that are to be watched no more, as statements write them: also of such as couldn't be watched by now.
  /// - Throws: `TableError.badRequest` for one that isn't there, or isn't watched.
  package func watched(_ tables: [String]) throws(TableError) -> [String] {
    try found(tables, among: try watched(), else: "isn't watched")
  }

  private func found(
    _ tables: [String], among suitable: [String], else problem: String
  ) throws(TableError) -> [String] {
    var found: [String] = []
    for table in tables {
      // A table of another schema than the first is called by both names.
      let parts = table.split(separator: ".", maxSplits: 1).map { SQLIdentifier(String($0)).description }
      let spellings = [SQLIdentifier(table).description, parts.joined(separator: ".")]
      var name: String?
      for spelling in spellings where name == nil {
        name = try names("SELECT CAST(to_regclass($1) AS text)", [SQLValue(spelling)]).first
      }
      guard let name else { throw .badRequest("there is no table “\(table)” in the database") }
      guard suitable.contains(name) else { throw .badRequest("“\(table)” \(problem)") }
      found.append(name)
    }
    return found
  }

  /// Watches tables, by their names as statements write them: all of them or none.
  package func add(_ tables: [String]) throws {
    try session.transaction {
      try session.execute(WatchStatements.foundation)
      for table in tables { try session.execute(WatchStatements.addition(table)) }
    }
  }

  /// Watches tables no more, and removes what they share when none is left.
  /// - Returns: whether none is.
  package func remove(_ tables: [String]) throws -> Bool {
    try session.transaction {
      for table in tables { try session.execute(WatchStatements.removal(of: table)) }
      let isLast = try watched().isEmpty
      if isLast { try session.execute(WatchStatements.removal) }
      return isLast
    }
  }

  private func names(_ sql: String, _ values: [SQLValue] = []) throws(TableError) -> [String] {
    try session.rows(sql, values).compactMap { $0[0] }
  }
}
