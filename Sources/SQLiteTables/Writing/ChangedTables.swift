internal import CSQLite
internal import TableModel

/// Counts the rows that change while it lives, table by table: also those that references take along, of which statements tell nothing
/// (https://sqlite.org/c3ref/update_hook.html).
final class ChangedTables {
  private struct Count {
    var deleted = 0
    var updated = 0
  }

  private let connection: SQLiteConnection
  private var counts: [String: Count] = [:]

  /// Counts from now on. The hook ends with the object, which it points to: it is called by statements of this connection alone, on the thread
  /// that owns both, so that the object is there whenever it is called.
  init(_ connection: SQLiteConnection) {
    self.connection = connection
    sqlite3_update_hook(
      connection.handle,
      { context, action, _, table, _ in
        guard let context, let table else { return }
        Unmanaged<ChangedTables>.fromOpaque(context).takeUnretainedValue().note(action, String(cString: table))
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { sqlite3_update_hook(connection.handle, nil, nil) }

  private func note(_ action: Int32, _ table: String) {
    if action == SQLITE_DELETE { counts[table, default: Count()].deleted += 1 }
    if action == SQLITE_UPDATE { counts[table, default: Count()].updated += 1 }
  }

  /// The rows of tables with references that were changed besides those that were asked for.
  func referrers(without table: String, _ outcomes: [RecordChangeResult.Outcome]) -> [OtherRecords] {
    var counts = counts
    counts[table]?.deleted -= outcomes.count { $0.action == .deleted }
    counts[table]?.updated -= outcomes.count { $0.action == .updated }
    var names: Set<String> = []
    let sql = """
      SELECT DISTINCT m.name FROM main.sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'
      """
    do { try connection.rows(sql) { if let name = $0.text(0) { names.insert(name) } } } catch { return [] }
    return counts.filter { names.contains($0.key) && ($0.value.deleted > 0 || $0.value.updated > 0) }.sorted {
      $0.key < $1.key
    }.map { OtherRecords(table: $0.key, deleted: max($0.value.deleted, 0), changed: max($0.value.updated, 0)) }
  }
}
