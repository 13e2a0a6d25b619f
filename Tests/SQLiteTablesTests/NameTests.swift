import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

private let names = [
  "select", "with space", "a/b", "quote\"d", "it's", "back`tick", "[bracket]", "semi;colon", "percent%41",
  "question?#hash", "ünï", "東京", "🚀", "-- comment",
  "", "1", "new\nline", "dot.ted", "a,b", "rowid", "main", "?1", ":name", "İ", "null",
]

@Test func tablesAndColumnsOfAnyNameAreRead() async throws {
  let fixture = try Fixture()
  for name in names {
    let quoted = "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    try fixture.execute(
      "CREATE TABLE \(quoted) (\(quoted) TEXT, b INTEGER REFERENCES \(quoted)(\(quoted))); INSERT INTO \(quoted) VALUES ('x', 1), ('y', 2)"
    )
    try fixture.execute("CREATE INDEX \"i\(quoted.dropFirst()) ON \(quoted) (\(quoted))")
  }
  let database = try fixture.database()
  let summaries = try await database.tables()
  #expect(Set(summaries.map(\.name)) == Set(names))
  for name in names {
    let table = try #require(try await database.table(named: name), "\(name)")
    // The row ID stands first, unless a column has taken its name.
    let first = name == "rowid" ? 0 : 1
    #expect(try await table.schema().columns.map(\.name) == (first == 0 ? [name, "b"] : ["rowid", name, "b"]))
    for sort in [[], [SortTerm(column: first)], [SortTerm(column: first, isDescending: true)]] {
      let walk = try await table.walk(TableQuery(pageSize: 1, sort: sort))
      #expect(walk.forwards == walk.backwards)
      #expect(walk.forwards.count == 2)
    }
    let filtered = try await table.page(
      TableQuery(selection: RowSelection(filters: [ColumnFilter(column: first, value: "y")])))
    #expect(filtered.rows == [(first == 0 ? [] : [.integer(2)]) + [.text("y"), .integer(2)]])
    let record = try await table.record(["2"])
    #expect(record.record[first] == .text("y"))
    let referring = try await table.count(
      TableQuery(selection: RowSelection(filters: [ColumnFilter(column: first + 1, value: "y")])))
    #expect(referring == .exact(0))
  }
}

@Test func namesAreFoundWithoutRegardToTheCaseOfASCIILettersAlone() async throws {
  let fixture = try Fixture("CREATE TABLE Straße (a); CREATE TABLE Äpfel (a)")
  let database = try fixture.database()
  #expect(try await database.table(named: "STRAßE") != nil)
  #expect(try await database.table(named: "äpfel") == nil)
  #expect(try await database.table(named: "nothing") == nil)
}

@Test func aColumnCalledRowidDoesNotHideTheRow() async throws {
  let fixture = try Fixture(
    "CREATE TABLE t (rowid TEXT, oid TEXT, a); INSERT INTO t VALUES ('x', 'y', 1), ('x', 'y', 2)")
  let table = try #require(try await fixture.database().table(named: "t"))
  #expect(try await table.record(["2"]).record[2] == .integer(2))
  #expect(try await table.walk(TableQuery(pageSize: 1)).forwards.count == 2)
}

@Test(arguments: ["plain.db", "a?b.db", "100%41.db", "x#y.db", "file:name.db", "ünï 東京.db"], [false, true])
func filesOfAnyNameAreOpened(name: String, isImmutable: Bool) async throws {
  let fixture = try Fixture("CREATE TABLE t (a); INSERT INTO t VALUES (1)", fileName: name)
  let table = try #require(try await fixture.database { $0.isImmutable = isImmutable }.table(named: "t"))
  let page = try await table.page(TableQuery())
  #expect(page.rows == [[.integer(1), .integer(1)]])
  #expect(page.version != nil && page.version == table.currentVersion)
}
