import BoundedWork
internal import Synchronization
internal import TableModel

/// Connections at rest. One is taken and returned within one synchronous stretch, so as many are opened as threads ever read at once.
final class ConnectionPool: Sendable {
  private let location: FileLocation
  private let pageCacheKibibytes: Int
  private let resting = Mutex<[SQLiteConnection]>([])

  init(_ location: FileLocation, pageCacheKibibytes: Int) {
    self.location = location
    self.pageCacheKibibytes = pageCacheKibibytes
  }

  /// Lends a connection to `body`.
  /// - Parameter job: watches the connection; `nil` on a thread that serves others, where nothing may take long.
  func withConnection<Result>(
    isInline: Bool, nanoseconds: UInt64, busyMilliseconds: Int, job: WorkJob? = nil,
    _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    let connection = try resting.withLock { $0.popLast() } ?? open(busyMilliseconds: busyMilliseconds)
    connection.start(isInline: isInline, nanoseconds: nanoseconds, busyMilliseconds: busyMilliseconds)
    do {
      let result = try job?.watching(connection) { try body(connection) } ?? body(connection)
      resting.withLock { $0.append(connection) }
      return result
    } catch let failure as SQLiteFailure where failure.spoilsConnection {
      throw failure
    } catch {
      resting.withLock { $0.append(connection) }
      throw error
    }
  }

  /// A connection outside of the pool, for one who keeps it.
  /// - Parameter pageCacheKibibytes: as much as those of the pool have unless it is given.
  func open(busyMilliseconds: Int = 0, pageCacheKibibytes: Int? = nil) throws(SQLiteFailure) -> SQLiteConnection {
    let connection = try SQLiteConnection(
      location, pageCacheKibibytes: pageCacheKibibytes ?? self.pageCacheKibibytes, busyMilliseconds: busyMilliseconds)
    ConnectionLimits.pages.apply(to: connection.handle)
    return connection
  }
}
