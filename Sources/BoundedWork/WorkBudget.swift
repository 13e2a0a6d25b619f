internal import Glibc
internal import Synchronization

/// How long a piece of work may run.
///
/// Unchecked: it belongs to one piece of work, and `isCancelled` and the turn are used by the thread that does it. Others only look at the times.
package final class WorkBudget: @unchecked Sendable {
  private let deadline = Atomic<UInt64>(.max)
  private let latest = Atomic<UInt64>(.max)
  /// Asked along with the clock; `true` stops the work.
  package var isCancelled: (() -> Bool)?
  /// Where the work takes turns with other work; `nil` if it takes none.
  private var turns: ProcessorTurns?
  private var hasTurn = false
  /// When it gives its turn to others that wait.
  private var turnEnd = UInt64.max

  /// A budget without an end.
  package init() {}

  /// The work may run for this long from now.
  /// - Returns: the time of the monotonic clock now.
  @discardableResult
  package func start(nanoseconds: UInt64) -> UInt64 {
    let now = Self.now()
    let (end, overflow) = now.addingReportingOverflow(nanoseconds)
    latest.store(overflow ? .max : end, ordering: .relaxed)
    deadline.store(overflow ? .max : end, ordering: .relaxed)
    return now
  }
  /// The work may run until this time of the monotonic clock: a part of the time that there is.
  ///
  /// A time that is past means now. Otherwise who watches over slow work would take this for work that has not ended for long, and interrupt what
  /// may be the next part by then.
  package func start(until deadline: UInt64) { self.deadline.store(max(deadline, Self.now()), ordering: .relaxed) }
  /// Whether the time is up. Whoever does the work asks again and again, which is where it lets others have their turns.
  package var isOver: Bool {
    let now = Self.now()
    if now > turnEnd { passTurn() }
    return now > end
  }
  /// When the part of the work that is being done is stopped.
  package var end: UInt64 { deadline.load(ordering: .relaxed) }
  /// When the time is up for all of the work.
  package var limit: UInt64 { latest.load(ordering: .relaxed) }

  // MARK: Turns

  /// Waits until the work may run beside others that take long.
  func takeTurn(of turns: ProcessorTurns?) {
    guard let turns else { return }
    self.turns = turns
    hasTurn = turns.take()
    turnEnd = Self.now() &+ ProcessorTurns.length
  }

  private func passTurn() {
    guard let turns else { return }
    hasTurn = hasTurn ? turns.pass() : turns.takeAtOnce()
    turnEnd = Self.now() &+ ProcessorTurns.length
  }

  func endTurn() {
    if hasTurn { turns?.give() }
    (turns, hasTurn, turnEnd) = (nil, false, .max)
  }

  /// The monotonic clock in nanoseconds.
  package static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
