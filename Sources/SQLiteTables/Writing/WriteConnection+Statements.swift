import BoundedWork
internal import SQLTables
internal import Synchronization
package import TableModel

extension WriteConnection {
  /// Runs a statement of the site's owner in a transaction of its own.
  /// - Returns: how many rows it has changed itself.
  func change(
    by statement: QueryStatement, author: String, _ file: OpenFile, _ connection: SQLiteConnection
  ) throws -> Int {
    let changer = StatementChanger(connection: connection, statement: statement)
    do {
      try connection.run(Self.beginning)
      let start = try moment(file, connection)
      _ = connection.rowWatch?.takeTables()
      let count = options.keepsAudit ? try audited(changer, by: author, connection) : try changer.run()
      // Stored, it must not be said to be interrupted.
      connection.budget.start(until: .max)
      try connection.run(Self.end)
      note(since: start, file, connection)
      return count
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// The first time shows which rows it touches; the second time they are read before.
  private func audited(
    _ changer: StatementChanger, by author: String, _ connection: SQLiteConnection
  ) throws -> Int {
    let tables = try storedTables(connection), limit = options.auditRowLimit
    try connection.execute("SAVEPOINT first")
    let touched = ChangeLog(connection, tables, limit: limit)
    _ = try changer.run()
    try connection.execute("ROLLBACK TO first")
    let audit = CallAudit(connection, tables, by: author, rowLimit: limit)
    let count = try audit.watch(touched) {
      let log = ChangeLog(connection, tables, limit: limit)
      return (try changer.run(), log)
    }
    try connection.execute("RELEASE first")
    return count
  }
}

extension SQLiteDatabase: StatementWritingDatabase {
  package var allowsWritingStatements: Bool { writeQueue != nil }

  package func parameters(ofChange statement: String) async throws -> [String] {
    try await answer { _, connection in
      try StatementChanger(connection: connection, statement: QueryStatement(statement)).parameters()
    }
  }

  package func change(by statement: QueryStatement, author: ChangeAuthor) async throws -> Int {
    guard let queue = writeQueue else { throw RecordChangeError.refused("“\(name)” can only be read") }
    let count = Mutex(0)
    _ = try await queue.perform(
      .statement(statement) { rows in count.withLock { $0 = rows } }, on: SQLiteTable(database: self, name: name),
      by: author)
    return count.withLock(\.self)
  }
}
