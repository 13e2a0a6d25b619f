import Dispatch
import Testing

/// Keeps a test that computes, or waits for another process, for seconds off the threads that all tests share: there are
/// only as many as processors, and tests of timeouts would come late. All such tests take turns on one thread.
struct LongTest: TestTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(OneThread.shared) { try await function() }
  }
}

extension Trait where Self == LongTest {
  static var long: LongTest { LongTest() }
}

private final class OneThread: TaskExecutor {
  static let shared = OneThread()
  private let queue = DispatchQueue(label: "long tests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
