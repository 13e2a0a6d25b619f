internal import CSQLite
internal import Glibc
internal import Synchronization

/// How long the statements of a connection may run.
///
/// SQLite asks every 100 opcodes; the clock is read only then. Unchecked: it belongs to a connection, and `isCancelled` is used by the
/// thread that has the connection, which is also the one that SQLite asks on. Others only look at the times.
final class StatementBudget: @unchecked Sendable {
  private let deadline = Atomic<UInt64>(.max)
  private let latest = Atomic<UInt64>(.max)
  /// Asked along with the clock; `true` stops the statement.
  var isCancelled: (() -> Bool)?

  /// Statements may run for this long from now.
  func start(nanoseconds: UInt64) {
    let (end, overflow) = Self.now().addingReportingOverflow(nanoseconds)
    latest.store(overflow ? .max : end, ordering: .relaxed)
    start(until: overflow ? .max : end)
  }
  /// Statements may run until this time of the monotonic clock: a part of the time that there is.
  func start(until deadline: UInt64) { self.deadline.store(deadline, ordering: .relaxed) }
  /// Whether the time is up.
  var isOver: Bool { Self.now() > end }
  /// When statements are stopped.
  var end: UInt64 { deadline.load(ordering: .relaxed) }
  /// When the time is up for all statements together.
  var limit: UInt64 { latest.load(ordering: .relaxed) }

  /// - Parameter connection: lives no longer than this budget, which its owner holds beside it.
  func install(on connection: OpaquePointer) {
    sqlite3_progress_handler(
      connection, 100,
      { context in
        guard let context else { return 0 }
        // The connection that asks is owned together with its budget, so the reference is alive.
        let budget = Unmanaged<StatementBudget>.fromOpaque(context).takeUnretainedValue()
        if budget.isOver { return 1 }
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
