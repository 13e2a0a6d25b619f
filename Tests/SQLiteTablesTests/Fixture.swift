import CSQLite
import Glibc
import TableModel

@testable import SQLiteTables

/// A database file of a test's own, written through SQLite itself, and gone with its folder at the end.
final class Fixture {
  let folder: String
  let path: String
  private(set) var writer: OpaquePointer?

  /// Large values have one limit for the whole process, and the tests of a process run side by side: theirs is higher than a server's. That a server
  /// keeps to its own is tested in a process alone.
  private static let memory: Void = {
    _ = SQLiteMemory.configured
    SQLiteMemory.setLimit(1 << 30)
  }()

  init(_ sql: String = "", fileName: String = "fixture.db") throws {
    _ = Self.memory
    var template = Array("/tmp/sqlite-tables-XXXXXX".utf8CString)
    folder = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
    }
    guard !folder.isEmpty else { throw FixtureError(message: "no temporary folder") }
    path = folder + "/" + fileName
    try open()
    try execute("PRAGMA synchronous=OFF")
    try execute(sql)
  }

  deinit {
    close()
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    removeAll()
  }

  private func removeAll() {
    if let directory = opendir(folder) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { unlink(folder + "/" + name) }
      }
      closedir(directory)
    }
    rmdir(folder)
  }

  func open(busyMilliseconds: Int32 = 2000) throws {
    guard sqlite3_open_v2(path, &writer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK else {
      throw FixtureError(message: "can't open")
    }
    sqlite3_busy_timeout(writer, busyMilliseconds)
  }

  func close() {
    sqlite3_close(writer)
    writer = nil
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(writer, sql, nil, nil, nil) == SQLITE_OK else {
      throw FixtureError(message: String(cString: sqlite3_errmsg(writer)) + " in " + sql.prefix(200))
    }
  }

  /// The rows of a query: what the provider's answers are held against.
  func rows(_ sql: String) throws -> [[RecordValue]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(writer, sql, -1, &statement, nil) == SQLITE_OK else {
      throw FixtureError(message: String(cString: sqlite3_errmsg(writer)) + " in " + sql)
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[RecordValue]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          switch sqlite3_column_type(statement, column) {
          case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
          case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
          case SQLITE_TEXT: .text(String(cString: sqlite3_column_text(statement, column)))
          case SQLITE_BLOB:
            .blob(
              Array(
                UnsafeRawBufferPointer(
                  start: sqlite3_column_blob(statement, column), count: Int(sqlite3_column_bytes(statement, column)))))
          default: .null
          }
        })
    }
    return rows
  }

  func database(_ change: (inout SQLiteDatabase.Options) -> Void = { _ in }) throws -> SQLiteDatabase {
    var options = SQLiteDatabase.Options()
    options.timeLimitSeconds = 20
    change(&options)
    return try SQLiteDatabase.open(path: path, options: options)
  }
}

struct FixtureError: Error { var message: String }

/// The sample database that the project's tests share.
var chinookPath: String {
  let file = #filePath
  return file.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Resources/chinook.sqlite"
}
