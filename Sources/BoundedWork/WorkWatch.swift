internal import Glibc

/// One thread of the program that looks after the jobs of all threads for work, as long as there are any.
///
/// Unchecked: `watched` and `isStarted` are used with `lock` held; the lock and the condition are allocated once and never freed, as the
/// one object never is.
final class WorkWatch: @unchecked Sendable {
  static let shared = WorkWatch()
  private var watched: [WorkThreads] = []
  private var isStarted = false
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private static let pauseMicroseconds: UInt32 = 20_000

  private init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(arrived, nil)
  }

  /// Looks after these threads until they have nothing to do.
  func add(_ threads: WorkThreads) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    watched.append(threads)
    if !isStarted { isStarted = startThread() }
    pthread_cond_signal(arrived)
  }

  private func watch() {
    while true {
      for threads in waitForWatched() where !threads.look(at: WorkBudget.now()) { remove(threads) }
      usleep(Self.pauseMicroseconds)
    }
  }

  private func waitForWatched() -> [WorkThreads] {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while watched.isEmpty { pthread_cond_wait(arrived, lock) }
    return watched
  }

  private func remove(_ threads: WorkThreads) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    // The first: threads that found work in between were added behind it.
    if let index = watched.firstIndex(where: { $0 === threads }) { watched.remove(at: index) }
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
