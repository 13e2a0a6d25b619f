import BoundedWork
internal import CSQLite
internal import SQLTables
internal import TableModel

/// Writes many rows into a SQLite file of this program's own while others read it, since what is written can be made again from where it came.
/// In WAL mode and waiting for the disk at checkpoints alone, so that a file that outlives a failure of power holds what was committed up to some
/// moment (https://sqlite.org/pragma.html#pragma_synchronous).
///
/// Pointers: `handle` is open until `deinit`; whoever makes a writer uses it on one thread at a time.
package final class SQLiteBulkWriter {
  private let handle: OpaquePointer
  /// What the largest value of a file may take while it is written, with its copies in a row and in its pages.
  private static let valueMemory = 64 << 20

  /// Opens the file, which is made if it isn't there.
  /// - Throws: `TableError.unavailable` with SQLite's reason, or because the file is somebody else's; `DamagedDatabase`.
  package convenience init(path: String) throws {
    _ = SQLiteMemory.configured
    try OwnDatabaseFile(path: path).make()
    try self.init(opening: path)
    // A cache for the right-hand edges of the trees and one batch; a larger one would only be written out later. Checkpoints, which wait for
    // the disk, every 32 MiB.
    try execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 4096
      """)
  }

  /// Opens a file that is known to be our own.
  init(opening path: String) throws {
    _ = SQLiteMemory.configured
    var opened: OpaquePointer?
    guard sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK, let opened
    else {
      let reason = Self.reason(opened)
      sqlite3_close_v2(opened)
      throw TableError.unavailable(reason)
    }
    handle = opened
    NumberCollation.install(on: handle)
    SQLiteMemory.allow(more: Self.valueMemory)
    sqlite3_busy_timeout(handle, 10_000)
  }

  deinit {
    sqlite3_close_v2(handle)
    SQLiteMemory.allow(more: -Self.valueMemory)
  }

  /// Runs one or more statements that bind no values.
  package func execute(_ statements: String) throws {
    guard sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Begins a transaction: readers see none of its rows before it is committed.
  package func begin() throws { try execute("BEGIN IMMEDIATE") }
  /// Shows the rows to readers.
  package func commit() throws { try execute("COMMIT") }

  /// Gives up what was written since `begin`, if a transaction is open.
  package func rollBack() {
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }

  /// Prepares to add rows with this many values, in the order of the table's columns.
  package func insertion(into table: String, columnCount: Int) throws -> Insertion {
    let places = Array(repeating: "?", count: columnCount).joined(separator: ",")
    do {
      let sql = "INSERT INTO main.\(SQLIdentifier(table)) VALUES (\(places))"
      return Insertion(try SQLiteStatement(handle, sql: sql), self)
    } catch { throw failure }
  }

  /// The rows of a statement, each value as text; `nil` for null. For a few rows.
  package func rows(_ sql: String, _ values: [String] = []) throws -> [[String?]] {
    do {
      let statement = try SQLiteStatement(handle, sql: sql)
      for value in values { statement.bind(.text(Array(value.utf8))) }
      var rows: [[String?]] = []
      while try statement.step() {
        rows.append((0..<Int(sqlite3_column_count(statement.handle))).map(statement.text))
      }
      return rows
    } catch { throw failure }
  }

  /// Looks through the whole file for damage, but for what only indexes and keys could tell (https://sqlite.org/pragma.html#pragma_quick_check).
  /// - Parameter isStopped: asked now and then; `true` ends it.
  /// - Throws: `DamagedDatabase` if it is damaged, `CancellationError` once it is stopped.
  package func check(isStopped: @escaping () -> Bool) throws {
    let budget = WorkBudget()
    budget.isCancelled = isStopped
    budget.install(on: handle)
    // Held until nobody asks it any more.
    defer { withExtendedLifetime(budget) { sqlite3_progress_handler(handle, 0, nil, nil) } }
    do {
      guard try rows("PRAGMA main.quick_check(1)") == [["ok"]] else { throw DamagedDatabase() }
    } catch {
      if isStopped() { throw CancellationError() }
      throw error
    }
  }

  private var failure: any Error {
    switch sqlite3_errcode(handle) & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB: DamagedDatabase()
    default: TableError.unavailable(Self.reason(handle))
    }
  }

  private static func reason(_ handle: OpaquePointer?) -> String {
    handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
  }

  /// A prepared statement that adds rows to one table.
  package final class Insertion {
    private let statement: SQLiteStatement
    /// Keeps the connection open.
    private let writer: SQLiteBulkWriter

    fileprivate init(_ statement: SQLiteStatement, _ writer: SQLiteBulkWriter) {
      self.statement = statement
      self.writer = writer
    }

    /// Adds one row with a value for every column.
    func add(_ row: [RecordValue]) throws {
      statement.reset()
      for value in row { statement.bind(SQLValue(value)) }
      do { while try statement.step() {} } catch { throw writer.failure }
    }

    /// Adds one row.
    /// - Parameters:
    ///   - fields: the values from the first column on; columns without one are null.
    ///   - bytes: where the texts stand. Texts that aren't within it are cut.
    /// - Throws: `TableError.unavailable` with SQLite's reason.
    package func add(_ fields: [BulkField], of bytes: [UInt8]) throws {
      let handle = statement.handle
      // Bound as static (no destructor): SQLite reads the texts within the step, while `bytes` is held by this call, and the
      // bindings are replaced before the statement runs again.
      let result = bytes.withUnsafeBytes { buffer -> Int32 in
        let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        var parameter: Int32 = 0
        for field in fields {
          parameter += 1
          switch field.kind {
          case .null: sqlite3_bind_null(handle, parameter)
          case .integer: sqlite3_bind_int64(handle, parameter, Int64(bitPattern: field.bits))
          case .real: sqlite3_bind_double(handle, parameter, Double(bitPattern: field.bits))
          case .text:
            let start = min(max(field.start, 0), buffer.count)
            let count = min(max(field.count, 0), buffer.count - start)
            if let base, count > 0 {
              sqlite3_bind_text(handle, parameter, base + start, Int32(clamping: count), nil)
            } else {
              sqlite3_bind_text(handle, parameter, "", 0, nil)
            }
          }
        }
        let limit = sqlite3_bind_parameter_count(handle)
        while parameter < limit {
          parameter += 1
          sqlite3_bind_null(handle, parameter)
        }
        let result = sqlite3_step(handle)
        sqlite3_reset(handle)
        return result
      }
      guard result == SQLITE_DONE else { throw writer.failure }
    }
  }
}

/// A file of this program's own isn't what it was when it was written; it can be made again.
package struct DamagedDatabase: Error, CustomStringConvertible {
  /// A sentence for people.
  package var description: String { "The database is damaged." }
}
