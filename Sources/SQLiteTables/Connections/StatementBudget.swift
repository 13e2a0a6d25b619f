internal import CSQLite
internal import Glibc

/// How long the statements of a connection may run.
///
/// SQLite asks every 1,000 opcodes; the clock is read only then. Unchecked: it belongs to a connection, and is used by the
/// thread that has the connection, which is also the one that SQLite asks on.
final class StatementBudget: @unchecked Sendable {
  private var deadline: UInt64 = .max
  /// Asked along with the clock; `true` stops the statement.
  var isCancelled: (() -> Bool)?

  /// Statements may run for this long from now.
  func start(nanoseconds: UInt64) { deadline = Self.now() &+ nanoseconds }
  /// Statements may run until this time of the monotonic clock.
  func start(until deadline: UInt64) { self.deadline = deadline }
  /// Whether the time is up.
  var isOver: Bool { Self.now() > deadline }
  /// When statements are stopped.
  var end: UInt64 { deadline }

  /// - Parameter connection: lives no longer than this budget, which its owner holds beside it.
  func install(on connection: OpaquePointer) {
    sqlite3_progress_handler(
      connection, 1000,
      { context in
        guard let context else { return 0 }
        // The connection that asks is owned together with its budget, so the reference is alive.
        let budget = Unmanaged<StatementBudget>.fromOpaque(context).takeUnretainedValue()
        if StatementBudget.now() > budget.deadline { return 1 }
        return budget.isCancelled?() == true ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The monotonic clock in nanoseconds.
  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
