internal import CSQLite
internal import SQLTables
internal import TableModel

/// A prepared statement of one connection, used by whoever has the connection.
///
/// Pointers: `handle` is valid until `deinit`; what SQLite hands out of a row is read before the next step.
final class SQLiteStatement {
  let handle: OpaquePointer
  private let connection: OpaquePointer
  private var parameter: Int32 = 0
  /// How often SQLite had prepared this statement anew when it was last found to be of the expected schema; `nil` before.
  var checkedPreparations: Int32?

  init(_ connection: OpaquePointer, sql: String) throws(SQLiteFailure) {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil) == SQLITE_OK,
      let prepared
    else { throw SQLiteFailure(connection) }
    handle = prepared
    self.connection = connection
  }

  /// Takes over a statement that was prepared elsewhere, and ends it.
  init(adopting handle: OpaquePointer, of connection: OpaquePointer) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// How often SQLite prepared this anew by itself, as it does when the schema has changed.
  var preparations: Int32 { sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0) }

  /// Ends the statement's run, and with it the read transaction that it began, and forgets what was bound.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    parameter = 0
  }

  /// The next parameter. Texts and blobs are copied by SQLite.
  func bind(_ value: SQLValue) {
    parameter += 1
    // The destructor -1 is SQLITE_TRANSIENT: SQLite copies before the call returns, so the array may go.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: sqlite3_bind_null(handle, parameter)
    case .integer(let number): sqlite3_bind_int64(handle, parameter, number)
    case .real(let number): sqlite3_bind_double(handle, parameter, number)
    case .text(let text):
      // Bound with no address at all, an empty text would be null.
      if text.isEmpty {
        sqlite3_bind_text(handle, parameter, "", 0, transient)
      } else {
        text.withUnsafeBytes { bytes in
          let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
          _ = sqlite3_bind_text64(handle, parameter, start, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let blob):
      if blob.isEmpty {
        sqlite3_bind_zeroblob(handle, parameter, 0)
      } else {
        blob.withUnsafeBytes { _ = sqlite3_bind_blob64(handle, parameter, $0.baseAddress, UInt64($0.count), transient) }
      }
    }
  }

  /// The next parameter.
  func bind(_ number: Int) {
    parameter += 1
    sqlite3_bind_int64(handle, parameter, Int64(number))
  }

  /// The next row; `false` behind the last.
  func step() throws(SQLiteFailure) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      let failure = SQLiteFailure(connection)
      sqlite3_reset(handle)
      throw failure
    }
  }

  /// A value of the row as Swift sees it.
  func value(_ column: Int) -> SQLValue {
    let column = Int32(column)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      guard let start = sqlite3_column_text(handle, column) else { return .null }
      return .text(Array(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))))
    case SQLITE_BLOB:
      guard let start = sqlite3_column_blob(handle, column) else { return .blob([]) }
      return .blob(Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))))
    default: return .null
    }
  }

  /// A value of the row as a record's value.
  func recordValue(_ column: Int) -> RecordValue { RecordValue(value(column)) }

  /// Takes a value of the row as evidence of what its column holds: of a long text the beginning, of a blob that it is one.
  func sample(_ column: Int, for guess: inout ColumnTypeInference) {
    let column = Int32(column)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: guess.sample(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: guess.sample(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      guard let start = sqlite3_column_text(handle, column) else { return }
      // SQLite's own bytes, which stay until the next step.
      let count = min(Int(sqlite3_column_bytes(handle, column)), 64 * 1_024)
      guess.sample(UnsafeBufferPointer(start: start, count: count).span)
    case SQLITE_BLOB: guess.sampleBlob()
    default: break
    }
  }

  /// A value of the row as a number; 0 for what isn't one.
  func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(handle, Int32(column))) }

  /// How many bytes a value of the row has, if it is a text or a blob; it is not brought for that.
  func byteCount(_ column: Int) -> Int {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_TEXT, SQLITE_BLOB: Int(sqlite3_column_bytes(handle, Int32(column)))
    default: 0
    }
  }

  /// A value of the row as text; `nil` for null.
  func text(_ column: Int) -> String? {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
    return String(
      decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column)))),
      as: UTF8.self)
  }
}
