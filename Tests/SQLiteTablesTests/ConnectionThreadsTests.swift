import Dispatch
import Synchronization
import TableModel
import Testing

@testable import BoundedWork
@testable import SQLiteTables

@Suite struct ConnectionThreadsTests {
  private let fixture: Fixture
  private let pool: ConnectionPool

  init() throws {
    fixture = try Fixture("CREATE TABLE t (a)")
    pool = ConnectionPool(FileLocation(path: fixture.path, isImmutable: false), pageCacheKibibytes: 64)
  }

  /// A job that nothing ends but the semaphore, on a connection with hardly any time.
  private func stuck(_ threads: WorkThreads, until end: DispatchSemaphore) -> Task<Void, any Error> {
    Task { [pool] in
      try await threads.run(timeLimit: 7, busy: "busy") { job in
        try pool.withConnection(isInline: false, nanoseconds: 1_000_000, busyMilliseconds: 0, job: job) { _ in
          end.wait()
        }
      }
    }
  }

  @Test func jobsThatNothingStopsAreLeftAndOthersAreDoneBesideThem() async throws {
    let threads = WorkThreads(threads: 2, queueLimit: 64, asideLimit: 4)
    defer { threads.stop() }
    let end = DispatchSemaphore(value: 0)
    let jobs = (0..<5).map { _ in stuck(threads, until: end) }
    for job in jobs {
      await #expect(throws: TableError.timeLimitReached(seconds: 7)) { try await job.value }
    }
    // Four are aside, one has a thread, and one thread is there for others.
    for number in 0..<20 { #expect(try await threads.run(timeLimit: 1, busy: "busy") { _ in number } == number) }
    #expect(threads.asideCount == 4)
    for _ in jobs { end.signal() }
    while threads.asideCount > 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await threads.run(timeLimit: 1, busy: "busy") { _ in 1 } == 1)
  }

  @Test func aPartThatHasNoTimeLeftEndsAndTheNextIsNotInterrupted() throws {
    let job = WorkJob(giveUp: { _ in }) { _ in nil }
    try pool.withConnection(isInline: false, nanoseconds: 60_000_000_000, busyMilliseconds: 0, job: job) { connection in
      let limit = connection.budget.end
      let statement = try connection.prepared("SELECT 1 UNION ALL SELECT 2")
      #expect(try statement.step())
      connection.budget.start(until: 0)
      #expect(connection.budget.end <= WorkBudget.now())
      #expect(!job.isOverdue(at: WorkBudget.now()))
      connection.budget.start(until: limit)
      #expect(try statement.step() && statement.integer(0) == 2)
    }
  }

  @Test func slowJobsMakeRoomForThoseThatWait() async throws {
    let threads = WorkThreads(threads: 1, queueLimit: 64, asideLimit: 2)
    defer { threads.stop() }
    let end = DispatchSemaphore(value: 0)
    let slow = (0..<2).map { _ in Task { try await threads.run(timeLimit: 60, busy: "busy") { _ in end.wait() } } }
    #expect(try await threads.run(timeLimit: 1, busy: "busy") { _ in 1 } == 1)
    for _ in slow { end.signal() }
    for job in slow { try await job.value }
  }

  @Test func onlySoManyAreAside() async throws {
    let threads = WorkThreads(threads: 1, queueLimit: 64, asideLimit: 1)
    defer { threads.stop() }
    let end = DispatchSemaphore(value: 0)
    let jobs = (0..<2).map { _ in stuck(threads, until: end) }
    for job in jobs { await #expect(throws: TableError.self) { try await job.value } }
    let waiting = Task { try await threads.run(timeLimit: 1, busy: "busy") { _ in 1 } }
    #expect(threads.asideCount == 1)
    for _ in jobs { end.signal() }
    #expect(try await waiting.value == 1)
  }

  @Test func aThreadThatMayHaveNoOtherBesideItDoesOneJobAfterTheOther() async throws {
    let threads = WorkThreads(threads: 1, queueLimit: 64)
    defer { threads.stop() }
    let end = DispatchSemaphore(value: 0)
    let slow = stuck(threads, until: end)
    await #expect(throws: TableError.self) { try await slow.value }
    let waiting = Task { try await threads.run(timeLimit: 1, busy: "busy") { _ in threads.asideCount } }
    try await Task.sleep(for: .milliseconds(200))
    #expect(threads.asideCount == 0)
    end.signal()
    #expect(try await waiting.value == 0)
  }

  @Test func aTransactionWhoseBeginningIsInterruptedIsNotLeftOpen() throws {
    try pool.withConnection(isInline: true, nanoseconds: 0, busyMilliseconds: 0) { connection in
      var interruptions = 0
      // SQLite looks at the time every so many steps of a statement, in all of its runs together.
      for _ in 0..<1_000 {
        do throws(SQLiteFailure) {
          try connection.begin()
          connection.rollBack()
        } catch {
          #expect(error.isInterrupt)
          interruptions += 1
        }
      }
      #expect(interruptions > 0)
    }
  }

  @Test func whatLooksForInterruptionAloneIsInterrupted() async throws {
    try fixture.execute(
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 3000) INSERT INTO t SELECT zeroblob(3000) FROM n"
    )
    let threads = WorkThreads(threads: 1, queueLimit: 4, asideLimit: 1)
    defer { threads.stop() }
    let job = Task { [pool] in
      try await threads.run(timeLimit: 7, busy: "busy") { job in
        try pool.withConnection(isInline: false, nanoseconds: 1_000_000, busyMilliseconds: 0, job: job) { connection in
          // Counting every row is one opcode; a statement begun now finds that the connection was interrupted.
          while true { try connection.rows("SELECT count(*) FROM t") { _ in } }
        }
      }
    }
    await #expect(throws: (any Error).self) { try await job.value }
  }

  private final class Tally: Sendable { let count = Atomic<Int>(0) }

  @Test func allThreadsEndOnceTheyAreStoppedAndNothingIsLeftToDo() async throws {
    for jobs in 0..<60 {
      let done = Tally()
      weak var kept: WorkThreads?
      do {
        let threads = WorkThreads(threads: 4, queueLimit: 64)
        kept = threads
        for _ in 0..<jobs { #expect(threads.offer { done.count.add(1, ordering: .relaxed) }) }
        threads.stop()
        #expect(!threads.offer {})
      }
      // Each thread holds the object until it ends.
      while kept != nil { try await Task.sleep(for: .milliseconds(1)) }
      #expect(done.count.load(ordering: .relaxed) == jobs)
    }
  }
}
