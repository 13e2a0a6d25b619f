import Glibc
import Synchronization
import Testing

@testable import MicroHTTP

@Suite struct ThreadTests {
  private final class Count: Sendable {
    let detached = Atomic<Int>(0), ended = Atomic<Int>(0)
  }

  /// One that is detached can't be detached again (pthread_detach(3)).
  @Test func threadsAreDetachedFromTheirStart() async throws {
    let count = Count()
    var started = 0
    for _ in 0..<2_000 {
      let hasThread = startThread {
        if pthread_detach(pthread_self()) == EINVAL { count.detached.add(1, ordering: .relaxed) }
        count.ended.add(1, ordering: .releasing)
      }
      if hasThread { started += 1 }
    }
    #expect(started > 0)
    while count.ended.load(ordering: .acquiring) < started { try await Task.sleep(for: .milliseconds(1)) }
    let detached = count.detached.load(ordering: .relaxed)
    #expect(detached == started)
  }
}
