internal import CSQLite
internal import SQLTables
internal import TableModel

/// Where a row is: the value of its row id, or those of its key.
struct RowPlace: Hashable, Sendable {
  let values: [SQLValue]
}

/// Notes the rows that change while it lives, one by one: also those that references take along and those whose place others take, of which
/// statements tell nothing.
final class ChangeLog {
  /// What happened to a row.
  struct Event {
    let table: String
    /// Where the row was; `nil` for a new one.
    let before: RowPlace?
    /// Where it is then; `nil` for one that goes.
    let after: RowPlace?
    /// Whether the statement itself did it, not a reference or a trigger.
    let isDirect: Bool
  }

  private struct Count {
    var deleted = 0
    var updated = 0
    var inserted = 0
    var all: Int { deleted + updated + inserted }
  }

  private let connection: SQLiteConnection
  private let tables: StoredTables
  private let limit: Int
  private var counts: [String: Count] = [:]
  /// What happened, in its order, as far as it is kept.
  private(set) var events: [Event] = []
  /// The tables in which references and triggers did something.
  private(set) var indirectTables: Set<String> = []
  /// How often they did.
  private(set) var indirectCount = 0
  /// Whether more happened than is kept, or something that can't be told exactly.
  private(set) var isIncomplete: Bool
  /// A table in which something happened to rows that can't be found again one by one.
  private(set) var tableOfUnknown: String?
  /// Whether anything is seen at all: not every SQLite has what it takes.
  let isWatching: Bool

  /// Notes from now on, until another one does.
  /// - Parameter limit: how many events are kept at most.
  init(_ connection: SQLiteConnection, _ tables: StoredTables, limit: Int) {
    self.connection = connection
    self.tables = tables
    self.limit = limit
    isWatching = connection.rowWatch != nil
    isIncomplete = !isWatching
    connection.rowWatch?.observer = self
  }

  /// Takes note of a row that is about to change.
  /// - Parameters:
  ///   - before: its row id before, where its table has row ids.
  ///   - after: the one that it will have.
  func note(_ action: Int32, _ name: String, _ before: Int64, _ after: Int64) {
    // What belongs to SQLite, or to an index, follows by itself.
    guard tables.contains(name) else { return }
    switch action {
    case SQLITE_DELETE: counts[name, default: Count()].deleted += 1
    case SQLITE_UPDATE: counts[name, default: Count()].updated += 1
    default: counts[name, default: Count()].inserted += 1
    }
    let isDirect = csqlite_watched_depth(connection.handle) == 0
    if !isDirect {
      indirectCount += 1
      indirectTables.insert(name)
    }
    guard let table = tables[name] else {
      tableOfUnknown = name
      isIncomplete = true
      return
    }
    guard events.count < limit else {
      isIncomplete = true
      return
    }
    let old = action == SQLITE_INSERT ? nil : place(table, before, isAfter: false)
    let new = action == SQLITE_DELETE ? nil : place(table, after, isAfter: true)
    if (action != SQLITE_INSERT && old == nil) || (action != SQLITE_DELETE && new == nil) { isIncomplete = true }
    events.append(Event(table: name, before: old, after: new, isDirect: isDirect))
  }

  private func place(_ table: StoredTables.Table, _ rowID: Int64, isAfter: Bool) -> RowPlace? {
    guard let columns = table.keyColumns else { return RowPlace(values: [.integer(rowID)]) }
    var values: [SQLValue] = []
    for column in columns {
      // SQLite's own value, read before the hook returns.
      guard let value = csqlite_watched_value(connection.handle, Int32(column), isAfter ? 1 : 0) else { return nil }
      values.append(Self.value(value))
    }
    return RowPlace(values: values)
  }

  private static func value(_ value: OpaquePointer) -> SQLValue {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      guard let start = sqlite3_value_text(value) else { return .null }
      return .text(Array(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))))
    case SQLITE_BLOB:
      guard let start = sqlite3_value_blob(value) else { return .blob([]) }
      return .blob(Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))))
    default: return .null
    }
  }

  // MARK: What is told of it

  /// The rows that were changed besides those that were asked for.
  func others(without table: String, _ outcomes: [RecordChangeResult.Outcome]) -> [CascadedChanges] {
    counts(without: table, outcomes).filter { $0.count.deleted > 0 || $0.count.updated > 0 }.map {
      CascadedChanges(table: $0.table, deleted: max($0.count.deleted, 0), changed: max($0.count.updated, 0))
    }
  }

  /// How many rows were touched besides those that were asked for, by what was done to them.
  func touched(
    without table: String, _ outcomes: [RecordChangeResult.Outcome]
  ) -> [(table: String, action: RecordChangeResult.Action, count: Int)] {
    counts(without: table, outcomes).flatMap { table, count in
      [(table, .inserted, count.inserted), (table, .updated, count.updated), (table, .deleted, count.deleted)]
    }.filter { $0.2 > 0 }
  }

  private func counts(
    without table: String, _ outcomes: [RecordChangeResult.Outcome]
  ) -> [(table: String, count: Count)] {
    var counts = counts
    counts[table]?.deleted -= outcomes.count { $0.action == .deleted }
    counts[table]?.updated -= outcomes.count { $0.action == .updated && $0.before != nil }
    counts[table]?.inserted -= outcomes.count { $0.action == .inserted }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The tables in which more happened than in another course of the same changes.
  func tables(beyond other: ChangeLog?, without table: String) -> [String] {
    counts.filter { $0.key != table && $0.value.all > other?.counts[$0.key]?.all ?? 0 }.keys.sorted()
  }
}
