internal import CSQLite
internal import Glibc
internal import SQLTables

/// Sees each row that a connection changes, before it does: also those that references and triggers take along.
///
/// The hook lives as long as the connection and points here; the connection holds this, so that it is there whenever a statement calls it,
/// which happens on the thread that has the connection at the time.
final class RowWatch {
  /// The tables that were changed since they were last taken, in lower case: also those that belong to an index, and those of which the
  /// changes were taken back.
  private var tables: Set<String> = []
  private var lastTable = ""
  /// Who is told of each row.
  weak var observer: ChangeLog?

  /// - Returns: `nil` where SQLite was built without what it takes.
  init?(_ handle: OpaquePointer) {
    guard csqlite_can_watch_rows() != 0 else { return nil }
    csqlite_watch_rows(
      handle,
      { context, _, action, schema, table, before, after in
        guard let context, let schema, let table, strcmp(schema, "main") == 0 else { return }
        Unmanaged<RowWatch>.fromOpaque(context).takeUnretainedValue().note(
          action, String(cString: table), before, after)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func note(_ action: Int32, _ table: String, _ before: Int64, _ after: Int64) {
    if table != lastTable {
      lastTable = table
      tables.insert(SQLiteDialect.folded(table))
    }
    observer?.note(action, table, before, after)
  }

  /// The tables that were changed since this was last called.
  func takeTables() -> Set<String> {
    defer {
      tables = []
      lastTable = ""
    }
    return tables
  }
}
