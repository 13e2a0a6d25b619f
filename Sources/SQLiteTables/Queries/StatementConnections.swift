internal import CSQLite
internal import Synchronization

/// Connections on which statements of visitors run: apart from those of pages, since their authorizer, their limits and what they
/// keep in memory are others.
final class StatementConnections: Sendable {
  private let pool: ConnectionPool
  private let resting = Mutex<[SQLiteConnection]>([])
  /// Bytes of one value that a statement may make, and of the statement itself.
  private static let valueLimit: Int32 = 16 << 20, textLimit: Int32 = 100_000

  init(_ pool: ConnectionPool) { self.pool = pool }

  /// Lends a connection to `body`; it is kept unless something went wrong with it.
  func withConnection<Result>(
    nanoseconds: UInt64, busyMilliseconds: Int, _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    let connection = try resting.withLock { $0.popLast() } ?? open()
    connection.start(isInline: false, nanoseconds: nanoseconds, busyMilliseconds: busyMilliseconds)
    let result = try connection.perform { try body(connection) }
    resting.withLock { $0.append(connection) }
    return result
  }

  /// A connection for one who keeps it.
  func open() throws(SQLiteFailure) -> SQLiteConnection {
    let connection = try pool.open()
    StatementAuthorizer.install(on: connection.handle)
    let limits = [
      SQLITE_LIMIT_LENGTH: Self.valueLimit, SQLITE_LIMIT_SQL_LENGTH: Self.textLimit, SQLITE_LIMIT_ATTACHED: 0,
      SQLITE_LIMIT_VARIABLE_NUMBER: 1_000, SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1_000, SQLITE_LIMIT_COMPOUND_SELECT: 100,
    ]
    for (limit, value) in limits { sqlite3_limit(connection.handle, limit, value) }
    return connection
  }
}
