internal import Glibc

/// A bounded pool of threads for work that outlived its budget. They start when first needed. A full queue refuses at once.
///
/// A job that keeps its thread while others wait is set aside: another thread starts in its place, so that a few slow jobs, even such as
/// nothing can stop, don't hold up the quick ones. Only so many may be aside, none unless it is said; their threads end with them.
///
/// Unchecked: all variables are used with `lock` held; the lock and the condition are allocated once, so their addresses stay, and freed
/// when no thread is left that could use them (each thread holds the object).
package final class WorkThreads: @unchecked Sendable {
  private struct Waiting {
    let job: WorkJob
    let since: UInt64
  }

  private struct Running {
    let job: WorkJob
    let since: UInt64
    var isAside = false
  }

  private let threadLimit: Int
  private let queueLimit: Int
  /// How many jobs may be aside.
  private let asideLimit: Int
  /// How much the threads give way to others, from 0 (not at all) to 19.
  private let niceness: Int32
  private var jobs: [Waiting] = []
  private var running: [Running] = []
  private var idle = 0
  /// Threads, without those whose job is aside.
  private var started = 0
  private var aside = 0
  private var isStopped = false
  private var isWatched = false
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let arrived: UnsafeMutablePointer<pthread_cond_t>
  /// For how long a job keeps its thread to itself while others wait, and how long one waits at most, in nanoseconds.
  private static let patience: UInt64 = 100_000_000, queueNanoseconds: UInt64 = 30_000_000_000

  package init(threads: Int, queueLimit: Int, niceness: Int32 = 0, asideLimit: Int = 0) {
    self.niceness = niceness
    self.asideLimit = asideLimit
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

  /// Takes on work for which nobody waits here, unless the queue is full.
  package func offer(_ work: @escaping @Sendable () -> Void) -> Bool {
    offer(WorkJob(giveUp: { _ in }) { _ in work() })
  }

  /// Takes on a job unless the queue is full.
  package func offer(_ job: WorkJob) -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    guard !isStopped, jobs.count < queueLimit + idle else { return false }
    if idle <= jobs.count, !startThread(), started == 0 { return false }
    jobs.append(Waiting(job: job, since: WorkBudget.now()))
    pthread_cond_signal(arrived)
    if !isWatched {
      isWatched = true
      WorkWatch.shared.add(self)
    }
    return true
  }

  /// Lets the threads end once the queue is empty.
  package func stop() {
    pthread_mutex_lock(lock)
    isStopped = true
    pthread_cond_broadcast(arrived)
    pthread_mutex_unlock(lock)
  }

  /// Jobs whose threads others have replaced.
  package var asideCount: Int {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return aside
  }

  // MARK: Watching

  /// Sets slow jobs aside, and frees those who wait from jobs that don't end or don't begin.
  /// - Returns: whether there is anything to look after.
  func look(at now: UInt64) -> Bool {
    let (isBusy, overdue, neverBegun) = review(at: now)
    for job in overdue { job.fail(.overdue) }
    for job in neverBegun { job.fail(.neverBegun) }
    return isBusy
  }

  private func review(at now: UInt64) -> (isBusy: Bool, overdue: [WorkJob], neverBegun: [WorkJob]) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    var overdue: [WorkJob] = []
    for index in running.indices {
      let isOverdue = running[index].job.isOverdue(at: now)
      if isOverdue { overdue.append(running[index].job) }
      let isSlow = isOverdue || (!jobs.isEmpty && now > running[index].since &+ Self.patience)
      if isSlow, !running[index].isAside, aside < asideLimit {
        running[index].isAside = true
        aside += 1
        started -= 1
        if !jobs.isEmpty { startThread() }
      }
    }
    // Where jobs may not be set aside, each has to be done, however long it waits.
    let late = asideLimit > 0 ? jobs.prefix { now > $0.since &+ Self.queueNanoseconds } : []
    jobs.removeFirst(late.count)
    isWatched = !running.isEmpty || !jobs.isEmpty
    return (isWatched, overdue, late.map(\.job))
  }

  // MARK: Threads

  private func work() {
    // On Linux a niceness is a thread's own: 0 stands for the thread that calls (setpriority(2), "C library/kernel differences").
    if niceness > 0 { setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness) }
    while let job = takeJob() {
      job.run()
      guard finish(job) else { return }
    }
  }

  private func takeJob() -> WorkJob? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    idle += 1
    while jobs.isEmpty, !isStopped { pthread_cond_wait(arrived, lock) }
    idle -= 1
    guard !jobs.isEmpty else { return nil }
    let job = jobs.removeFirst().job
    running.append(Running(job: job, since: WorkBudget.now()))
    return job
  }

  /// - Returns: whether the thread goes on with other jobs.
  private func finish(_ job: WorkJob) -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    guard let index = running.firstIndex(where: { $0.job === job }) else { return true }
    guard running.remove(at: index).isAside else { return true }
    aside -= 1
    // Another thread has its place, unless that one could not be started.
    guard started < threadLimit else { return false }
    started += 1
    return true
  }

  /// Starts a thread if there may be another one; called with the lock held.
  @discardableResult private func startThread() -> Bool {
    guard started < threadLimit else { return false }
    var thread = pthread_t()
    // The thread holds the object until it ends: retained here, released there.
    let context = Unmanaged.passRetained(self)
    let result = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<WorkThreads>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      return false
    }
    pthread_detach(thread)
    started += 1
    return true
  }
}
