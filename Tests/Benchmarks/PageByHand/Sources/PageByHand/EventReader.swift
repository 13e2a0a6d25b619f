import CSQLite
import Synchronization

struct EventFailure: Error {}

/// A connection with the statement of the page, prepared once.
final class EventReader {
  private let connection: OpaquePointer
  private let statement: OpaquePointer

  init(path: String) throws {
    var opened: OpaquePointer?
    var prepared: OpaquePointer?
    let sql = """
      SELECT id, ts, kind, user, amount, note, url, parent_id FROM events WHERE id > ? ORDER BY id LIMIT 51
      """
    guard sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
      sqlite3_prepare_v3(opened, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil) == SQLITE_OK,
      let opened, let prepared
    else { throw EventFailure() }
    (connection, statement) = (opened, prepared)
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(connection)
  }

  /// Calls `use` with each row behind the key, whose values are read from the statement.
  func rows(after key: Int64, _ use: (OpaquePointer) -> Void) throws {
    defer { sqlite3_reset(statement) }
    sqlite3_bind_int64(statement, 1, key)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: use(statement)
      case SQLITE_DONE: return
      default: throw EventFailure()
      }
    }
  }
}

/// Readers that wait for a request; there are never more than threads that read.
final class EventReaders: Sendable {
  private let path: String
  private let resting = Mutex<[EventReader]>([])

  init(path: String) { self.path = path }

  func withReader<Result: Sendable>(_ use: (EventReader) throws -> Result) throws -> Result {
    let taken = resting.withLock { Taken(reader: $0.popLast()) }
    let reader = try taken.reader ?? EventReader(path: path)
    defer { putBack(Taken(reader: reader)) }
    return try use(reader)
  }

  private func putBack(_ taken: Taken) {
    resting.withLock { readers in
      if let reader = taken.reader { readers.append(reader) }
    }
  }

  /// A reader on its way between the list and the one thread that uses it.
  /// `@unchecked Sendable`: it is in the list or with one thread, never both, and the lock orders the two.
  private struct Taken: @unchecked Sendable {
    let reader: EventReader?
  }
}
