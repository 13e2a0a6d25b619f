internal import Glibc
internal import Synchronization

/// How long a piece of work may run.
///
/// Unchecked: it belongs to one piece of work, and `isCancelled` is used by the thread that does it. Others only look at the times.
package final class WorkBudget: @unchecked Sendable {
  private let deadline = Atomic<UInt64>(.max)
  private let latest = Atomic<UInt64>(.max)
  /// Asked along with the clock; `true` stops the work.
  package var isCancelled: (() -> Bool)?

  /// A budget without an end.
  package init() {}

  /// The work may run for this long from now.
  package func start(nanoseconds: UInt64) {
    let (end, overflow) = Self.now().addingReportingOverflow(nanoseconds)
    latest.store(overflow ? .max : end, ordering: .relaxed)
    deadline.store(overflow ? .max : end, ordering: .relaxed)
  }
  /// The work may run until this time of the monotonic clock: a part of the time that there is.
  ///
  /// A time that is past means now. Otherwise who watches over slow work would take this for work that has not ended for long, and interrupt what
  /// may be the next part by then.
  package func start(until deadline: UInt64) { self.deadline.store(max(deadline, Self.now()), ordering: .relaxed) }
  /// Whether the time is up.
  package var isOver: Bool { Self.now() > end }
  /// When the part of the work that is being done is stopped.
  package var end: UInt64 { deadline.load(ordering: .relaxed) }
  /// When the time is up for all of the work.
  package var limit: UInt64 { latest.load(ordering: .relaxed) }

  /// The monotonic clock in nanoseconds.
  package static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
