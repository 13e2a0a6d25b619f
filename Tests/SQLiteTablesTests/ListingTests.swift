import SQLTables
import Synchronization
import TableModel
import Testing

@testable import SQLiteTables

@Suite struct ListingTests {
  private let fixture: Fixture
  private let database: SQLiteDatabase

  init() throws {
    fixture = try Fixture(
      """
      CREATE TABLE fruit (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO fruit VALUES (1, 'apple'), (2, 'pear');
      CREATE VIEW names AS SELECT name FROM fruit;
      CREATE VIEW broken AS SELECT * FROM gone;
      """)
    database = try fixture.database()
  }

  private func counts() async throws -> [String: TableCount] {
    Dictionary(uniqueKeysWithValues: try await database.tables().map { ($0.name, $0.count) })
  }

  @Test func aListIsKeptAsLongAsNothingChanges() async throws {
    let first = try await database.tables()
    let kept = try #require(database.openFile.summaries.withLock { $0 })
    #expect(kept.tables == first)
    #expect(kept.label == database.currentVersion)
    #expect(try await database.tables() == first)
    #expect(try await counts() == ["fruit": .exact(2), "names": .exact(2), "broken": .unknown])
  }

  @Test func whatIsKnownAtOnceIsTheListOfTheStateThatTheFileIsIn() async throws {
    #expect(try database.knownTables() == nil)
    let (tables, kind) = (try await database.tables(), try await database.kind())
    let known = try #require(try database.knownTables())
    #expect(known.tables == tables && known.kind == kind)
    try fixture.execute("INSERT INTO fruit VALUES (3, 'plum')")
    #expect(try database.knownTables() == nil)
    let changed = try await database.tables()
    let knownNow = try database.knownTables()
    #expect(changed != tables && knownNow?.tables == changed)
  }

  @Test func aListThatIsKnownWaitsForNoWriterUnlessTheFileIsKeptLocked() async throws {
    let database = try fixture.database { $0.busyMilliseconds = 20 }
    let known = try await database.tables()
    let watch = try #require(database.openFile.watch)
    let writer = try WriterProcess(path: fixture.path)
    #expect(!watch.isLocked)
    // Whoever means to write lets others read until the moment of the commit.
    #expect(writer.execute("BEGIN IMMEDIATE") == "ok" && !watch.isLocked)
    #expect(try await database.tables() == known)
    #expect(writer.execute("ROLLBACK") == "ok" && writer.execute("BEGIN EXCLUSIVE") == "ok" && watch.isLocked)
    #expect(try database.knownTables() == nil)
    await #expect(throws: TableError.self) { try await database.tables() }
    #expect(writer.execute("INSERT INTO fruit VALUES (3, 'plum')") == "ok" && writer.execute("COMMIT") == "ok")
    #expect(!watch.isLocked)
    #expect(try await database.tables().first { $0.name == "fruit" }?.count == .exact(3))
  }

  @Test func listsOfManyTablesAreReadToTheEnd() async throws {
    try fixture.execute((1...1_000).map { "CREATE TABLE table\($0) (a, b, c);" }.joined())
    // Their counts take longer than a list waits for them; their columns don't depend on that.
    let tables = try await database.tables().filter { $0.name.hasPrefix("table") }
    #expect(tables.count == 1_000 && tables.allSatisfy { $0.columns == ["a", "b", "c"] })
  }

  @Test func whatTakesLongToCountIsTriedOnceAndSaidWhenItIsKnown() async throws {
    try fixture.execute(
      """
      CREATE VIEW slow AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 300000)
      SELECT count(*) AS c FROM n
      """)
    #expect(try await counts()["slow"] == .unknown)
    let file = database.openFile
    #expect(file.table(named: "slow").counts.glance(.everything, at: file.label()) == .unknown)
    // What is kept is what is answered: nothing is read anew for want of a count.
    let kept = try #require(file.summaries.withLock { $0 })
    file.summaries.withLock { $0 = (kept.tables.filter { $0.name != "names" }, kept.label, kept.schemaVersion) }
    #expect(try await counts()["names"] == nil)
    let table = try #require(try await database.table(named: "slow"))
    var count = TableCount.unknown
    for _ in 0..<2000 where count != .exact(1) {
      count = try await table.count(TableQuery(count: .exact))
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(try await counts()["slow"] == .exact(1))
  }

  @Test func whatCannotBeCountedHasItsColumnsAndIsNotTriedForEachList() async throws {
    try fixture.execute("CREATE VIRTUAL TABLE words USING fts5(text, content='gone')")
    let words = try #require(try await database.tables().first { $0.name == "words" })
    #expect(words.columns == ["text"] && words.count == .unknown)
    let file = database.openFile, kept = try #require(file.summaries.withLock { $0 })
    file.summaries.withLock { $0 = (kept.tables.filter { $0.name != "names" }, kept.label, kept.schemaVersion) }
    #expect(try await counts()["names"] == nil)
  }

  @Test func thousandsOfTablesAllHaveTheirColumnsHoweverLongThatTakes() async throws {
    let tables = (1...4_000).map { "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY, name TEXT);" }
    try fixture.execute("BEGIN; \(tables.joined()) COMMIT")
    let hurried = try fixture.database { $0.timeLimitSeconds = 0.01 }
    for table in try await hurried.tables() where table.name != "broken" {
      #expect(table.columns == (table.isView ? ["name"] : ["id", "name"]), "\(table.name)")
    }
    // A change of rows leaves what is known of columns, one of the schema doesn't.
    try fixture.execute("INSERT INTO t1 VALUES (1, 'new')")
    #expect(try await hurried.tables().first { $0.name == "t1" }?.columns == ["id", "name"])
    try fixture.execute("DROP TABLE t1; CREATE TABLE t1 (id INTEGER PRIMARY KEY, title TEXT)")
    #expect(try await hurried.tables().first { $0.name == "t1" }?.columns == ["id", "title"])
  }

  @Test func rowsAndTablesOfAnotherWriterAreSeenAtOnce() async throws {
    _ = try await database.tables()
    try fixture.execute("INSERT INTO fruit VALUES (3, 'fig')")
    #expect(try await counts()["fruit"] == .exact(3))
    try fixture.execute("CREATE TABLE gone (a); INSERT INTO gone VALUES (1); ALTER TABLE fruit ADD COLUMN colour TEXT")
    let tables = try await database.tables()
    #expect(tables.first { $0.name == "fruit" }?.columns == ["id", "name", "colour"])
    #expect(tables.first { $0.name == "broken" }?.columns == ["a"])
    #expect(try await counts()["broken"] == .exact(1))
    try fixture.execute("DROP TABLE gone")
    #expect(try await counts()["gone"] == nil)
  }

  @Test func aCountThatIsFoundLaterStandsInTheListThen() async throws {
    _ = try await database.tables()
    let file = database.openFile
    let label = try #require(database.currentVersion)
    let position = try #require(try await database.tables().firstIndex { $0.name == "fruit" })
    file.summaries.withLock { $0?.tables[position].count = .unknown }
    file.table(named: "fruit").counts.keep(.exact(2), for: .everything, at: label)
    #expect(try await counts()["fruit"] == .exact(2))
    // From then on it is the same list, which whoever has drawn it need not compare table by table.
    let (first, second) = (try await database.tables(), try await database.tables())
    #expect(first.withUnsafeBytes(\.baseAddress) == second.withUnsafeBytes(\.baseAddress))
  }

  @Test func aListThatIsReadAnewAndIsTheSameStaysTheSameMemory() async throws {
    let before = try await database.tables(), label = database.currentVersion
    try fixture.execute("PRAGMA user_version = 7")
    #expect(database.currentVersion != label)
    let after = try await database.tables()
    #expect(before == after)
    #expect(before.withUnsafeBytes(\.baseAddress) == after.withUnsafeBytes(\.baseAddress))
  }
}
