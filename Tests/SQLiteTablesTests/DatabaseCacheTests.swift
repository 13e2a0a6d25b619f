import BoundedWork
import Testing

@testable import SQLiteTables

/// What connections keep of their file beyond what each has for itself.
@Suite struct DatabaseCacheTests {
  private let fixture: Fixture
  /// What the file has, in kibibytes.
  private static let fileSize = 2_000

  init() throws {
    fixture = try Fixture(
      """
      PRAGMA page_size=4096; CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO t SELECT i, hex(zeroblob(1000)) FROM n
      """)
    fixture.close()
  }

  private func pool(own: Int, sharing budget: DatabaseCacheBudget) -> ConnectionPool {
    ConnectionPool(
      FileLocation(path: fixture.path, isImmutable: false), pageCacheKibibytes: own, sharedCache: budget)
  }

  /// Reads all rows so many times.
  private func read(_ pool: ConnectionPool, isInline: Bool = true, times: Int = 640) throws {
    for _ in 0..<times {
      try pool.withConnection(isInline: isInline, nanoseconds: 60_000_000_000, busyMilliseconds: 1_000) { connection in
        let statement = try connection.prepared("SELECT sum(length(a)) FROM t")
        #expect(try statement.step() && statement.integer(0) == 2_000_000)
      }
    }
  }

  @Test func itGrowsUntilWhatIsReadAgainAndAgainFits() throws {
    let budget = DatabaseCacheBudget(kibibytes: 1 << 20)
    let pool = pool(own: 256, sharing: budget)
    try read(pool)
    let taken = budget.taken
    #expect(taken > Self.fileSize - 256 && taken < 4 * Self.fileSize)
    try read(pool)
    #expect(budget.taken == taken)
  }

  @Test func whereAllFitsNothingIsTaken() throws {
    let budget = DatabaseCacheBudget(kibibytes: 1 << 20)
    let pool = pool(own: 4 * Self.fileSize, sharing: budget)
    try read(pool)
    #expect(budget.taken == 0)
  }

  @Test func allTogetherTakeNoMoreThanThereIs() throws {
    let budget = DatabaseCacheBudget(kibibytes: 300)
    let pools = (0..<3).map { _ in pool(own: 256, sharing: budget) }
    for pool in pools { try read(pool) }
    #expect(budget.taken > 280 && budget.taken <= 300)
    budget.setLimit(kibibytes: 100)
    #expect(budget.take(kibibytes: 1) == 0)
  }

  @Test func whatTakesLongerKeepsNothingAndLeavesItToPages() throws {
    let budget = DatabaseCacheBudget(kibibytes: 1 << 20)
    let pool = pool(own: 256, sharing: budget)
    try read(pool, isInline: false)
    #expect(budget.taken == 0)
    try read(pool)
    let taken = budget.taken
    try read(pool, isInline: false)
    #expect(taken > 0 && budget.taken == taken)
  }

  @Test func oneLeavesSomeForOthers() {
    let budget = DatabaseCacheBudget(kibibytes: 100)
    #expect([200, 30, 10, 1].map { budget.take(kibibytes: $0) } == [50, 25, 10, 1])
  }

  @Test func connectionsThatAreNotUsedGiveItBackAndStillRead() throws {
    let budget = DatabaseCacheBudget(kibibytes: 1 << 20)
    let pool = pool(own: 256, sharing: budget)
    try read(pool)
    // The time of the last stretch of work is long over when a connection hasn't been used.
    try pool.withConnection(isInline: true, nanoseconds: 0, busyMilliseconds: 0) { _ in }
    let now = WorkBudget.now()
    #expect(pool.shrinkIdleCaches(at: now))
    #expect(budget.taken > 0)
    #expect(!pool.shrinkIdleCaches(at: now + 61_000_000_000))
    #expect(budget.taken == 0)
    try read(pool)
    #expect(budget.taken > 0)
  }

  @Test func whatAConnectionHasTakenIsThereAgainWhenItIsClosed() throws {
    let budget = DatabaseCacheBudget(kibibytes: 1 << 20)
    do {
      let pool = pool(own: 256, sharing: budget)
      try read(pool)
      #expect(budget.taken > 0)
    }
    #expect(budget.taken == 0)
  }
}
