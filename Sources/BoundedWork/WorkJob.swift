internal import Synchronization

/// Work with a time limit that others can tell to stop.
package protocol InterruptibleWork: Sendable {
  /// How long it may run.
  var budget: WorkBudget { get }
  /// Tells it to stop, from any thread; it may take a while to notice.
  func interrupt()
}

/// One piece of work on a thread of a pool, which whoever waits for it can be freed from while it goes on.
///
/// SQLite looks at the time between two opcodes. A function that is called on long values, a search index that is gone through or a count of
/// a whole table is one opcode, which nothing can end but itself; and nothing ends a function of the application's own.
package final class WorkJob: Sendable {
  private struct State {
    var watched: (any InterruptibleWork)?
    var turns: ProcessorTurns?
    /// What tells those who wait, once the work is done.
    var answer: (any WorkAnswer)?
    var isLeft = false
  }

  /// What work is granted behind its time limit, in nanoseconds: to notice that it is interrupted, and then to end by itself.
  private static let tolerance: UInt64 = 20_000_000, grace: UInt64 = 500_000_000
  private let state = Mutex(State())
  private let work: @Sendable (WorkJob) -> (any WorkAnswer)?
  private let giveUp: @Sendable (Failure) -> Void

  /// Why nobody waits for a job any more.
  package enum Failure {
    /// It didn't end within its time limit.
    case overdue
    /// It waited too long for a thread.
    case neverBegun
  }

  /// - Parameters:
  ///   - giveUp: answers in place of the job. The work may still come to an end behind it.
  ///   - work: does what takes long within `watching(_:)`, and returns what tells those who wait. This may run on another thread.
  package init(
    giveUp: @escaping @Sendable (Failure) -> Void, _ work: @escaping @Sendable (WorkJob) -> (any WorkAnswer)?
  ) {
    self.giveUp = giveUp
    self.work = work
  }

  /// Does the work, of which nobody is told yet.
  /// - Parameter turns: with what else it takes turns, if with anything.
  func run(_ turns: ProcessorTurns?) {
    state.withLock { $0.turns = turns }
    let answer = work(self)
    state.withLock { $0.answer = answer }
  }

  /// Tells those who wait what came of the work.
  func tell() { state.withLock { $0.answer.take() }?.tell() }

  func fail(_ failure: Failure) { giveUp(failure) }

  /// Runs `body`, whose budget says how long this may take.
  package func watching<Result>(_ work: some InterruptibleWork, _ body: () throws -> Result) rethrows -> Result {
    let turns = state.withLock { state in
      state.watched = work
      return state.turns
    }
    // Behind this nobody interrupts it any more, and a connection may serve others.
    defer { state.withLock { $0.watched = nil } }
    work.budget.takeTurn(of: turns)
    defer { work.budget.endTurn() }
    return try body()
  }

  /// Interrupts what has outlived its time limit.
  /// - Returns: whether it has outlived the grace as well, told once.
  func isOverdue(at now: UInt64) -> Bool {
    state.withLock { state in
      guard let watched = state.watched else { return false }
      if now > watched.budget.end &+ Self.tolerance { watched.interrupt() }
      guard !state.isLeft, now > watched.budget.limit &+ Self.grace else { return false }
      state.isLeft = true
      return true
    }
  }
}
