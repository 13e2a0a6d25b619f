import BoundedWork
import SQLTables
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

/// Transactions that stay open from one page to the next, where pages follow each other closely.
@Suite struct KeptTransactionTests {
  private let query = TableQuery(pageSize: 5, count: .none)

  private func makeFixture(_ mode: String) throws -> Fixture {
    let fixture = try Fixture(
      "PRAGMA journal_mode=\(mode); CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO t VALUES (1, 0), (2, 0)"
    )
    fixture.close()
    return fixture
  }

  private func number(_ page: TablePage) -> RecordValue? { page.rows.first?[1] }

  /// Goes on until a transaction is kept: how soon one stretch of work follows the other is up to the machine, so that each does next to nothing.
  private func keep(of database: SQLiteDatabase, attempts: Int = 2_000) throws -> Bool {
    let file = database.openFile
    for _ in 0..<attempts {
      _ = try file.pool.withInlineConnection(to: file, at: file.label(), nanoseconds: 1_000_000_000) {
        try $1.schemaVersion()
      }
      if file.pool.look(at: WorkBudget.now()) { return true }
    }
    return false
  }

  @Test func itIsOverAMillisecondAfterItBegan() {
    var kept = KeptTransaction()
    kept.start(at: 1_000_000_000)
    #expect(!kept.isClose)
    kept.start(at: 1_000_200_000)
    #expect(kept.isClose)
    kept.open()
    #expect(kept.isOpen && !kept.isOver && !kept.isOver(at: 1_001_199_999) && kept.isOver(at: 1_001_200_000))
    kept.start(at: 1_001_200_000)
    #expect(!kept.isClose && kept.isOver)
  }

  @Test(arguments: ["delete", "wal"])
  func whatAnotherProgramHasCommittedIsReadAtOnce(mode: String) async throws {
    let fixture = try makeFixture(mode)
    let database = try fixture.database()
    let table = try #require(try await database.table(named: "t"))
    let writer = try WriterProcess(path: fixture.path)
    _ = try await table.page(query)
    var kept = 0
    for round in 1...60 {
      // Without a log, only before the first change.
      let attempts = mode == "wal" || round == 1 ? 2_000 : 20
      if try keep(of: database, attempts: attempts) { kept += 1 }
      while writer.execute("UPDATE t SET n = \(round)") != "ok" {}
      #expect(try await number(table.page(query)) == .integer(Int64(round)), "\(mode), round \(round)")
    }
    #expect(mode == "wal" ? kept > 30 : kept == 1)
  }

  @Test func whereNobodyReadsAnyLongerNobodyHasToWait() async throws {
    let fixture = try makeFixture("delete")
    let database = try fixture.database()
    let writer = try WriterProcess(path: fixture.path)
    writer.execute("PRAGMA busy_timeout=0")
    #expect(try keep(of: database))
    var isWritten = false
    for _ in 0..<500 where !isWritten {
      try await Task.sleep(for: .milliseconds(5))
      isWritten = writer.execute("UPDATE t SET n = 1") == "ok"
    }
    #expect(isWritten)
  }

  @Test func aWriterGetsItsTurnHoweverMuchIsRead() async throws {
    let fixture = try makeFixture("delete")
    let database = try fixture.database()
    let table = try #require(try await database.table(named: "t"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask { [query] in
          while !Task.isCancelled { _ = try? await table.page(query) }
        }
      }
      let writer = try WriterProcess(path: fixture.path)
      var written = 0, refused = 0
      while written < 40, refused < 400 {
        if writer.execute("UPDATE t SET n = n + 1") == "ok" { written += 1 } else { refused += 1 }
      }
      group.cancelAll()
      #expect(written == 40, "refused \(refused) times")
    }
    #expect(try await number(table.page(query)) == .integer(40))
  }

  @Test func whereAnotherProgramHasBegunToWriteNoneIsKept() async throws {
    let fixture = try makeFixture("delete")
    let database = try fixture.database()
    let writer = try WriterProcess(path: fixture.path)
    #expect(try keep(of: database))
    #expect(writer.execute("BEGIN IMMEDIATE") == "ok")
    // One that was kept before is seen by whoever reads next, or ended by the watch.
    while database.openFile.pool.look(at: WorkBudget.now()) {}
    #expect(try !keep(of: database, attempts: 200))
    #expect(writer.execute("ROLLBACK") == "ok")
    // It may try again soon.
    #expect(try !keep(of: database, attempts: 200))
  }

  @Test func whatIsLabelledByALaterLookIsReadAnew() async throws {
    let fixture = try makeFixture("wal")
    let database = try fixture.database()
    let writer = try WriterProcess(path: fixture.path)
    let file = database.openFile
    let connection = try file.pool.open()
    // Two stretches of work, one right behind the other, as often as it takes.
    while !connection.kept.isOpen {
      connection.start(isInline: true, nanoseconds: 1_000_000_000, busyMilliseconds: 0)
      connection.start(at: file.label(), of: file)
    }
    _ = try connection.schemaVersion()
    #expect(writer.execute("CREATE TABLE u (x)") == "ok")
    #expect(try file.currentCatalog(on: connection).entry(named: "u") != nil)
    #expect(!connection.kept.isOpen)
  }

  @Test func workThatTakesLongKeepsNone() async throws {
    let fixture = try makeFixture("delete")
    let database = try fixture.database()
    #expect(try keep(of: database))
    // On the connection that was used last.
    let isOpen = try database.openFile.pool.withConnection(
      isInline: false, nanoseconds: 1_000_000_000, busyMilliseconds: 0
    ) { $0.kept.isOpen }
    #expect(!isOpen)
  }

  @Test func aFileThatIsWrittenToHereKeepsNone() async throws {
    let fixture = try makeFixture("delete")
    let database = try fixture.database { $0.isWritable = true }
    #expect(try !keep(of: database, attempts: 200))
  }
}
