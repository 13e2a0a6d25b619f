internal import Dispatch
internal import Glibc
internal import Synchronization

/// One thread of the program that looks after the jobs of all threads for work, as long as there are any.
final class WorkWatch: Sendable {
  static let shared = WorkWatch()

  private struct State {
    var watched: [WorkThreads] = []
    var isStarted = false
  }

  private let state = Mutex(State())
  /// Rises when there is something to look after again.
  private let arrivals = DispatchSemaphore(value: 0)
  private static let pauseMicroseconds: UInt32 = 20_000

  private init() {}

  /// Looks after these threads until they have nothing to do.
  func add(_ threads: WorkThreads) {
    state.withLock { state in
      if state.watched.isEmpty { arrivals.signal() }
      state.watched.append(threads)
      if !state.isStarted { state.isStarted = startThread() }
    }
  }

  private func watch() {
    while true {
      for threads in waitForWatched() where !threads.look(at: WorkBudget.now()) { remove(threads) }
      usleep(Self.pauseMicroseconds)
    }
  }

  private func waitForWatched() -> [WorkThreads] {
    while true {
      let watched = state.withLock(\.watched)
      guard watched.isEmpty else { return watched }
      arrivals.wait()
    }
  }

  private func remove(_ threads: WorkThreads) {
    state.withLock { state in
      // The first: threads that found work in between were added behind it.
      if let index = state.watched.firstIndex(where: { $0 === threads }) { state.watched.remove(at: index) }
    }
  }

  private func startThread() -> Bool {
    var thread = pthread_t()
    guard
      pthread_create(
        &thread, nil,
        { _ in
          WorkWatch.shared.watch()
          return nil
        }, nil) == 0
    else { return false }
    pthread_detach(thread)
    return true
  }
}
