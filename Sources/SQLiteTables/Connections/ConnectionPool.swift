internal import BoundedWork
internal import Synchronization
internal import TableModel

/// Connections at rest. One is taken and returned within one synchronous stretch, so as many are opened as threads ever read at once.
final class ConnectionPool: Watched {
  private let location: FileLocation
  private let pageCacheKibibytes: Int
  private let sharedCache: DatabaseCacheBudget
  private let state = Mutex(State())

  private struct State {
    /// Those of pages. They keep what pages read again and again.
    var resting: [SQLiteConnection] = []
    /// Those of what takes longer, such as counts, which reads a whole table once and would drive out what is kept.
    var aside: [SQLiteConnection] = []
    /// Whether the watch looks at them.
    var isWatched = false
    /// Whether it is seen to that what they keep of the file is given back.
    var hasCacheWatch = false
  }

  /// Ends transactions that were kept and aren't used again.
  private static let watch = PeriodicWatch(pauseMicroseconds: 1_000)
  /// Gives back what connections that aren't used keep of the file.
  private static let cacheWatch = PeriodicWatch(pauseMicroseconds: 30_000_000)
  /// For how long a connection isn't used until it gives back what it keeps of the file, in nanoseconds.
  private static let idleTime: UInt64 = 60_000_000_000

  init(_ location: FileLocation, pageCacheKibibytes: Int, sharedCache: DatabaseCacheBudget = .shared) {
    self.location = location
    self.sharedCache = sharedCache
    self.pageCacheKibibytes = pageCacheKibibytes
  }

  /// Lends a connection to `body`.
  /// - Parameter job: watches the connection; `nil` on a thread that serves others, where nothing may take long.
  func withConnection<Result>(
    isInline: Bool, nanoseconds: UInt64, busyMilliseconds: Int, job: WorkJob? = nil,
    _ body: (SQLiteConnection) throws -> Result
  ) throws -> Result {
    let connection = try take(isInline: isInline, nanoseconds: nanoseconds, busyMilliseconds: busyMilliseconds)
    connection.endKept()
    do {
      let result = try job?.watching(connection) { try body(connection) } ?? body(connection)
      put(connection, isInline: isInline)
      return result
    } catch {
      put(connection, isInline: isInline, after: error)
      throw error
    }
  }

  /// Lends a connection to work on a thread that serves others, where nothing may take long, and what is read may be read in a transaction that was
  /// kept (see `KeptTransaction`).
  /// - Parameter label: that of the file now.
  func withInlineConnection<Result>(
    to file: OpenFile, at label: DataVersion?, nanoseconds: UInt64,
    _ work: (OpenFile, SQLiteConnection) throws -> Result
  ) throws -> Result {
    let connection = try take(isInline: true, nanoseconds: nanoseconds, busyMilliseconds: 0)
    connection.start(at: label, of: file)
    do {
      let result = try work(file, connection)
      put(connection, isInline: true)
      return result
    } catch {
      put(connection, isInline: true, after: error)
      throw error
    }
  }

  private func take(
    isInline: Bool, nanoseconds: UInt64, busyMilliseconds: Int
  ) throws(SQLiteFailure) -> SQLiteConnection {
    let resting = state.withLock { isInline ? $0.resting.popLast() ?? $0.aside.popLast() : $0.aside.popLast() }
    // No autoclosure: it would lose the type of what is thrown.
    let connection = if let resting { resting } else { try open(busyMilliseconds: busyMilliseconds) }
    connection.start(isInline: isInline, nanoseconds: nanoseconds, busyMilliseconds: busyMilliseconds)
    return connection
  }

  private func put(_ connection: SQLiteConnection, isInline: Bool, after error: any Error) {
    if (error as? SQLiteFailure)?.spoilsConnection == true { return }
    connection.endKept()
    put(connection, isInline: isInline)
  }

  private func put(_ connection: SQLiteConnection, isInline: Bool) {
    guard isInline else { return state.withLock { $0.aside.append(connection) } }
    connection.growCache()
    let (isNew, hasNewCache) = state.withLock { state in
      state.resting.append(connection)
      let isNew = connection.kept.isOpen && !state.isWatched
      let hasNewCache = connection.hasGrown && !state.hasCacheWatch
      if isNew { state.isWatched = true }
      if hasNewCache { state.hasCacheWatch = true }
      return (isNew, hasNewCache)
    }
    if isNew, !Self.watch.add(self) { _ = look(at: .max) }
    if hasNewCache, !Self.cacheWatch.add(IdleCaches(of: self)) { _ = shrinkIdleCaches(at: .max) }
  }

  /// Ends the transactions that connections at rest have kept for long enough.
  func look(at now: UInt64) -> Bool {
    state.withLock { state in
      state.isWatched = false
      for connection in state.resting where connection.kept.isOpen {
        if connection.kept.isOver(at: now) { connection.endKept() } else { state.isWatched = true }
      }
      return state.isWatched
    }
  }

  /// Gives back what connections keep of the file that haven't been used for long enough.
  /// - Returns: whether there are others that have taken more than they have for themselves.
  func shrinkIdleCaches(at now: UInt64) -> Bool {
    let idle = state.withLock { state in
      let idle = state.resting.filter { $0.hasGrown && now &- $0.kept.startedAt >= Self.idleTime }
      state.resting.removeAll { connection in idle.contains { $0 === connection } }
      return idle
    }
    // Not under the lock: thousands of pages are let go.
    for connection in idle { connection.shrinkCache() }
    return state.withLock { state in
      // Those that were used last stay the first to be taken.
      state.resting.insert(contentsOf: idle, at: 0)
      state.hasCacheWatch = state.resting.contains(where: \.hasGrown)
      return state.hasCacheWatch
    }
  }

  /// A connection outside of the pool, for one who keeps it.
  /// - Parameter pageCacheKibibytes: as much as those of the pool have unless it is given.
  func open(busyMilliseconds: Int = 0, pageCacheKibibytes: Int? = nil) throws(SQLiteFailure) -> SQLiteConnection {
    let connection = try SQLiteConnection(
      location, pageCacheKibibytes: pageCacheKibibytes ?? self.pageCacheKibibytes, sharedCache: sharedCache,
      busyMilliseconds: busyMilliseconds)
    ConnectionLimits.pages.apply(to: connection.handle)
    return connection
  }
}

/// Looks after what the connections of a pool keep of their file, for as long as the file is open.
private final class IdleCaches: Watched {
  private struct Reference {
    weak var pool: ConnectionPool?
  }

  private let reference: Mutex<Reference>

  init(of pool: ConnectionPool) { reference = Mutex(Reference(pool: pool)) }

  func look(at now: UInt64) -> Bool {
    reference.withLock { $0.pool }?.shrinkIdleCaches(at: now) ?? false
  }
}
