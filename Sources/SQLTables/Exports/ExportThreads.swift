package import BoundedWork
internal import Synchronization
package import TableModel

/// Where whole tables are read: threads apart from those of pages, so that exports never keep a page waiting, and so many exports at
/// once as are allowed.
package final class ExportThreads: Sendable {
  private let threads: WorkThreads
  private let limit: Int
  private let running = Atomic<Int>(0)

  /// - Parameter limit: exports at once, each with a connection of its own.
  package init(limit: Int) {
    self.limit = max(limit, 1)
    // An export has one step at work at a time, so that the queue never overflows.
    threads = WorkThreads(
      threads: min(self.limit, 2), queueLimit: self.limit * 2, niceness: 10, turns: .shared,
      asideLimit: self.limit)
  }

  deinit { threads.stop() }

  /// A place among the exports.
  /// - Throws: `TableError.busy` if all are taken.
  package func takePlace() throws(TableError) -> Place {
    if running.add(1, ordering: .relaxed).newValue > limit {
      running.subtract(1, ordering: .relaxed)
      throw TableError.busy("\(limit) exports are running; try again in a moment.")
    }
    return Place(self)
  }

  /// Runs `work` on one of the threads.
  /// - Parameter timeLimit: seconds that a whole export may take.
  package func run<Result: Sendable>(
    timeLimit: Double, _ work: @escaping @Sendable (WorkJob) throws -> Result
  ) async throws -> Result {
    try await threads.run(timeLimit: timeLimit, busy: "Too many exports are running; try again in a moment.", work)
  }

  /// One of the exports that run, for as long as it is held.
  package final class Place: Sendable {
    private let threads: ExportThreads

    fileprivate init(_ threads: ExportThreads) { self.threads = threads }

    deinit { threads.running.subtract(1, ordering: .relaxed) }
  }
}
