import BoundedWork

/// Where tables in memory look through their rows: on the thread that asked as long as that takes few steps, else again from the
/// beginning on one of a few threads, so that a large table holds up nobody who asks for something else.
package final class MemoryWork: Sendable {
  /// That of all tables.
  package static let shared = MemoryWork()

  private let threads: WorkThreads
  private let inlineSteps: Int
  private let seconds: Double

  /// - Parameters:
  ///   - threads: pieces of work at once, and `queueLimit` those that wait; more are refused.
  ///   - inlineSteps: what the thread that asked may spend.
  ///   - timeLimitSeconds: what a thread of the pool may spend.
  package init(threads: Int = 2, queueLimit: Int = 64, inlineSteps: Int = 20_000, timeLimitSeconds: Double = 2) {
    self.threads = WorkThreads(
      threads: threads, queueLimit: queueLimit, niceness: 10, turns: .shared, asideLimit: threads)
    self.inlineSteps = inlineSteps
    seconds = timeLimitSeconds
  }

  deinit { threads.stop() }

  /// Runs `body`, if need be a second time.
  /// - Parameter limit: seconds; as long as usual at most.
  /// - Throws: what `body` throws, `TableError.timeLimitReached` or `TableError.busy`.
  func run<Result: Sendable>(
    within limit: Double = .infinity, _ body: @escaping @Sendable (inout WorkSteps) throws -> Result
  ) async throws -> Result {
    if let result = try atOnce(body) { return result }
    let seconds = min(limit, seconds)
    return try await threads.run(
      timeLimit: seconds, busy: "Too many requests for tables in memory; try again in a moment."
    ) { job in
      let work = Stretch()
      work.budget.start(nanoseconds: UInt64(max(seconds, 0) * 1e9))
      return try job.watching(work) {
        var steps = WorkSteps(work.budget, seconds: seconds)
        return try body(&steps)
      }
    }
  }

  /// Runs `body` as far as the steps of this thread allow; `nil` where they don't.
  func atOnce<Result>(_ body: (inout WorkSteps) throws -> Result) throws -> Result? {
    var steps = WorkSteps(limit: inlineSteps)
    do { return try body(&steps) } catch is WorkSteps.Overrun { return nil }
  }

  /// Work that looks at its budget by itself.
  private final class Stretch: InterruptibleWork {
    let budget = WorkBudget()
    func interrupt() {}
  }
}
