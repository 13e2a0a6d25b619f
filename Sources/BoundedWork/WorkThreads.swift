internal import Dispatch
internal import Glibc
internal import Synchronization

/// A bounded pool of threads for work that outlived its budget. They start when first needed. A full queue refuses at once.
///
/// A job that keeps its thread while others wait is set aside: another thread starts in its place, so that a few slow jobs, even such as
/// nothing can stop, don't hold up the quick ones. Only so many may be aside, none unless it is said; their threads end with them.
package final class WorkThreads: Watched {
  private struct Waiting {
    let job: WorkJob
    let since: UInt64
  }

  private struct Running {
    let job: WorkJob
    let since: UInt64
    var isAside = false
  }

  private struct State {
    var jobs: [Waiting] = []
    var running: [Running] = []
    var idle = 0
    /// Threads, without those whose job is aside.
    var started = 0
    var aside = 0
    var isStopped = false
    var isWatched = false
  }

  private let threadLimit: Int
  private let queueLimit: Int
  /// How many jobs may be aside.
  private let asideLimit: Int
  /// How much the threads give way to others, from 0 (not at all) to 19.
  private let niceness: Int32
  /// What else their work takes turns with; `nil` if it runs beside everything.
  private let turns: ProcessorTurns?
  /// Whether the jobs are done, and those who wait for them have only to be told.
  private let isForMessages: Bool
  private let state = Mutex(State())
  /// Rises with each job, and once at the end. A thread that finds nothing, since a job was given up meanwhile, waits again.
  private let arrivals = DispatchSemaphore(value: 0)
  /// For how long a job keeps its thread to itself while others wait, and how long one waits at most, in nanoseconds.
  private static let patience: UInt64 = 100_000_000, queueNanoseconds: UInt64 = 30_000_000_000
  /// Where those are told who wait for threads that give way. Its thread is started by whoever first needs such a thread.
  private static let messages = {
    let threads = WorkThreads(threads: 1, queueLimit: 1 << 20, isForMessages: true)
    _ = threads.offer {}
    return threads
  }()

  package init(
    threads: Int, queueLimit: Int, niceness: Int32 = 0, turns: ProcessorTurns? = nil, asideLimit: Int = 0,
    isForMessages: Bool = false
  ) {
    self.isForMessages = isForMessages
    self.niceness = niceness
    self.turns = turns
    self.asideLimit = asideLimit
    threadLimit = max(threads, 1)
    self.queueLimit = queueLimit
  }

  /// Takes on work for which nobody waits here, unless the queue is full.
  package func offer(_ work: @escaping @Sendable () -> Void) -> Bool {
    offer(
      WorkJob(giveUp: { _ in }) { _ in
        work()
        return nil
      })
  }

  /// Takes on a job unless the queue is full.
  package func offer(_ job: WorkJob) -> Bool {
    state.withLock { state in
      guard !state.isStopped, state.jobs.count < queueLimit + state.idle else { return false }
      if state.idle <= state.jobs.count, !startThread(&state), state.started == 0 { return false }
      state.jobs.append(Waiting(job: job, since: WorkBudget.now()))
      arrivals.signal()
      if !state.isWatched, !isForMessages {
        state.isWatched = PeriodicWatch.jobs.add(self)
      }
      return true
    }
  }

  /// Lets the threads end once the queue is empty.
  package func stop() {
    state.withLock { $0.isStopped = true }
    arrivals.signal()
  }

  /// Jobs whose threads others have replaced.
  package var asideCount: Int { state.withLock(\.aside) }

  // MARK: Watching

  /// Sets slow jobs aside, and frees those who wait from jobs that don't end or don't begin.
  /// - Returns: whether there is anything to look after.
  package func look(at now: UInt64) -> Bool {
    let (isBusy, overdue, neverBegun) = review(at: now)
    for job in overdue { job.fail(.overdue) }
    for job in neverBegun { job.fail(.neverBegun) }
    return isBusy
  }

  private func review(at now: UInt64) -> (isBusy: Bool, overdue: [WorkJob], neverBegun: [WorkJob]) {
    state.withLock { state in
      var overdue: [WorkJob] = []
      for index in state.running.indices {
        let isOverdue = state.running[index].job.isOverdue(at: now)
        if isOverdue { overdue.append(state.running[index].job) }
        let isSlow = isOverdue || (!state.jobs.isEmpty && now > state.running[index].since &+ Self.patience)
        if isSlow, !state.running[index].isAside, state.aside < asideLimit {
          state.running[index].isAside = true
          state.aside += 1
          state.started -= 1
          if !state.jobs.isEmpty { startThread(&state) }
        }
      }
      // Where jobs may not be set aside, each has to be done, however long it waits.
      let late = asideLimit > 0 ? state.jobs.prefix { now > $0.since &+ Self.queueNanoseconds } : []
      state.jobs.removeFirst(late.count)
      state.isWatched = !state.running.isEmpty || !state.jobs.isEmpty
      return (state.isWatched, overdue, late.map(\.job))
    }
  }

  // MARK: Threads

  private func work() {
    // On Linux a niceness is a thread's own: 0 stands for the thread that calls (setpriority(2), "C library/kernel differences").
    if niceness > 0 { setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness) }
    while let job = takeJob() {
      if isForMessages {
        job.tell()
      } else {
        job.run(turns)
        // On a thread that gives way to nobody: what goes on then may need threads, and a thread has the niceness of the one that starts it.
        if niceness == 0 || !Self.messages.offer(job) { job.tell() }
      }
      guard finish(job) else { return }
    }
  }

  /// Waits for a job; `nil` once there are no more.
  private func takeJob() -> WorkJob? {
    state.withLock { $0.idle += 1 }
    while true {
      arrivals.wait()
      let (job, isOver) = state.withLock { state -> (WorkJob?, Bool) in
        guard !state.jobs.isEmpty || state.isStopped else { return (nil, false) }
        state.idle -= 1
        guard !state.jobs.isEmpty else { return (nil, true) }
        let job = state.jobs.removeFirst().job
        state.running.append(Running(job: job, since: WorkBudget.now()))
        return (job, false)
      }
      if let job { return job }
      guard isOver else { continue }
      // The others are woken one by the other.
      arrivals.signal()
      return nil
    }
  }

  /// - Returns: whether the thread goes on with other jobs.
  private func finish(_ job: WorkJob) -> Bool {
    state.withLock { state in
      guard let index = state.running.firstIndex(where: { $0.job === job }) else { return true }
      guard state.running.remove(at: index).isAside else { return true }
      state.aside -= 1
      // Another thread has its place, unless that one could not be started.
      guard state.started < threadLimit else { return false }
      state.started += 1
      return true
    }
  }

  /// Starts a thread if there may be another one.
  @discardableResult private func startThread(_ state: inout State) -> Bool {
    guard state.started < threadLimit else { return false }
    if niceness > 0 { _ = Self.messages }
    guard DetachedThread.start({ self.work() }) else { return false }
    state.started += 1
    return true
  }
}
