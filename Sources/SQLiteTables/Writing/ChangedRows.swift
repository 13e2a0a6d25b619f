internal import CSQLite
internal import SQLTables
internal import TableModel

/// Where a row is: the value of its row id, or those of its key.
struct RowPlace: Hashable, Sendable {
  let values: [SQLValue]
}

/// Notes the rows that change while it lives, one by one: also those that references take along and those whose place others take, of which
/// statements tell nothing.
final class ChangedRows {
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
    var all = 0
  }

  private let connection: SQLiteConnection
  private let tables: StoredTables
  private let limit: Int
  private var counts: [String: Count] = [:]
  /// What happened, in its order, as far as it is kept.
  private(set) var events: [Event] = []
  /// How often references and triggers did something.
  private(set) var indirectCount = 0
  /// Whether more happened than is kept, or something that can't be told exactly.
  private(set) var isIncomplete: Bool
  /// Whether anything is seen at all: not every SQLite has what it takes.
  let isWatching: Bool

  /// Notes from now on. The hook ends with the object, which it points to: it is called by statements of this connection alone, on the thread
  /// that owns both, so that the object is there whenever it is called.
  /// - Parameter limit: how many events are kept at most.
  init(_ connection: SQLiteConnection, _ tables: StoredTables, limit: Int) {
    self.connection = connection
    self.tables = tables
    self.limit = limit
    isWatching = csqlite_can_watch_rows() != 0
    isIncomplete = !isWatching
    csqlite_watch_rows(
      connection.handle,
      { context, _, action, schema, table, before, after in
        guard let context, let table, schema.map({ String(cString: $0) }) == "main" else { return }
        Unmanaged<ChangedRows>.fromOpaque(context).takeUnretainedValue().note(
          action, String(cString: table), before, after)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { csqlite_watch_rows(connection.handle, nil, nil) }

  private func note(_ action: Int32, _ name: String, _ before: Int64, _ after: Int64) {
    // What belongs to SQLite, or to an index, follows by itself.
    guard let table = tables[name] else { return }
    counts[name, default: Count()].all += 1
    if action == SQLITE_DELETE { counts[name, default: Count()].deleted += 1 }
    if action == SQLITE_UPDATE { counts[name, default: Count()].updated += 1 }
    let isDirect = csqlite_watched_depth(connection.handle) == 0
    if !isDirect { indirectCount += 1 }
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
  func others(without table: String, _ outcomes: [RecordChangeResult.Outcome]) -> [OtherRecords] {
    var counts = counts
    counts[table]?.deleted -= outcomes.count { $0.action == .deleted }
    counts[table]?.updated -= outcomes.count { $0.action == .updated && $0.before != nil }
    return counts.filter { $0.value.deleted > 0 || $0.value.updated > 0 }.sorted { $0.key < $1.key }.map {
      OtherRecords(table: $0.key, deleted: max($0.value.deleted, 0), changed: max($0.value.updated, 0))
    }
  }

  /// The tables in which more happened than in another course of the same changes.
  func tables(beyond other: ChangedRows?, without table: String) -> [String] {
    counts.filter { $0.key != table && $0.value.all > other?.counts[$0.key]?.all ?? 0 }.keys.sorted()
  }

  /// Each row that was touched, from where it was at first to where it is at last, in the order of what happened to it last.
  var courses: [RowCourse] {
    struct Spot: Hashable {
      let table: String
      let place: RowPlace
    }
    var courses: [RowCourse] = []
    var current: [Spot: Int] = [:]
    for (moment, event) in events.enumerated() {
      var index = event.before.flatMap { current.removeValue(forKey: Spot(table: event.table, place: $0)) }
      if index == nil {
        index = courses.count
        courses.append(RowCourse(table: event.table, before: event.before, after: nil, last: moment))
      }
      guard let index else { continue }
      courses[index].after = event.after
      courses[index].last = moment
      if let after = event.after { current[Spot(table: event.table, place: after)] = index }
    }
    // A new row where another one was is that one with other values.
    var gone: [Spot: Int] = [:]
    for (index, course) in courses.enumerated() where course.after == nil {
      if let before = course.before { gone[Spot(table: course.table, place: before)] = index }
    }
    for (index, course) in courses.enumerated() where course.before == nil {
      guard let after = course.after, let old = gone[Spot(table: course.table, place: after)] else { continue }
      courses[old].after = after
      courses[old].last = course.last
      courses[index].after = nil
    }
    return courses.filter { $0.before != nil || $0.after != nil }.sorted { $0.last < $1.last }
  }
}

/// A row that was touched.
struct RowCourse {
  let table: String
  /// Where it was; `nil` if it was not there.
  var before: RowPlace?
  /// Where it is; `nil` if it is gone.
  var after: RowPlace?
  /// When something happened to it last.
  var last: Int
}
