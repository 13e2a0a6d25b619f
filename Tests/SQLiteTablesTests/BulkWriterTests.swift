import TableModel
import Testing

@testable import SQLiteTables

@Suite struct BulkWriterTests {
  @Test func readersSeeWhatWasCommittedAndNoMore() async throws {
    let fixture = try Fixture()
    let writer = try SQLiteBulkWriter(path: fixture.folder + "/own.sqlite")
    try writer.execute("CREATE TABLE t (a INTEGER, b REAL, c TEXT, d)")
    let database = try SQLiteDatabase.open(path: fixture.folder + "/own.sqlite")
    func count() async throws -> Int? {
      guard let table = try await database.table(named: "t") else { return nil }
      return try await table.page(TableQuery(pageSize: 10)).sections.reduce(0) {
        $0 + (($1 as? RecordSection)?.page.count ?? 0)
      }
    }
    let bytes = Array("007 Zoë".utf8)
    let insertion = try writer.insertion(into: "t", columnCount: 4)
    let fields = [
      BulkField(-7 as Int64), BulkField(1.5), BulkField(textAt: 4, count: 4), BulkField(textAt: 0, count: 3),
    ]
    try writer.begin()
    try insertion.add(fields, of: bytes)
    try insertion.add([BulkField(textAt: 0, count: 0)], of: bytes)
    #expect(try await count() == 0)
    try writer.commit()
    #expect(try await count() == 2)
    try writer.begin()
    try insertion.add(fields, of: bytes)
    writer.rollBack()
    #expect(try await count() == 2)
    let rows = try writer.rows("SELECT a, b, c, d, typeof(d) FROM t")
    #expect(rows == [["-7", "1.5", "Zoë", "007", "text"], ["", nil, nil, nil, "null"]])
  }

  @Test func textsBeyondTheBytesAreCut() throws {
    let fixture = try Fixture()
    let writer = try SQLiteBulkWriter(path: fixture.folder + "/own.sqlite")
    try writer.execute("CREATE TABLE t (a)")
    let insertion = try writer.insertion(into: "t", columnCount: 1)
    for field in [BulkField(textAt: 2, count: 100), BulkField(textAt: 100, count: 1), BulkField(textAt: -1, count: -1)]
    {
      try insertion.add([field], of: Array("abc".utf8))
    }
    #expect(try writer.rows("SELECT a FROM t") == [["c"], [""], [""]])
  }

  /// SQLite keeps the pages of before for as long as the statement may have to be taken back.
  @Test func aStatementMayChangeMorePagesThanMemoryIsKeptFor() throws {
    let fixture = try Fixture()
    let writer = try SQLiteBulkWriter(path: fixture.folder + "/own.sqlite")
    try writer.execute("CREATE TABLE t (a INTEGER UNIQUE, b TEXT)")
    let rows = "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
    try writer.execute("\(rows) INSERT INTO t SELECT i, printf('%1000d', i) FROM n")
    try writer.begin()
    try writer.execute("UPDATE t SET a = -a, b = upper(b)")
    #expect(throws: (any Error).self) { try writer.execute("UPDATE t SET a = max(a, -1999)") }
    try writer.commit()
    #expect(
      try writer.rows("SELECT count(*), min(a), max(a), sum(length(b)) FROM t") == [["2000", "-2000", "-1", "2000000"]])
    try writer.begin()
    try writer.execute("DROP TABLE t")
    try writer.commit()
    #expect(try writer.rows("SELECT name FROM sqlite_schema") == [])
  }

  @Test func aFolderThatIsNotThereIsTold() {
    #expect(throws: TableError.self) { try SQLiteBulkWriter(path: "/nowhere/at/all.sqlite") }
  }

  @Test func workOnAThreadOfItsOwnAnswersOrThrows() async throws {
    #expect(try await BackgroundThread.run { 7 } == 7)
    await #expect(throws: CancellationError.self) { try await BackgroundThread.run { throw CancellationError() } }
  }
}
