import SeededNumbers
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

@Suite struct CursorTests {
  /// The values of the columns of all rows, and the largest page.
  private static func read(_ cursor: any RecordCursor) async throws -> (rows: [[RecordValue]], largest: Int) {
    var rows: [[RecordValue]] = []
    var largest = 0
    // Ended in any case, so that a cursor that begins anew fails instead of filling the memory.
    while rows.count < 1_000_000, let page = try await cursor.next() {
      #expect(page.count > 0 && page.schema === cursor.schema)
      largest = max(largest, page.count)
      for record in Records(page: page) { rows.append(cursor.schema.columns.indices.map { record[$0] }) }
    }
    return (rows, largest)
  }

  private static func generated(_ count: Int) throws -> Fixture {
    try Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, g INTEGER, name TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO t SELECT i, i % 7, 'row ' || i FROM n;
      """)
  }

  @Test func everyRowComesInBoundedPieces() async throws {
    let fixture = try Self.generated(25_000)
    let table = try #require(try await fixture.database().table(named: "t"))
    let (rows, largest) = try await Self.read(try await table.cursor(TableQuery(pageSize: 3)))
    #expect(largest <= 500)
    #expect(rows == (try fixture.rows("SELECT * FROM t ORDER BY id")))
  }

  /// A field takes memory, however short its value is: hundreds of rows would be more than a piece may have.
  @Test(arguments: [40, 1_999])
  func rowsOfManyColumnsComeInPiecesOfFewRows(columns: Int) async throws {
    let names = (1..<columns).map { "c\($0)" }.joined(separator: ",")
    let values = (1..<columns).map { "i * \($0)" }.joined(separator: ",")
    let fixture = try Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, \(names));
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600) INSERT INTO t SELECT i, \(values) FROM n;
      """)
    let table = try #require(try await fixture.database().table(named: "t"))
    let (rows, largest) = try await Self.read(try await table.cursor(TableQuery()))
    #expect(rows.count == 600 && rows.last?.last == .integer(Int64(600 * (columns - 1))))
    #expect(largest * columns <= 16_384 && largest > 1)
  }

  @Test func longTextsEndAPieceEarly() async throws {
    let fixture = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)")
    let text = String(repeating: "x", count: 100_000)
    for _ in 0..<10 { try fixture.execute("INSERT INTO t (x) VALUES ('\(text)')") }
    let table = try #require(try await fixture.database().table(named: "t"))
    let (rows, largest) = try await Self.read(try await table.cursor(TableQuery()))
    #expect(rows.count == 10 && largest == SQLiteCursor.stepBytes / text.utf8.count + 1)
  }

  @Test func sortAndFiltersHold() async throws {
    let fixture = try Self.generated(3_000)
    let table = try #require(try await fixture.database().table(named: "t"))
    var query = TableQuery(sort: [SortTerm(column: 2, isDescending: true)])
    query.selection.filters = [ColumnFilter(column: 1, condition: .exact, value: "3")]
    let (rows, _) = try await Self.read(try await table.cursor(query))
    #expect(rows == (try fixture.rows("SELECT * FROM t WHERE g = 3 ORDER BY name DESC, id DESC")))
  }

  @Test func aViewIsReadToo() async throws {
    let fixture = try Self.generated(2_500)
    try fixture.execute("CREATE VIEW v AS SELECT g, count(*) AS n FROM t GROUP BY g")
    let table = try #require(try await fixture.database().table(named: "v"))
    let (rows, _) = try await Self.read(try await table.cursor(TableQuery()))
    #expect(rows == (try fixture.rows("SELECT * FROM v")))
  }

  @Test(arguments: ["DELETE", "WAL"])
  func everyRowIsOfOneState(journal: String) async throws {
    let fixture = try Self.generated(5_000)
    try fixture.execute("PRAGMA journal_mode=\(journal)")
    let table = try #require(try await fixture.database().table(named: "t"))
    let cursor = try await table.cursor(TableQuery())
    var count = try #require(try await cursor.next()).count
    // With a log the writer goes on beside the reader; without one it has to wait.
    let isWritten = (try? fixture.execute("PRAGMA busy_timeout=10; DELETE FROM t WHERE id > 2000")) != nil
    #expect(isWritten == (journal == "WAL"))
    while count < 1_000_000, let page = try await cursor.next() { count += page.count }
    #expect(count == 5_000)
    // The end of the cursor is the end of its transaction.
    try fixture.execute("DELETE FROM t WHERE id > 1000")
  }

  @Test func onlySoManyRunAtOnce() async throws {
    let fixture = try Self.generated(5_000)
    let table = try #require(try await fixture.database { $0.exportLimit = 2 }.table(named: "t"))
    let first = try await table.cursor(TableQuery())
    var second: (any RecordCursor)? = try await table.cursor(TableQuery())
    #expect(try await second?.next() != nil)
    await #expect(throws: TableError.self) { try await table.cursor(TableQuery()) }
    second = nil
    // The thread that answered last lets go of the cursor a moment after its answer.
    var third = try? await table.cursor(TableQuery())
    for _ in 0..<6000 where third == nil {
      try await Task.sleep(for: .milliseconds(10))
      third = try? await table.cursor(TableQuery())
    }
    #expect(try await third?.next() != nil)
    #expect(try await first.next() != nil)
    // Pages are read all the while.
    #expect(try await table.page(TableQuery(pageSize: 5)).rows.count == 5)
  }

  @Test func itsTimeRunsOutWhetherItIsAskedOrNot() async throws {
    let fixture = try Self.generated(5_000)
    let database = try fixture.database {
      $0.exportTimeLimitSeconds = 1
      $0.exportLimit = 1
    }
    let table = try #require(try await database.table(named: "t"))
    let cursor = try await Self.started(table)
    // Once the transaction is over a writer without a log gets through.
    var isDeleted = false
    for _ in 0..<3000 where !isDeleted {
      try await Task.sleep(for: .milliseconds(20))
      isDeleted = (try? fixture.execute("DELETE FROM t WHERE id = 1")) != nil
    }
    #expect(isDeleted)
    await #expect(throws: TableError.timeLimitReached(seconds: 1)) { try await cursor.next() }
    // Its place is free again.
    _ = try await Self.started(table)
  }

  /// A cursor that has been read from. On a machine that has more to do, a cursor's time may be over before its reader's turn comes:
  /// then the next one has its own.
  private static func started(_ table: any RecordTable) async throws -> any RecordCursor {
    for _ in 0..<20 {
      let cursor = try await table.cursor(TableQuery())
      do {
        #expect(try await cursor.next() != nil)
        return cursor
      } catch TableError.timeLimitReached {
        continue
      }
    }
    return try await table.cursor(TableQuery())
  }

  @Test func aCancelledScanStops() async throws {
    let fixture = try Self.generated(100_000)
    let table = try #require(try await fixture.database().table(named: "t"))
    var query = TableQuery()
    query.selection.filters = [ColumnFilter(column: 2, condition: .exact, value: "none")]
    let cursor = try await table.cursor(query)
    let asking = Task { try await cursor.next() }
    asking.cancel()
    // It may be over before it is cancelled, with nothing found; it is never asked in vain after that.
    if case .success(let page) = await asking.result { #expect(page == nil) }
  }
}
