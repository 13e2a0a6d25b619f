internal import Glibc

/// A bounded pool of threads for work that outlived its budget. They start when first needed. A full queue refuses at once.
///
/// Unchecked: `jobs`, `idle`, `started` and `isStopped` are used with `lock` held; the lock and the condition are allocated once, so
/// their addresses stay, and freed when no thread is left that could use them (each thread holds the object).
final class DatabaseThreads: @unchecked Sendable {
  typealias Job = @Sendable () -> Void
  private let threadLimit: Int
  private let queueLimit: Int
  /// How much the threads give way to others, from 0 (not at all) to 19.
  private let niceness: Int32
  private var jobs: [Job] = []
  private var idle = 0
  private var started = 0
  private var isStopped = false
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let arrived: UnsafeMutablePointer<pthread_cond_t>

  init(threads: Int, queueLimit: Int, niceness: Int32 = 0) {
    self.niceness = niceness
    threadLimit = max(threads, 1)
    self.queueLimit = queueLimit
    lock = .allocate(capacity: 1)
    arrived = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(arrived, nil)
  }

  deinit {
    pthread_cond_destroy(arrived)
    pthread_mutex_destroy(lock)
    arrived.deallocate()
    lock.deallocate()
  }

  /// Takes on a job unless the queue is full.
  func offer(_ job: @escaping Job) -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    guard !isStopped, jobs.count < queueLimit + idle else { return false }
    if idle <= jobs.count, started < threadLimit {
      if startThread() { started += 1 } else if started == 0 { return false }
    }
    jobs.append(job)
    pthread_cond_signal(arrived)
    return true
  }

  /// Lets the threads end once the queue is empty.
  func stop() {
    pthread_mutex_lock(lock)
    isStopped = true
    pthread_cond_broadcast(arrived)
    pthread_mutex_unlock(lock)
  }

  private func work() {
    // On Linux a niceness is a thread's own: 0 stands for the thread that calls (setpriority(2), "C library/kernel differences").
    if niceness > 0 { setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness) }
    while let job = takeJob() { job() }
  }

  private func takeJob() -> Job? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    idle += 1
    while jobs.isEmpty, !isStopped { pthread_cond_wait(arrived, lock) }
    idle -= 1
    return jobs.isEmpty ? nil : jobs.removeFirst()
  }

  private func startThread() -> Bool {
    var thread = pthread_t()
    // The thread holds the object until it ends: retained here, released there.
    let context = Unmanaged.passRetained(self)
    let result = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<DatabaseThreads>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
