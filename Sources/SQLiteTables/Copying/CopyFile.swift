internal import CSQLite
package import SQLTables
package import TableModel

/// A SQLite file for a program that copies it, or into it: one thing after the other, without limits of time.
///
/// Pointers: `handle` is open until `deinit`; whoever makes one uses it on one thread at a time.
package final class CopyFile {
  private let handle: OpaquePointer
  /// What the largest value may take, with its copies in a row and in its pages.
  private static let valueMemory = 4 << 30

  /// What is done with the file.
  package enum Access { case reading, writing, memory }

  /// Opens a file; one that is written to is made if it isn't there. `memory` is a database that is gone with this object.
  /// - Throws: `TableError.unavailable` with SQLite's reason.
  package init(_ path: String, _ access: Access) throws(TableError) {
    _ = SQLiteMemory.configured
    var opened: OpaquePointer?
    let flags =
      switch access {
      case .reading: SQLITE_OPEN_READONLY
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY
      }
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw .unavailable(reason)
    }
    handle = opened
    SQLiteMemory.allow(more: Self.valueMemory)
    csqlite_distrust(handle)
    // Views and columns of old files have texts between double quotes.
    if access == .reading { csqlite_take_quoted_texts(handle, 1) }
    sqlite3_busy_timeout(handle, 10_000)
    NumberCollation.install(on: handle)
    try execute("PRAGMA cell_size_check = 1; PRAGMA cache_size = -65536; SELECT 1 FROM sqlite_schema LIMIT 1")
  }

  deinit {
    sqlite3_close_v2(handle)
    SQLiteMemory.allow(more: -Self.valueMemory)
  }

  /// Runs one or more statements without values.
  package func execute(_ sql: String) throws(TableError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// The rows of a statement. For a few rows.
  package func rows(_ sql: String, _ values: [SQLValue] = []) throws(TableError) -> [[SQLValue]] {
    let statement = try statement(sql)
    for value in values { statement.bind(value) }
    var rows: [[SQLValue]] = []
    while try statement.step() { rows.append((0..<statement.columnCount).map(statement.value)) }
    return rows
  }

  /// Prepares a statement.
  package func statement(_ sql: String) throws(TableError) -> CopyStatement {
    do { return CopyStatement(try SQLiteStatement(handle, sql: sql), self) } catch { throw failure }
  }

  /// Runs `body` within a transaction.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// What went wrong last, in SQLite's words.
  var failure: TableError { .unavailable(String(cString: sqlite3_errmsg(handle))) }
}
