internal import CSQLite
internal import SQLTables
internal import Synchronization
internal import TableModel

/// One piece of work on a database thread, which whoever waits for it can be freed from while it goes on.
///
/// SQLite looks at the time between two opcodes. A function that is called on long values, a search index that is gone through or a count of
/// a whole table is one opcode, which nothing can end but itself.
final class DatabaseJob: Sendable {
  private struct State {
    var connection: SQLiteConnection?
    var isLeft = false
  }

  /// What SQLite is granted behind a time limit, in nanoseconds: to notice that it is interrupted, and then to end by itself.
  private static let tolerance: UInt64 = 20_000_000, grace: UInt64 = 500_000_000
  private let state = Mutex(State())
  private let work: @Sendable (DatabaseJob) -> Void
  private let giveUp: @Sendable (Failure) -> Void

  /// Why nobody waits for a job any more.
  enum Failure {
    /// It didn't end within its time limit.
    case overdue
    /// It waited too long for a thread.
    case neverBegun
  }

  /// - Parameters:
  ///   - giveUp: answers in place of the job. The work may still come to an end behind it.
  ///   - work: uses a connection within `watching(_:)`.
  init(giveUp: @escaping @Sendable (Failure) -> Void, _ work: @escaping @Sendable (DatabaseJob) -> Void) {
    self.giveUp = giveUp
    self.work = work
  }

  func run() { work(self) }

  func fail(_ failure: Failure) { giveUp(failure) }

  /// Runs `body` on a connection, whose budget says how long this may take.
  func watching<Result>(_ connection: SQLiteConnection, _ body: () throws -> Result) rethrows -> Result {
    state.withLock { $0.connection = connection }
    // Behind this nobody interrupts the connection any more, and it may serve others.
    defer { state.withLock { $0.connection = nil } }
    return try body()
  }

  /// Interrupts what has outlived its time limit.
  /// - Returns: whether it has outlived the grace as well, told once.
  func isOverdue(at now: UInt64) -> Bool {
    state.withLock { state in
      guard let connection = state.connection else { return false }
      // Allowed from any thread as long as the connection is open (https://sqlite.org/c3ref/interrupt.html), which it is while it is watched.
      // Some opcodes look for this that don't look at the time.
      if now > connection.budget.end &+ Self.tolerance { sqlite3_interrupt(connection.handle) }
      guard !state.isLeft, now > connection.budget.limit &+ Self.grace else { return false }
      state.isLeft = true
      return true
    }
  }
}

/// A continuation that the work and those who watch it may both resume: the first does.
final class FirstAnswer<Value: Sendable>: Sendable {
  private let continuation: Mutex<UnsafeContinuation<Value, any Error>?>

  init(_ continuation: UnsafeContinuation<Value, any Error>) { self.continuation = Mutex(continuation) }

  func resume(_ result: Result<Value, any Error>) {
    let first = continuation.withLock { $0.take() }
    first?.resume(with: result)
  }
}
