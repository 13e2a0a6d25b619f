internal import BoundedWork
internal import TableModel

/// Threads for requests with large bodies. Reading a thousand rows, and making a change of them, takes some milliseconds. On the thread that
/// the request came on, all its other connections would wait for as long.
final class LargeBodyThreads: TaskExecutor {
  private static let shared = LargeBodyThreads()
  /// What a body may have where it is read on the thread that it came on: this takes some tenths of a millisecond.
  private static let size = 16 << 10

  static let limit = 2
  private let threads = WorkThreads(threads: limit, queueLimit: 1 << 20)
  private static let readers = WorkThreads(threads: limit, queueLimit: 1 << 10, niceness: 10)
  private static let busy = "Too many large requests are being read; try again in a moment."

  /// Answers a request whose body has so many bytes, away from where it came in if these are many. Were the answer not `@concurrent`, it would stay
  /// there until it waits for something.
  static func answering<Answer: Sendable>(
    bytes: Int, _ answer: @concurrent @Sendable () async throws -> Answer
  ) async throws -> Answer {
    guard bytes > size else { return try await answer() }
    return try await withTaskExecutorPreference(shared, operation: answer)
  }

  /// Reads something of a body of so many bytes; of a large one on threads that give way to whoever asks for a page.
  static func reading<Answer: Sendable>(
    bytes: Int, _ read: @escaping @Sendable () throws -> Answer
  ) async throws -> Answer {
    guard bytes > size else { return try read() }
    return try await readers.run(timeLimit: .infinity, busy: busy) { _ in try read() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken = threads.offer { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    // A part of a task has to be run whatever happens: here, where no thread can be had.
    if !isTaken { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
