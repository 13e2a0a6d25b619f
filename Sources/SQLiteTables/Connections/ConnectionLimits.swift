internal import CSQLite
internal import SQLTables

/// What SQLite may be asked for on a connection that serves visitors (https://sqlite.org/limits.html): each limit bounds memory, or the time
/// of one opcode, within which nothing can stop a statement.
struct ConnectionLimits {
  private let values: [Int32: Int32]

  func apply(to connection: OpaquePointer) {
    for (limit, value) in values { sqlite3_limit(connection, limit, value) }
  }

  /// For tables' own pages. Values stay unlimited there: what is stored has to be read, and nothing that visitors say makes longer ones.
  static let pages = ConnectionLimits(values: [
    SQLITE_LIMIT_ATTACHED: 0, SQLITE_LIMIT_WORKER_THREADS: 0, SQLITE_LIMIT_LIKE_PATTERN_LENGTH: patternBytes,
  ])

  /// For statements and conditions that visitors write.
  static let statements = ConnectionLimits(values: [
    SQLITE_LIMIT_ATTACHED: 0, SQLITE_LIMIT_WORKER_THREADS: 0, SQLITE_LIMIT_TRIGGER_DEPTH: 1,
    SQLITE_LIMIT_LIKE_PATTERN_LENGTH: patternBytes, SQLITE_LIMIT_SQL_LENGTH: 100_000,
    SQLITE_LIMIT_VARIABLE_NUMBER: 1_000,
    SQLITE_LIMIT_COMPOUND_SELECT: 100, SQLITE_LIMIT_EXPR_DEPTH: 500, SQLITE_LIMIT_FUNCTION_ARG: 50,
    SQLITE_LIMIT_VDBE_OP: 50_000,
  ])

  /// Bytes of one value that a statement may make or read, and those that a page may which visitors' conditions narrow: its table's own
  /// values have to be read as well.
  static let statementValueBytes: Int32 = 4 << 20, conditionValueBytes: Int32 = 16 << 20

  private static let patternBytes = Int32(RowCondition.patternByteLimit)
}
