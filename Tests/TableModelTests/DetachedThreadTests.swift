import BoundedWork
import Glibc
import Synchronization
import Testing

@Suite struct DetachedThreadTests {
  private final class Count: Sendable {
    let detached = Atomic<Int>(0), ended = Atomic<Int>(0)

    /// Looks at the thread that it is called on: one that is detached can't be detached again (pthread_detach(3)).
    func look() {
      if pthread_detach(pthread_self()) == EINVAL { detached.add(1, ordering: .relaxed) }
      ended.add(1, ordering: .releasing)
    }
  }

  /// A thread that is detached once it runs may have ended by then, and given back what is written to.
  @Test func threadsAreDetachedFromTheirStart() async throws {
    let count = Count()
    var started = 0
    for _ in 0..<2_000 where DetachedThread.start({ count.look() }) { started += 1 }
    #expect(started > 0)
    while count.ended.load(ordering: .acquiring) < started { try await Task.sleep(for: .milliseconds(1)) }
    let detached = count.detached.load(ordering: .relaxed)
    #expect(detached == started)
  }
}
