import BoundedWork
internal import CSQLite
internal import Synchronization
internal import TableModel

/// Connections on which statements of visitors run: apart from those of pages, since their authorizer, their limits and what they
/// keep in memory are others.
final class StatementConnections: Sendable {
  private let pool: ConnectionPool
  private let resting = Mutex<[SQLiteConnection]>([])

  init(_ pool: ConnectionPool) { self.pool = pool }

  /// Lends a connection to `body`; it is kept unless something went wrong with it.
  /// - Parameter valueBytes: how long a value may be.
  func withConnection<Result>(
    nanoseconds: UInt64, busyMilliseconds: Int, valueBytes: Int32, job: WorkJob,
    _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    let connection = try resting.withLock { $0.popLast() } ?? open(valueBytes: valueBytes)
    sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, valueBytes)
    connection.start(isInline: false, nanoseconds: nanoseconds, busyMilliseconds: busyMilliseconds)
    let result = try job.watching(connection) { try body(connection) }
    resting.withLock { $0.append(connection) }
    return result
  }

  /// A connection for one who keeps it.
  func open(valueBytes: Int32) throws(SQLiteFailure) -> SQLiteConnection {
    let connection = try pool.open()
    connection.isForVisitors = true
    StatementAuthorizer.install(on: connection.handle)
    ConnectionLimits.statements.apply(to: connection.handle)
    sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, valueBytes)
    GuardedFunctions.install(on: connection)
    return connection
  }
}
