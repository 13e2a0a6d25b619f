import SeededNumbers
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

private let rowCount = 60

private func makeFixture(_ mode: String) throws -> Fixture {
  let fixture = try Fixture(
    """
    PRAGMA journal_mode=\(mode); CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, filler TEXT);
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT \(rowCount))
    INSERT INTO t SELECT i, 0, hex(zeroblob(300)) FROM n
    """)
  fixture.close()
  return fixture
}

/// One thing that another process may do to a database.
private func step(_ writer: WriterProcess, _ random: inout SeededGenerator, _ mode: String) throws -> String {
  let row = Int.random(in: 1...rowCount, using: &random)
  let change =
    [
      "UPDATE t SET n = n + 1", "UPDATE t SET n = n + 1 WHERE id = \(row)",
      "UPDATE t SET filler = hex(zeroblob(\(row * 3))), n = n + \(row)",
      "DELETE FROM t WHERE id = \(row)",
      "INSERT OR REPLACE INTO t VALUES (\(row), \(Int.random(in: 0...9, using: &random)), 'new')",
    ].randomElement(using: &random) ?? ""
  let sql: String
  switch Int.random(in: 0..<40, using: &random) {
  case 0..<10: sql = change
  case 10..<16: sql = "BEGIN IMMEDIATE"
  case 16..<22: sql = "ROLLBACK"
  case 22..<28: sql = "COMMIT"
  case 28..<31: sql = "UPDATE t SET n = n + 1"
  case 31: sql = mode == "wal" ? "PRAGMA wal_checkpoint(PASSIVE)" : "PRAGMA journal_mode=PERSIST"
  case 32: sql = mode == "wal" ? "PRAGMA wal_checkpoint(TRUNCATE)" : "PRAGMA journal_mode=TRUNCATE"
  case 33: sql = mode == "wal" ? "PRAGMA wal_checkpoint(RESTART)" : "PRAGMA journal_mode=DELETE"
  case 34: sql = "VACUUM"
  case 35: sql = "PRAGMA locking_mode=\(Bool.random(using: &random) ? "EXCLUSIVE" : "NORMAL")"
  case 36: sql = mode == "both" ? "PRAGMA journal_mode=WAL" : "SELECT count(*) FROM t"
  case 37: sql = mode == "both" ? "PRAGMA journal_mode=DELETE" : "ANALYZE"
  case 38 where Int.random(in: 0..<4, using: &random) == 0:
    // In the middle of a transaction that has spilled into the file.
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE t SET n = n + 1000")
    writer.kill()
    try writer.start()
    return "kill"
  default: sql = change
  }
  return sql + ": " + writer.execute(sql)
}

@Test(.long, arguments: ["delete", "wal", "both"], Thoroughness.some([UInt64(11), 12]))
func aPageWhoseVersionStandsIsNeverStale(mode: String, seed: UInt64) async throws {
  var random = SeededGenerator(seed: seed)
  let fixture = try makeFixture(mode == "both" ? "delete" : mode)
  let database = try fixture.database {
    $0.busyMilliseconds = 1
    $0.inlineBudgetMilliseconds = 50
  }
  let table = try #require(try await database.table(named: "t"))
  let writer = try WriterProcess(path: fixture.path)
  let query = TableQuery(pageSize: rowCount * 2, count: .quick)
  var pages: [TablePage] = []
  var reused = 0, trail: [String] = []
  let rounds = Thoroughness.rounds(700, quickly: 250)
  for number in 0..<rounds {
    trail.append(try step(writer, &random, mode))
    let current = table.currentVersion
    // What a fresh connection reads now; a writer may be in the way.
    let truth: [[RecordValue]]
    do {
      try fixture.open(busyMilliseconds: 1)
      defer { fixture.close() }
      truth = try fixture.rows("SELECT count(*), sum(n), sum(length(filler)) FROM t")
    } catch { continue }
    guard let sums = truth.first else { continue }
    for page in pages where current != nil && page.version == current {
      reused += 1
      #expect(summary(page) == sums, "seed \(seed), mode \(mode), step \(number): \(trail.suffix(12))")
    }
    if Int.random(in: 0..<2, using: &random) == 0 {
      do {
        let page = try await table.page(query)
        #expect(summary(page) == sums, "a fresh page, seed \(seed), step \(number): \(trail.suffix(12))")
        pages.append(page)
        if pages.count > 40 { pages.removeFirst() }
      } catch is TableError {}
    }
  }
  #expect(reused > rounds / 7, "the test has nothing to go by: \(reused)")
}

private func summary(_ page: TablePage) -> [RecordValue] {
  var sums = (count: 0, n: Int64(0), filler: 0)
  for row in page.rows {
    sums.count += 1
    if case .integer(let n) = row[1] { sums.n += n }
    if case .text(let text) = row[2] { sums.filler += text.utf8.count }
  }
  return sums.count == 0
    ? [.integer(0), .null, .null] : [.integer(Int64(sums.count)), .integer(sums.n), .integer(Int64(sums.filler))]
}

@Test(.long, arguments: ["delete", "wal"])
func aPageIsNeverOlderThanWhatWasReadBeforeItsVersionWasCompared(mode: String) async throws {
  let fixture = try makeFixture(mode)
  let database = try fixture.database { $0.busyMilliseconds = 100 }
  let table = try #require(try await database.table(named: "t"))
  let writer = try WriterProcess(path: fixture.path)
  let query = TableQuery(pageSize: 1, count: .none)
  try fixture.open(busyMilliseconds: 20)
  defer { fixture.close() }
  var kept: TablePage?
  var commits = 0, reused = 0
  for round in 0..<1200 {
    // Answers are read later, so that the writer is at work while this side looks.
    writer.send(round % 7 == 0 ? "SELECT 1" : "UPDATE t SET n = n + 1")
    commits += 1
    for _ in 0..<3 {
      guard let truth = try? fixture.rows("SELECT n FROM t WHERE id = 1").first?.first, case .integer(let seen) = truth
      else { continue }
      if let page = kept, page.version != nil, page.version == table.currentVersion,
        case .integer(let shown) = page.rows[0][1]
      {
        reused += 1
        #expect(shown >= seen, "mode \(mode), round \(round)")
      } else {
        kept = try? await table.page(query)
      }
    }
    if commits > 20 {
      for _ in 0..<commits { _ = writer.answer() }
      commits = 0
    }
  }
  #expect(reused > 50)
}
