import BoundedWork
internal import TableModel

/// Work that takes minutes: on a thread of its own, since a task of Swift's would hold one of a few threads that all tasks share.
package enum BackgroundThread {
  /// Runs `body` to its end on a new thread.
  package static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    let threads = WorkThreads(threads: 1, queueLimit: 1)
    defer { threads.stop() }
    return try await threads.run(timeLimit: .infinity, busy: "No thread is available; try again in a moment.") { _ in
      try body()
    }
  }
}
