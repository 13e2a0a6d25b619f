internal import CSQLite
package import SQLTables
package import TableModel

/// A prepared statement of a `CopyFile`. Its values are read where SQLite has them: spans are valid until the next step.
package final class CopyStatement {
  private let statement: SQLiteStatement
  /// Keeps the file open.
  private let file: CopyFile
  private let handle: OpaquePointer
  /// How many values a row has.
  package let columnCount: Int

  init(_ statement: SQLiteStatement, _ file: CopyFile) {
    self.statement = statement
    self.file = file
    handle = statement.handle
    columnCount = Int(sqlite3_column_count(handle))
  }

  /// Kinds of values.
  package enum Kind: Int32 {
    case integer = 1
    case real, text, blob, null
  }

  /// Makes it ready to run again, with other values.
  package func reset() { statement.reset() }

  /// The next parameter.
  package func bind(_ value: SQLValue) { statement.bind(value) }

  /// The next row; `false` behind the last.
  package func step() throws(TableError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw file.failure
    }
  }

  /// What kind of value the row has in a column, as it is stored.
  package func kind(_ column: Int) -> Kind { Kind(rawValue: sqlite3_column_type(handle, Int32(column))) ?? .null }
  /// A whole number.
  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }
  /// A number with a fraction.
  package func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }
  /// A value of the row as Swift sees it.
  package func value(_ column: Int) -> SQLValue { statement.value(column) }

  /// The bytes of a text or a blob.
  package func withBytes<Result>(_ column: Int, _ body: (RawSpan) throws -> Result) rethrows -> Result {
    // Of a text SQLite hands out the bytes as they are stored, without looking at them, as long as the file is UTF-8.
    let isText = sqlite3_column_type(handle, Int32(column)) == SQLITE_TEXT
    let start =
      isText
      ? UnsafeRawPointer(sqlite3_column_text(handle, Int32(column))) : sqlite3_column_blob(handle, Int32(column))
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count).bytes)
  }

  // MARK: Values that are bound by their place, counted from 0

  /// Binds no value.
  package func bindNull(_ place: Int) { sqlite3_bind_null(handle, Int32(place + 1)) }
  /// Binds a whole number.
  package func bind(_ number: Int64, _ place: Int) { sqlite3_bind_int64(handle, Int32(place + 1), number) }
  /// Binds a number with a fraction.
  package func bind(_ number: Double, _ place: Int) { sqlite3_bind_double(handle, Int32(place + 1), number) }

  /// Binds a text or a blob, of which SQLite makes a copy.
  package func bind(_ bytes: RawSpan, isText: Bool, _ place: Int) {
    // The destructor -1 is SQLITE_TRANSIENT: SQLite copies before the call returns, so the span may go.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, !bytes.isEmpty else {
        if isText {
          sqlite3_bind_text(handle, Int32(place + 1), "", 0, transient)
        } else {
          sqlite3_bind_zeroblob(handle, Int32(place + 1), 0)
        }
        return
      }
      if isText {
        sqlite3_bind_text64(
          handle, Int32(place + 1), start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), transient,
          UInt8(SQLITE_UTF8))
      } else {
        sqlite3_bind_blob64(handle, Int32(place + 1), start, UInt64(bytes.count), transient)
      }
    }
  }

  /// Runs a statement that answers no rows, with what is bound, and makes it ready to run again.
  package func run() throws(TableError) {
    defer { sqlite3_reset(handle) }
    guard sqlite3_step(handle) == SQLITE_DONE else { throw file.failure }
  }
}
