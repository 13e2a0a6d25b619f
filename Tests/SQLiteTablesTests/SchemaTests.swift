import BoundedWork
import SQLTables
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

@Test func typesKeysReferencesAndLabelsAreFound() async throws {
  let fixture = try Fixture(
    """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE album (id INTEGER PRIMARY KEY, code TEXT, artist_id INTEGER REFERENCES artist, price NUMERIC, sold BOOLEAN, day TEXT, at TEXT,
      page TEXT, cover TEXT, mail TEXT, extra TEXT, data BLOB, twice AS (price * 2), lost REFERENCES nowhere(id), gone REFERENCES artist(missing));
    INSERT INTO artist VALUES (1, 'Ada'), (2, 'Bob');
    INSERT INTO album (id, code, artist_id, price, sold, day, at, page, cover, mail, extra, data) VALUES
      (1, 'a', 2, 9.5, 1, '2025-10-14', '2025-10-14T06:30:00Z', 'https://example.com/', 'https://example.com/a.PNG', 'a@example.com', '{"a": 1}', x'01'),
      (2, 'b', 7, 10, 0, '2025-10-15', '2025-10-14 06:30:00', 'http://example.com/?q=1', 'https://example.com/b.jpg?s=1', 'b@example.org', '[1]', x'02');
    CREATE VIEW v AS SELECT code FROM album; CREATE VIRTUAL TABLE words USING fts5(body);
    CREATE TABLE tags (album INTEGER, tag TEXT, PRIMARY KEY (album, tag)) WITHOUT ROWID
    """)
  let database = try fixture.database()
  let table = try #require(try await database.table(named: "ALBUM"))
  let schema = try await table.schema()
  let types: [FieldType] = [
    .identifier, .text, .identifier, .number(fractionDigits: 2), .boolean, .date, .timestamp, .link, .image, .email,
    .json, .blob,
    .number(fractionDigits: nil), .text, .text,
  ]
  #expect(schema.columns.map(\.type) == types)
  #expect(schema.columns[2].reference == .init(table: "artist", column: "id", labelField: 15, keyForm: .text))
  #expect(schema.columns[13].reference == nil && schema.columns[14].reference == nil)
  let rows = try await table.page(TableQuery()).records
  #expect(rows.map { $0[15] } == [.text("Bob"), .null])
  #expect(rows.map(\.key) == [[.integer(1)], [.integer(2)]])
  let artist = try #require(try await database.table(named: "artist"))
  #expect(
    try await artist.schema().incomingReferences == [
      .init(table: "album", columns: ["artist_id"], referencedColumns: [0])
    ])
  let detail = try await artist.record(["2"], neighbours: true)
  let alone = try await artist.record(["2"])
  #expect(alone.record.key == detail.record.key && alone.previousKey == nil && alone.nextKey == nil)
  let albums = try await table.count(
    TableQuery(selection: RowSelection(filters: [ColumnFilter(column: 2, value: "2")])))
  #expect(albums == .exact(1) && detail.previousKey == [.integer(1)] && detail.nextKey == nil)
  #expect(try await table.bytes(of: 11, inRecord: ["2"]) == [2])
  await #expect(throws: TableError.notFound("Record not found")) { try await artist.record(["9"]) }
  await #expect(throws: TableError.notFound("Record not found")) { try await artist.record(["x"]) }
  let summaries = try await database.tables()
  #expect(summaries.filter { !$0.isHidden }.map(\.name) == ["album", "artist", "tags", "v", "words"])
  #expect(summaries.first { $0.name == "v" }?.isView == true)
  #expect(summaries.first { $0.name == "album" }?.count == .exact(2))
  #expect(summaries.first { $0.name == "tags" }?.primaryKeys == ["album", "tag"])
}

@Test func aSchemaThatChangesUnderThePagesIsFoundAnew() async throws {
  let fixture = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES (1, 2, 3), (2, 3, 4)")
  let database = try fixture.database()
  let table = try #require(try await database.table(named: "t"))
  #expect(
    try await table.page(TableQuery()).rows == [
      [.integer(1), .integer(2), .integer(3)], [.integer(2), .integer(3), .integer(4)],
    ])
  #expect(try await table.page(TableQuery(pageSize: 1)).rows.count == 1)
  try fixture.execute("ALTER TABLE t DROP COLUMN a")
  let page = try await table.page(TableQuery())
  #expect(page.rows == [[.integer(1), .integer(3)], [.integer(2), .integer(4)]])
  #expect(try await table.schema().columns.map(\.name) == ["id", "b"])
  try fixture.execute("ALTER TABLE t RENAME COLUMN b TO c; ALTER TABLE t ADD COLUMN d DEFAULT 'x'")
  #expect(try await table.schema().columns.map(\.name) == ["id", "c", "d"])
  #expect(try await table.page(TableQuery(pageSize: 1)).rows == [[.integer(1), .integer(3), .text("x")]])
  try fixture.execute("DROP TABLE t")
  await #expect(throws: TableError.notFound("Table not found")) { try await table.page(TableQuery()) }
  #expect(try await database.table(named: "t") == nil)
  try fixture.execute("CREATE VIEW t AS SELECT 5 AS five")
  #expect(try await table.page(TableQuery()).rows == [[.integer(5)]])
}

@Test func filtersCompareUnderTheColumnsAffinity() async throws {
  let fixture = try Fixture(
    "CREATE TABLE t (i INTEGER, r REAL, s TEXT, n, c TEXT COLLATE NOCASE); INSERT INTO t VALUES (5, 5.5, '5', 5, 'Ab'), (6, 6, '05', '5', 'x')"
  )
  let table = try #require(try await fixture.database().table(named: "t"))
  for (column, value, count) in [
    (0, "2", 1), (0, "2.0", 1), (1, "5", 1), (1, "5.0", 1), (1, "x", 0), (2, "5.50", 1), (3, "5", 1), (3, "05", 1),
    (4, "5", 2), (5, "AB", 1),
  ] {
    let page = try await table.page(
      TableQuery(selection: RowSelection(filters: [ColumnFilter(column: column, value: value)])))
    #expect(page.rows.count == count, "column \(column) = \(value)")
    #expect(page.count == .exact(count))
  }
}

@Test func excerptsAreCutBetweenCharactersAndLargeBlobsBringTheirStart() async throws {
  let fixture = try Fixture(
    "CREATE TABLE t (a TEXT, b BLOB); INSERT INTO t VALUES ('ééééé', zeroblob(1000000)), ('kurz', x'0102'), ('x', cast('abcdefghijklmnopqrstuvwxyz0123456789' AS BLOB))"
  )
  try fixture.execute(
    "UPDATE t SET b = cast('0123456789012345678901234567890123456789' || hex(zeroblob(45000)) AS BLOB) WHERE a = 'kurz'; INSERT INTO t VALUES (NULL, NULL)"
  )
  let table = try #require(try await fixture.database().table(named: "t"))
  let page = try await table.page(TableQuery(values: .excerpt(textBytes: 5)))
  #expect(page.records[0][1] == .text("éé") && page.records[0].field(1).kind == .textExcerpt)
  #expect(page.records[0].field(2).kind == .blobExcerpt && page.records[0].field(2).length == 1_000_000)
  #expect(page.records[1][2] == .blob(Array("01234567890123456789012345678901".utf8)))
  #expect(page.records[1].field(2).length == 90040)
  #expect(
    page.records[2].field(2).length == 36 && page.records[2][2] == .blob(Array("abcdefghijklmnopqrstuvwxyz012345".utf8))
  )
  #expect(page.records[3][2] == .null)
  #expect(try await table.page(TableQuery()).records[1].field(2).kind == .blob)
}

/// A table that there was no time to read is there all the same: what refers to it is no plain number.
@Test func whatThereWasNoTimeForIsNotTakenForMissing() async throws {
  // So many columns that time limits are looked at while they are read, as they are not for the table that refers to them.
  let columns = (0..<1_500).map { "c\($0)" }.joined(separator: ", ")
  let fixture = try Fixture(
    """
    CREATE TABLE makers (id INTEGER PRIMARY KEY, \(columns));
    CREATE TABLE boats (id INTEGER PRIMARY KEY, maker INTEGER REFERENCES makers);
    """)
  try await fixture.database().answerOnThread { _, connection in
    let catalog = try connection.catalog()
    let limit = connection.budget.end
    connection.budget.start(until: 0)
    #expect(throws: SQLiteFailure.self) { try connection.definition(of: "boats", in: catalog) }
    connection.budget.start(until: limit)
    let boats = try #require(try connection.definition(of: "boats", in: catalog))
    #expect(boats.schema.columns[1].reference?.table == "makers")
  }
}
