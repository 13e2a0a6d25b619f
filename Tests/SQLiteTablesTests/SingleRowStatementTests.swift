import SQLTables
import TableModel
import Testing

@testable import SQLiteTables

/// A row's page tells the rows beside it, whatever names them.
@Suite struct SingleRowStatementTests {
  private static let numbers: [Int64] = [.min, -70, -1, 0, 1, 2, 40, .max]

  /// The rows stand in the order of their keys, with gaps between them.
  private static let tables = [
    "(id INTEGER PRIMARY KEY, note TEXT)", "(note TEXT, id INTEGER PRIMARY KEY)",
    "(id INTEGER PRIMARY KEY, note TEXT, other REFERENCES t)", "(id INTEGER PRIMARY KEY, note TEXT, data BLOB)",
    "(id INT PRIMARY KEY NOT NULL, note TEXT)", "(id INTEGER PRIMARY KEY, note TEXT) WITHOUT ROWID",
  ]

  @Test(arguments: tables)
  func eachRowTellsThoseBesideIt(_ columns: String) async throws {
    let rows = Self.numbers.reversed().map { "INSERT INTO t (id, note) VALUES (\($0), 'row \($0)');" }.joined()
    let fixture = try Fixture("CREATE TABLE t \(columns);" + rows)
    let table = try #require(try await fixture.database().table(named: "t"))
    let note = try #require(try await table.schema().column(named: "note"))
    // Twice, so that what was made for one row is used for others.
    for (place, number) in Array(Self.numbers.enumerated()) + Array(Self.numbers.enumerated()) {
      let detail = try await table.record(RowKey(number), neighbours: true)
      #expect(detail.record[note] == .text("row \(number)"))
      #expect(detail.previousKey == (place > 0 ? RowKey(Self.numbers[place - 1]) : nil))
      #expect(detail.nextKey == (place + 1 < Self.numbers.count ? RowKey(Self.numbers[place + 1]) : nil))
      let alone = try await table.record(RowKey(number))
      #expect(alone.record[note] == detail.record[note] && alone.previousKey == nil && alone.nextKey == nil)
    }
    await #expect(throws: TableError.notFound("Record not found")) {
      try await table.record(RowKey(5), neighbours: true)
    }
  }

  @Test func rowsWithoutAKeyTellThoseBesideThemByTheirRowIDs() async throws {
    let fixture = try Fixture("CREATE TABLE t (note); INSERT INTO t (rowid, note) VALUES (3, 'c'), (9, 'i'), (-4, 'a')")
    let table = try #require(try await fixture.database().table(named: "t"))
    let detail = try await table.record(RowKey(3), neighbours: true)
    #expect(detail.previousKey == RowKey(-4) && detail.nextKey == RowKey(9))
  }

  /// What is asked for in one statement is that of the schema as it is.
  @Test func aColumnThatComesMeanwhileIsRead() async throws {
    let fixture = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)")
    let table = try #require(try await fixture.database().table(named: "t"))
    #expect(try await table.record(RowKey(2), neighbours: true).nextKey == RowKey(3))
    try fixture.execute("ALTER TABLE t ADD COLUMN note DEFAULT 'new'; DELETE FROM t WHERE id = 3")
    let detail = try await table.record(RowKey(2), neighbours: true)
    #expect(detail.record[1] == .text("new") && detail.previousKey == RowKey(1) && detail.nextKey == nil)
  }

  /// A statement that SQLite has prepared anew since may be of another schema.
  @Test func aRowIsReadWithoutATransactionOnlyByAStatementThatIsKnownToBeOfItsSchema() async throws {
    let fixture = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, note); INSERT INTO t VALUES (1, 'a'), (2, 'b')")
    let database = try fixture.database()
    let table = try #require(try await database.table(named: "t"))
    _ = try await table.schema()
    let definition = try #require(database.openFile.table(named: "t").definition)
    let rowMemory = database.options.rowMemory
    // On the one connection of the database's threads.
    func note(isAlone: Bool) async throws -> RecordValue? {
      try await database.answerOnThread { file, connection in
        let reader = RecordReader(
          definition: definition, connection: connection, memory: rowMemory, file: file, isAlone: isAlone)
        let locator = try #require(RowLocator(RowKey(2), in: definition))
        return try reader.rowAmongOthers(locator, rowID: 0)?.record[1]
      }
    }
    #expect(try await note(isAlone: true) == nil)
    #expect(try await note(isAlone: false) == .text("b"))
    #expect(try await note(isAlone: true) == .text("b"))
    try fixture.execute("ALTER TABLE t ADD COLUMN other")
    #expect(try await note(isAlone: true) == nil)
  }

  /// One statement reads the row and looks beside it, each by the row id and nowhere else.
  @Test func neighboursAreFoundByTheirRowIDs() async throws {
    let fixture = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); CREATE INDEX i ON t (a)")
    let database = try fixture.database()
    let table = try #require(try await database.table(named: "t"))
    _ = try await table.schema()
    let steps = try await database.answerOnThread { file, connection in
      let definition = try #require(file.table(named: "t").definition)
      let rowID = try #require(definition.orderingRowID)
      let text = definition.statement(ofRowAndNeighboursBy: rowID, blobsUpTo: 1_000).text.sql
      var steps: [String] = []
      try connection.rows("EXPLAIN QUERY PLAN " + text) { steps.append($0.text(3) ?? "") }
      return steps.filter { !$0.hasPrefix("SCALAR") }
    }
    #expect(steps.count == 3 && steps.allSatisfy { $0.contains("USING INTEGER PRIMARY KEY") })
  }
}
