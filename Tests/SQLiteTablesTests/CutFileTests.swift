import Foundation
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

/// Files that others cut, lock or make read-only while they are served.
@Suite struct CutFileTests {
  private static let statements =
    "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO note VALUES (1, 'one')"

  private func insert(_ text: String, into sample: WritableFixture) async throws {
    _ = try await sample.writer("note").apply([.insert([.init("text", .text(text))])], by: "ada")
  }

  private func count(_ sample: WritableFixture) async throws -> Int {
    let table = try #require(try await sample.database.table(named: "note"))
    return try await table.page(TableQuery(pageSize: 100)).rows.count
  }

  /// Whoever cuts the index of a write-ahead log ends every program that has it mapped, unless it takes care.
  @Test func aLogsIndexThatIsCutIsBuiltAnew() async throws {
    let sample = try WritableFixture(Self.statements)
    try await insert("two", into: sample)
    let index = sample.fixture.path + "-shm"
    for round in 0..<20 {
      let before = try await count(sample)
      try #require(truncate(index, 0) == 0)
      if round % 2 == 0 { try await insert("more", into: sample) }
      #expect(try await count(sample) == before + (round % 2 == 0 ? 1 : 0))
    }
    #expect(try sample.fixture.rows("PRAGMA integrity_check") == [[.text("ok")]])
    #expect(try sample.fixture.rows("SELECT count(*) FROM note") == [[.integer(12)]])
  }

  /// It is no database that never had tables.
  @Test(arguments: [true, false])
  func aFileThatIsCutToNothingIsDamagedAndComesBack(isLogged: Bool) async throws {
    let fixture = try Fixture(Self.statements + (isLogged ? "; PRAGMA journal_mode = WAL" : ""))
    let database = try fixture.database()
    _ = try await database.table(named: "note")?.schema()
    let content = try Data(contentsOf: URL(filePath: fixture.path))
    try #require(truncate(fixture.path, 0) == 0)
    await #expect(throws: TableError.self) { _ = try await database.table(named: "note") }
    await #expect(throws: TableError.self) { _ = try await database.tables() }
    let handle = try FileHandle(forWritingTo: URL(filePath: fixture.path))
    try handle.write(contentsOf: content)
    try handle.close()
    let table = try await database.table(named: "note")
    #expect(table != nil)
  }

  /// SQLite calls that a full disk.
  @Test func aTableWithoutNumbersLeftIsNoFullDisk() async throws {
    let sample = try WritableFixture(
      "CREATE TABLE note (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT); INSERT INTO note VALUES (9223372036854775807, 'last')"
    )
    let error = await #expect(throws: RecordChangeError.self) { try await insert("more", into: sample) }
    guard case .refused(let reason)? = error else { return #expect(error == nil, "\(String(describing: error))") }
    #expect(reason.contains("AUTOINCREMENT"))
  }

  @Test func afterTheEndTheFileAloneHasEveryRow() async throws {
    let sample = try WritableFixture(Self.statements)
    for number in 0..<5 { try await insert("row \(number)", into: sample) }
    let log = URL(filePath: sample.fixture.path + "-wal")
    #expect(try Data(contentsOf: log).count > 0)
    #expect(await sample.database.finish() == nil)
    #expect(try Data(contentsOf: log).isEmpty)
    let copy = try Fixture()
    copy.close()
    try Data(contentsOf: URL(filePath: sample.fixture.path)).write(to: URL(filePath: copy.path))
    try copy.open()
    #expect(try copy.rows("SELECT count(*) FROM note") == [[.integer(6)]])
    // Whoever goes on afterwards may.
    try await insert("late", into: sample)
    #expect(try await count(sample) == 7)
  }

  /// What a process that was killed left in the log is brought in too.
  @Test func aLogThatOthersLeftIsBroughtIn() async throws {
    let sample = try WritableFixture(Self.statements)
    try await insert("two", into: sample)
    let second = try sample.fixture.database { $0.isWritable = true }
    #expect(await second.finish() == nil)
    #expect(try Data(contentsOf: URL(filePath: sample.fixture.path + "-wal")).isEmpty)
  }

  @Test func whoeverReadsTheLogIsSaidToBeInTheWay() async throws {
    let sample = try WritableFixture(Self.statements)
    try await insert("two", into: sample)
    let reader = try SQLiteConnection(
      FileLocation(path: sample.fixture.path, isImmutable: false), pageCacheKibibytes: 64, busyMilliseconds: 100)
    try reader.execute("BEGIN")
    try reader.rows("SELECT count(*) FROM note") { _ in }
    try await insert("three", into: sample)
    #expect(await sample.database.finish()?.contains("-wal") == true)
    try reader.execute("COMMIT")
    #expect(await sample.database.finish() == nil)
  }
}
