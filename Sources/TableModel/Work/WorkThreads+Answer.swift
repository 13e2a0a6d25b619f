package import BoundedWork

extension WorkThreads {
  /// Runs `work` on one of the threads.
  /// - Parameters:
  ///   - timeLimit: seconds, named in the error where the work doesn't end within its connection's time.
  ///   - busy: says that there is too much to do.
  /// - Throws: what `work` throws, or `TableError.timeLimitReached` or `TableError.busy` in its place.
  package func run<Result: Sendable>(
    timeLimit: Double, busy: String, _ work: @escaping @Sendable (WorkJob) throws -> Result
  ) async throws -> Result {
    try await withUnsafeThrowingContinuation { continuation in
      let answer = FirstAnswer(continuation)
      let busy = TableError.busy(busy)
      let job = WorkJob {
        answer.resume(.failure($0 == .overdue ? TableError.timeLimitReached(seconds: timeLimit) : busy))
      } _: { job in
        answer.keep(Swift.Result { try work(job) })
        return answer
      }
      if !offer(job) { answer.resume(.failure(busy)) }
    }
  }
}
