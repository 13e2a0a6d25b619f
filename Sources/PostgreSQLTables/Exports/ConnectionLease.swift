internal import Synchronization
internal import TableModel

/// A connection that somebody has for longer, at most until a time: when it is over, the connection is closed, and with it whatever was begun.
final class ConnectionLease: Sendable {
  private let pool: ConnectionPool
  private let connection: Mutex<PostgreSQLConnection?>
  private let timer = Mutex<Task<Void, Never>?>(nil)

  init(_ connection: PostgreSQLConnection, of pool: ConnectionPool) {
    self.pool = pool
    self.connection = Mutex(connection)
  }

  deinit {
    timer.withLock { $0?.cancel() }
    end()
  }

  /// Ends the lease after so many seconds, whatever its holder does.
  func endsAfter(seconds: Double) {
    let task = Task { [weak self] in
      try? await Task.sleep(for: .seconds(seconds))
      if !Task.isCancelled { self?.end() }
    }
    timer.withLock { $0 = task }
  }

  /// The answers to some requests, all of one state of the data.
  func answers(to requests: [PostgreSQLRequest], nanoseconds: UInt64) async throws -> [PostgreSQLRows] {
    guard let connection = connection.withLock(\.self) else { throw PostgreSQLFailure.overdue }
    return try await connection.answers(to: requests, nanoseconds: nanoseconds)
  }

  /// The rows of a statement in pieces.
  func stream(
    _ request: PostgreSQLRequest, after before: [PostgreSQLRequest], until deadline: UInt64
  ) async throws -> RowStream {
    guard let connection = connection.withLock(\.self) else { throw PostgreSQLFailure.overdue }
    return try await connection.stream(request, after: before, until: deadline)
  }

  /// Whether it has ended.
  var isOver: Bool { connection.withLock { $0 == nil } }

  /// Ends the lease.
  func end() {
    let connection = connection.withLock { connection in
      defer { connection = nil }
      return connection
    }
    if let connection { pool.giveBack(connection, isLost: true) }
  }
}
