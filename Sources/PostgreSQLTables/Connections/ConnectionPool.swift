import BoundedWork
internal import Synchronization
internal import TableModel

/// Connections for one kind of work: so many at most, opened when they are needed, on threads that nothing else waits for.
final class ConnectionPool: Sendable {
  private struct Waiter {
    let number: Int
    let since: UInt64
    let continuation: CheckedContinuation<PostgreSQLConnection?, any Error>
  }

  private struct State {
    var idle: [PostgreSQLConnection] = []
    /// Connections that are open or being opened.
    var count = 0
    var waiters: [Waiter] = []
    var lastNumber = 0
    /// After a failure: when it was, until when no connection is tried, by the monotonic clock, and how many failed one after the other.
    var failedAt: UInt64 = 0, restsUntil: UInt64 = 0
    var failures: UInt64 = 0
    var failure = PostgreSQLFailure.lost
  }

  private let address: ServerAddress
  private let choice: ServerChoice
  private let limit: Int
  private let queueLimit: Int
  private let timeLimit: Double
  private let state = Mutex(State())
  private let threads: WorkThreads
  /// How often somebody has worked with a connection, for what pages cost: each time is a round trip.
  let workCount = Atomic<Int>(0)
  /// A connection that nobody has needed for so long is closed, in nanoseconds.
  private static let idleNanoseconds: UInt64 = 60_000_000_000
  /// How long is rested after a first failure, and at most.
  private static let rest: UInt64 = 100_000_000, longestRest: UInt64 = 3_000_000_000
  /// The same where a server answers and waits to be promoted.
  private static let longestRestForPrimary: UInt64 = 400_000_000

  /// - Parameters:
  ///   - choice: which of the address's servers are connected to.
  ///   - limit: connections at a time.
  ///   - queueLimit: how many may wait for one; further ones are refused.
  ///   - timeLimit: what a statement may take, in seconds.
  init(_ address: ServerAddress, to choice: ServerChoice = .any, limit: Int, queueLimit: Int, timeLimit: Double) {
    (self.address, self.choice) = (address, choice)
    self.limit = max(limit, 1)
    self.queueLimit = queueLimit
    self.timeLimit = timeLimit
    threads = WorkThreads(threads: min(self.limit, 4), queueLimit: self.limit + queueLimit)
  }

  deinit { threads.stop() }

  /// Works with a connection that nobody else has meanwhile. Where it turns out to be gone, or not to have the statements any more that were
  /// prepared on it, a new one is tried once: nothing is changed here that could be done twice.
  func withConnection<Result: Sendable>(
    _ work: @Sendable (PostgreSQLConnection) async throws -> Result
  ) async throws -> Result {
    workCount.add(1, ordering: .relaxed)
    let connection = try await take()
    do {
      let result = try await work(connection)
      giveBack(connection)
      return result
    } catch let failure as PostgreSQLFailure where isOfConnection(failure) {
      lose(connection, failure)
      try Task.checkCancellation()
      let other = try await take()
      defer { giveBack(other) }
      return try await work(other)
    } catch {
      if connection.isSilent { lose(connection, nil) } else { giveBack(connection) }
      throw error
    }
  }

  /// Whether another connection may do what this one can't.
  private func isOfConnection(_ failure: PostgreSQLFailure) -> Bool {
    failure.isDisconnection || failure.isUnknownStatement || choice == .primary && failure.isReadOnlyServer
  }

  /// Takes back a connection that is of no more use, for a reason that others to the same server have too.
  func lose(_ connection: PostgreSQLConnection, _ failure: PostgreSQLFailure?) {
    if connection.isSilent { address.hosts.noteSilence(of: connection.host) }
    if failure?.isReadOnlyServer == true { address.hosts.note(connection.host, isPrimary: false) }
    giveBack(connection, isLost: true)
    closeIdle()
  }

  /// A connection; given back when it isn't needed any more.
  /// - Throws: `TableError.busy` if too many wait, `PostgreSQLFailure` if there is none to be had.
  func take() async throws -> PostgreSQLConnection {
    while let idle = state.withLock({ $0.idle.popLast() }) {
      // Its server may have been promoted, or another one, while nobody used it.
      guard address.hosts.isOutdated(idle, for: choice) else { return idle }
      release(nil)
    }
    let given: PostgreSQLConnection? = try await withCheckedThrowingContinuation { continuation in
      let refusal = state.withLock { state -> (any Error)? in
        if let idle = state.idle.popLast() {
          continuation.resume(returning: idle)
          return nil
        }
        guard state.count >= limit else {
          guard mayConnect(state) else { return state.failure }
          state.count += 1
          continuation.resume(returning: nil)
          return nil
        }
        guard state.waiters.count < queueLimit else {
          return TableError.busy("The database has too many requests; try again in a moment.")
        }
        state.lastNumber += 1
        state.waiters.append(
          Waiter(number: state.lastNumber, since: WorkBudget.now(), continuation: continuation))
        return nil
      }
      if let refusal { continuation.resume(throwing: refusal) }
    }
    if let given { return given }
    return try await open()
  }

  /// Whether a connection is tried: not for a while after a failure, unless others have reached the server since.
  private func mayConnect(_ state: borrowing State) -> Bool {
    WorkBudget.now() >= state.restsUntil || address.hosts.wereReached(since: state.failedAt, for: choice)
  }

  /// Opens a connection for which there is a place.
  private func open() async throws -> PostgreSQLConnection {
    do {
      let connection = try await threads.run(timeLimit: timeLimit, busy: "The database can't be reached.") {
        [address, timeLimit, choice] _ in
        try address.connect(timeLimit: Int(max(timeLimit, 0.001) * 1000), to: choice)
      }
      state.withLock { ($0.failures, $0.restsUntil) = (0, 0) }
      address.hosts.noteConnection(isToPrimary: !connection.isOnStandby)
      return connection
    } catch {
      state.withLock { state in
        let failure = error as? PostgreSQLFailure
        let longest = failure?.isReadOnlyServer == true ? Self.longestRestForPrimary : Self.longestRest
        let rest = min(Self.rest << min(state.failures, 10), longest)
        state.failures += 1
        state.failure = failure?.isReadOnlyServer == true ? failure ?? .lost : .lost
        // Those who wait for the same server don't come back all at once.
        state.failedAt = WorkBudget.now()
        state.restsUntil = state.failedAt &+ UInt64.random(in: rest / 2...rest)
      }
      release(error)
      throw error
    }
  }

  /// Takes a connection back.
  func giveBack(_ connection: PostgreSQLConnection, isLost: Bool = false) {
    guard !connection.isBroken, !isLost, !address.hosts.isOutdated(connection, for: choice) else {
      return release(nil)
    }
    let (waiter, old) = state.withLock { state -> (Waiter?, [PostgreSQLConnection]) in
      if !state.waiters.isEmpty { return (state.waiters.removeFirst(), []) }
      state.idle.append(connection)
      let oldest = WorkBudget.now() &- Self.idleNanoseconds
      let old = state.idle.filter { $0.lastUsed < oldest }
      state.idle.removeAll { $0.lastUsed < oldest }
      state.count -= old.count
      return (nil, old)
    }
    // Closed here, outside of the lock.
    _ = consume old
    waiter?.continuation.resume(returning: connection)
  }

  /// A place is free: the next who waits opens a connection there, or hears why there is none.
  private func release(_ failure: (any Error)?) {
    let (first, others) = state.withLock { state -> (Waiter?, [Waiter]) in
      guard !state.waiters.isEmpty else {
        state.count -= 1
        return (nil, [])
      }
      guard failure == nil else {
        defer { state.waiters.removeAll() }
        state.count -= 1
        return (nil, state.waiters)
      }
      return (state.waiters.removeFirst(), [])
    }
    first?.continuation.resume(returning: nil)
    if let failure { for waiter in others { waiter.continuation.resume(throwing: failure) } }
  }

  /// Where one connection is lost, those that were idle meanwhile are too.
  func closeIdle() {
    let idle = state.withLock { state in
      defer { state.idle.removeAll() }
      state.count -= state.idle.count
      return state.idle
    }
    _ = consume idle
  }
}
