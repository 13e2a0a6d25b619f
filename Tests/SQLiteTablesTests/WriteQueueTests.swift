import CSQLite
import Dispatch
import Glibc
import SQLTables
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

/// How changes are stored: together, for good, and beside readers.
struct WriteQueueTests {
  private static let table = "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)"

  private func writer(_ database: SQLiteDatabase) async throws -> any RecordWriter {
    try #require(try await database.table(named: "note")?.writer)
  }

  private func note(_ text: String) -> [RecordChange] { [.insert([.init("text", .text(text))])] }

  @Test func aPageShowsAChangeAsSoonAsItIsStored() async throws {
    let fixture = try Fixture(Self.table)
    let database = try fixture.database { $0.isWritable = true }
    let table = try #require(try await database.table(named: "note"))
    for number in 0..<50 {
      let before = table.currentVersion
      let result = try await writer(database).apply(note("\(number)"), by: "test")
      let page = try await table.page(TableQuery(pageSize: 100))
      #expect(page.rows.count == number + 1)
      #expect(page.version == table.currentVersion)
      #expect(before == nil || table.currentVersion != before)
      #expect(result.outcomes.first?.after?.key == [.integer(Int64(number + 1))])
    }
  }

  @Test func theFirstChangePutsTheFileIntoWALModeUnlessThatIsUnwanted() async throws {
    for (isWanted, mode) in [(true, "wal"), (false, "delete")] {
      let fixture = try Fixture(Self.table)
      let database = try fixture.database {
        $0.isWritable = true
        $0.usesWriteAheadLog = isWanted
      }
      _ = try await database.table(named: "note")?.page(TableQuery())
      #expect(try fixture.rows("PRAGMA journal_mode") == [[.text("delete")]])
      _ = try await writer(database).apply(note("a"), by: "test")
      // A connection looks at the file's mode when it reads.
      #expect(try fixture.rows("SELECT count(*) FROM note") == [[.integer(1)]])
      #expect(try fixture.rows("PRAGMA journal_mode") == [[.text(mode)]])
      #expect(try await database.table(named: "note")?.page(TableQuery()).rows.count == 1)
    }
  }

  @Test func callsOfManyAreAllStoredAndEachGetsItsOwnAnswer() async throws {
    let fixture = try Fixture(Self.table + "; CREATE UNIQUE INDEX once ON note (text)")
    let database = try fixture.database {
      $0.isWritable = true
      $0.writeQueueLimit = 1_000
    }
    let writer = try await writer(database)
    let answers = await withTaskGroup { group in
      for number in 0..<400 {
        group.addTask {
          // Each text comes twice: one of both is refused, whichever group they are in.
          do { return try await writer.apply(note("\(number / 2)"), by: "test").outcomes.count } catch { return 0 }
        }
      }
      return await group.reduce(into: 0) { $0 += $1 }
    }
    #expect(answers == 200)
    #expect(try fixture.rows("SELECT count(*), count(DISTINCT text) FROM note") == [[.integer(200), .integer(200)]])
  }

  @Test func aFullQueueRefusesAtOnce() async throws {
    let fixture = try Fixture(Self.table)
    let database = try fixture.database {
      $0.isWritable = true
      $0.writeQueueLimit = 4
    }
    let writer = try await writer(database)
    _ = try await writer.apply(note("first"), by: "test")
    // The thread that writes is kept busy, so that nothing leaves the queue: how long others take to come makes no difference.
    let queue = try #require(database.writeQueue)
    let isFree = DispatchSemaphore(value: 0)
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    async let isRun = queue.afterwards {
      begin.finish()
      _ = isFree.wait(timeout: .now() + 60)
    }
    for await _ in began {}
    let refused = try await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          do {
            _ = try await writer.apply(note("\(number)"), by: "test")
            return false
          } catch TableError.busy { return true }
        }
      }
      var refused = 0
      while refused < 16, let isRefused = try await group.next() { refused += isRefused ? 1 : 0 }
      isFree.signal()
      return try await group.reduce(into: refused) { $0 += $1 ? 1 : 0 }
    }
    #expect(await isRun)
    #expect(refused == 16)
    #expect(try fixture.rows("SELECT count(*) FROM note") == [[.integer(5)]])
  }

  @Test func fewRowsAndManyAreWrittenInTheirOrderAndBeforeWhatComesAfterwards() async throws {
    let fixture = try Fixture(Self.table)
    let database = try fixture.database { $0.isWritable = true }
    let (writer, queue) = (try await writer(database), try #require(database.writeQueue))
    for round in 0..<20 {
      // Those of many rows are written on another thread; nothing is ever written beside them.
      let results = try await withThrowingTaskGroup { group in
        for number in 0..<10 {
          group.addTask {
            let rows = (0..<(number.isMultiple(of: 3) ? 150 : 1)).flatMap { _ in note("\(round) \(number)") }
            return try await writer.apply(rows, by: "test").outcomes.count
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(results == 606)
      async let last = writer.apply((0..<150).flatMap { _ in note("last") }, by: "test")
      // Behind what waits nobody writes any more: the file can be locked at once.
      let isRun = await queue.afterwards { [path = fixture.path] in
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        #expect(sqlite3_open(path, &handle) == SQLITE_OK)
        #expect(sqlite3_exec(handle, "BEGIN IMMEDIATE; ROLLBACK", nil, nil, nil) == SQLITE_OK)
      }
      #expect(isRun)
      #expect(try await last.outcomes.count == 150)
    }
    #expect(try fixture.rows("SELECT count(*) FROM note") == [[.integer(20 * 756)]])
    // The rows of one call follow on each other.
    let broken =
      "SELECT count(*) FROM (SELECT max(id) - min(id) + 1 <> count(*) AS b FROM note WHERE text <> 'last' GROUP BY text) WHERE b"
    #expect(try fixture.rows(broken) == [[.integer(0)]])
  }

  @Test func aFileThatAnotherProgramKeepsLockedIsSaidToBeBusy() async throws {
    let fixture = try Fixture(Self.table)
    let database = try fixture.database {
      $0.isWritable = true
      $0.writeBusyMilliseconds = 50
    }
    let writer = try await writer(database)
    _ = try await writer.apply(note("first"), by: "test")
    try fixture.execute("BEGIN IMMEDIATE")
    await #expect(throws: TableError.self) { try await writer.apply(note("second"), by: "test") }
    // Readers don't mind.
    #expect(try await database.table(named: "note")?.page(TableQuery()).rows.count == 1)
    try fixture.execute("ROLLBACK")
    _ = try await writer.apply(note("second"), by: "test")
    #expect(try fixture.rows("SELECT text FROM note") == [[.text("first")], [.text("second")]])
  }

  @Test func aFileThatTookThePlaceOfAnotherIsTheOneThatIsWrittenTo() async throws {
    let fixture = try Fixture(Self.table)
    let database = try fixture.database { $0.isWritable = true }
    _ = try await writer(database).apply(note("old"), by: "test")
    fixture.close()
    let other = try Fixture(Self.table + "; INSERT INTO note VALUES (5, 'new')")
    other.close()
    for suffix in ["-wal", "-shm"] { unlink(fixture.path + suffix) }
    #expect(rename(other.path, fixture.path) == 0)
    let result = try await writer(database).apply(note("more"), by: "test")
    #expect(result.outcomes[0].after?["id"] == .integer(6))
    try fixture.open()
    #expect(try fixture.rows("SELECT text FROM note") == [[.text("new")], [.text("more")]])
  }

  @Test func aChangeOfTheSchemaInBetweenIsNoticed() async throws {
    let fixture = try Fixture(Self.table)
    let database = try fixture.database { $0.isWritable = true }
    let writer = try await writer(database)
    _ = try await writer.apply(note("a"), by: "test")
    try fixture.execute("ALTER TABLE note ADD COLUMN mark INTEGER DEFAULT 3")
    let result = try await writer.apply([.insert([.init("text", .text("b")), .init("mark", .text("4"))])], by: "test")
    #expect(result.outcomes[0].after?["mark"] == .integer(4))
    try fixture.execute("ALTER TABLE note DROP COLUMN mark")
    await #expect(throws: RecordChangeError.self) {
      try await writer.apply([.insert([.init("mark", .integer(1))])], by: "test")
    }
    try fixture.execute("DROP TABLE note")
    await #expect(throws: (any Error).self) { try await writer.apply(note("c"), by: "test") }
  }

  @Test func thoseWhoSeeAPartOfTheDatabaseWriteBesideTheOthers() async throws {
    let fixture = try Fixture(Self.table + "; CREATE TABLE secret (id INTEGER PRIMARY KEY, text TEXT)")
    let database = try fixture.database { $0.isWritable = true }
    let part = try database.restricted { name, _ in name == "note" }
    let partial = try #require(try await part.table(named: "note")?.writer)
    let whole = try #require(try await database.table(named: "secret")?.writer)
    #expect(try await part.table(named: "secret") == nil)
    try await withThrowingTaskGroup { group in
      for number in 0..<60 {
        let writer = number % 2 == 0 ? partial : whole
        group.addTask { _ = try await writer.apply([.insert([.init("text", .text("\(number)"))])], by: "test") }
      }
      try await group.waitForAll()
    }
    #expect(
      try fixture.rows("SELECT (SELECT count(*) FROM note), (SELECT count(*) FROM secret)") == [
        [.integer(30), .integer(30)]
      ])
  }

  @Test func aFileThatCannotBeWrittenToIsSaidToBeSo() async throws {
    let fixture = try Fixture(Self.table)
    fixture.close()
    let database = try fixture.database {
      $0.isWritable = true
      $0.isImmutable = true
    }
    #expect(try await database.table(named: "note")?.writer == nil)
  }
}
