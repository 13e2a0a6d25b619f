internal import CSQLite
internal import TableModel

/// What SQLite answered, in its own code and words. Never leaves this target: askers get `tableError(in:)`.
struct SQLiteFailure: Error {
  /// The extended result code.
  let code: Int32
  let message: String

  /// A time limit that was seen to be over between two rows.
  static let interrupted = SQLiteFailure(code: SQLITE_INTERRUPT, message: "interrupted")

  /// What went wrong last on a connection.
  init(_ connection: OpaquePointer?) {
    code = connection == nil ? SQLITE_NOMEM : sqlite3_extended_errcode(connection)
    message = String(cString: sqlite3_errmsg(connection))
  }

  init(code: Int32, message: String) {
    self.code = code
    self.message = message
  }

  /// The code without its details.
  var primaryCode: Int32 { code & 0xFF }
  /// Stopped by a budget or a time limit: cut, not wrong.
  var isInterrupt: Bool { primaryCode == SQLITE_INTERRUPT }
  /// A writer, or a recovery under way, is in the way for a moment.
  var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(primaryCode) }
  /// The file, or the folder that its journal belongs in, can't be written to.
  var isReadOnly: Bool { primaryCode == SQLITE_READONLY }
  /// The column that a statement names and that there isn't: `no such column: "x" - should this be …` is how newer versions of SQLite put it.
  var missingColumn: String? {
    let beginning = "no such column: "
    guard primaryCode == SQLITE_ERROR, message.hasPrefix(beginning) else { return nil }
    let name = message.dropFirst(beginning.count)
    guard name.first == "\"" else { return String(name) }
    return String(name.dropFirst().prefix { $0 != "\"" })
  }
  /// What a statement answers whose table or column is gone.
  var isSchemaMismatch: Bool { [SQLITE_ERROR, SQLITE_SCHEMA].contains(primaryCode) }
  /// The connection may have seen something that isn't so; it is better closed.
  var spoilsConnection: Bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_NOMEM].contains(primaryCode)
  }

  /// The failure for the asker, without statements, paths or SQLite's own words.
  /// - Parameter name: what people know the database as.
  func tableError(in name: String, timeLimit: Double) -> TableError {
    switch primaryCode {
    case SQLITE_INTERRUPT: .timeLimitReached(seconds: timeLimit)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
      .busy("The database “\(name)” is locked; try again in a moment.")
    case SQLITE_NOTADB: .unavailable("“\(name)” is not a SQLite database, or it is encrypted.")
    case SQLITE_CORRUPT, SQLITE_FORMAT: .unavailable("The database “\(name)” is damaged.")
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_READONLY:
      .unavailable(
        "The database “\(name)” can't be opened: the file is missing or unreadable, or it is in WAL mode in a read-only folder (then use --immutable)."
      )
    case SQLITE_IOERR: .unavailable("The file of the database “\(name)” can't be read.")
    case SQLITE_NOMEM:
      .busy("Reading the database “\(name)” needs more memory than is available; try again in a moment.")
    case SQLITE_TOOBIG: .unavailable("A value in the database “\(name)” is too large to read.")
    default:
      .unavailable("This table or view of the database “\(name)” can't be read: its definition fails.")
    }
  }
}

/// The database's schema is not the one that a statement was made for.
struct SchemaChanged: Error {}
