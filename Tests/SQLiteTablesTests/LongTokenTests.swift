import SQLTables
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

/// Values of hundreds of kilobytes, many of which begin alike or are alike, beside short ones and nulls.
private let script = """
  CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, a TEXT, b BLOB);
  WITH RECURSIVE i(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM i LIMIT 44)
  INSERT INTO t SELECT i, i % 3,
    CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN 'short ' || (i % 5) ELSE replace(hex(zeroblob(60000)), '00', 'x–') || (i * 7 % 11) END,
    CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN zeroblob(i) ELSE CAST(zeroblob(200000) || char(64 + i % 6) AS BLOB) END FROM i;
  CREATE TABLE indexed AS SELECT * FROM t; CREATE INDEX by_a ON indexed (a); CREATE INDEX by_b ON indexed (b);
  CREATE TABLE keyed (k TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID;
  INSERT INTO keyed SELECT replace(hex(zeroblob(50000)), '00', 'é') || id, n FROM t;
  """

extension RecordTable {
  /// The values of a column of every row, page by page in both directions, as long as no token is long.
  fileprivate func walk(_ column: Int, _ sort: [SortTerm]) async throws -> (
    forwards: [RecordValue], backwards: [RecordValue]
  ) {
    var query = TableQuery(pageSize: 5, sort: sort, count: .none, values: .excerpt(textBytes: 64))
    func check(_ token: PageToken) throws {
      guard token.text.utf8.count < 300 else {
        throw FixtureError(message: "a token of \(token.text.utf8.count) bytes")
      }
    }
    var page = try await page(query)
    var forwards = page.rows.map { $0[column] }
    while let next = page.next {
      try check(next)
      query.position = .after(next)
      page = try await self.page(query)
      forwards += page.rows.map { $0[column] }
    }
    var backwards = page.rows.map { $0[column] }
    while let previous = page.previous {
      try check(previous)
      query.position = .before(previous)
      page = try await self.page(query)
      backwards = page.rows.map { $0[column] } + backwards
    }
    return (forwards, backwards)
  }
}

private let sorts: [[SortTerm]] = [
  [SortTerm(column: 2)], [SortTerm(column: 2, isDescending: true)], [SortTerm(column: 3)],
  [SortTerm(column: 3, isDescending: true), SortTerm(column: 2)],
  [SortTerm(column: 1), SortTerm(column: 2, isDescending: true), SortTerm(column: 3)],
]

@Test(.long, arguments: ["t", "indexed"])
func pagesSortedByLongValuesHaveEachRowOnceAndShortTokens(table name: String) async throws {
  let fixture = try Fixture(script)
  let table = try #require(try await fixture.database().table(named: name))
  for sort in sorts {
    let names = ["id", "n", "a", "b"]
    let descends = sort.last?.isDescending == true ? " DESC" : ""
    let terms = sort.map { names[$0.column] + ($0.isDescending ? " DESC" : "") } + ["rowid" + descends]
    let wanted = try fixture.rows("SELECT id FROM \(name) ORDER BY \(terms.joined(separator: ", "))").map { $0[0] }
    // The row ID stands before the columns of a table without a key.
    let first = name == "t" ? 0 : 1
    let walk = try await table.walk(
      first, sort.map { SortTerm(column: $0.column + first, isDescending: $0.isDescending) })
    #expect(walk.forwards == wanted, "\(sort)")
    #expect(walk.backwards == wanted, "\(sort)")
  }
}

@Test(.long, arguments: [false, true])
func pagesOfRowsWithLongKeysHaveEachRowOnceAndShortTokens(isDescending: Bool) async throws {
  let fixture = try Fixture(script + "; UPDATE keyed SET n = CAST(substr(k, 50001) AS INTEGER)")
  let table = try #require(try await fixture.database().table(named: "keyed"))
  let wanted = try fixture.rows("SELECT n FROM keyed ORDER BY k\(isDescending ? " DESC" : "")").map { $0[0] }
  let walk = try await table.walk(1, [SortTerm(column: 0, isDescending: isDescending)])
  #expect(walk.forwards == wanted)
  #expect(walk.backwards == wanted)
}

@Test(.long, arguments: [false, true])
func behindARowThatIsGoneOrChangedNoRowIsLeftOut(isDescending: Bool) async throws {
  for change in ["DELETE FROM t WHERE id", "UPDATE t SET a = 'other' WHERE id"] {
    let fixture = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); WITH RECURSIVE i(i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM i LIMIT 40) INSERT INTO t SELECT i, hex(zeroblob(i % 2 * 5000 + 100)) || i FROM i"
    )
    let table = try #require(try await fixture.database().table(named: "t"))
    var query = TableQuery(pageSize: 10, sort: [SortTerm(column: 1, isDescending: isDescending)])
    let first = try await table.page(query)
    let second = try await table.page(
      TableQuery(pageSize: 10, position: .after(try #require(first.next)), sort: query.sort))
    guard case .integer(let last)? = first.rows.last?[0] else { throw FixtureError(message: "no row") }
    try fixture.execute("\(change) = \(last)")
    // On from a token of the row, and back from the page that followed it.
    query.position = .after(try #require(first.next))
    let onwards = try await table.page(query)
    #expect(Set(onwards.rows.map { $0[0] }).isSubset(of: Set(try fixture.rows("SELECT id FROM t").map { $0[0] })))
    var seen: [RecordValue] = onwards.rows.map { $0[0] }
    var next = onwards.next
    while let token = next {
      query.position = .after(token)
      let page = try await table.page(query)
      seen += page.rows.map { $0[0] }
      next = page.next
    }
    let order = isDescending ? " DESC" : ""
    let all = try fixture.rows("SELECT id FROM t ORDER BY a\(order), id\(order)").map { $0[0] }
    let missing = Set(all).subtracting(seen)
    #expect(missing.isSubset(of: Set(first.rows.map { $0[0] } + [.integer(last)])), "\(change)")
    #expect(seen == Array(all.suffix(seen.count)), "\(change)")
    query.position = .before(try #require(second.previous))
    #expect(try await table.page(query).rows.count > 0)
  }
}

@Test func tokensThatHoldALongValueWholeStillWork() async throws {
  let fixture = try Fixture(script)
  let key = PageSigningKey(bytes: [1, 2, 3])
  let table = try #require(try await fixture.database { $0.signingKey = key }.table(named: "indexed"))
  let sort = [SortTerm(column: 3)]
  let coder = PageTokenCoder(
    key,
    scope: PageTokenScope(
      database: "fixture", table: "indexed", sort: sort, selection: .everything,
      columnName: { ["rowid", "id", "n", "a", "b"][$0] }))
  let row = try fixture.rows("SELECT a, rowid FROM indexed ORDER BY a DESC LIMIT 1 OFFSET 6")[0]
  let token = coder.token(
    for: .row(values: row.map { .whole(SQLValue($0)) }, isBehind: true))
  #expect(token.text.utf8.count > 100_000)
  let page = try await table.page(TableQuery(pageSize: 50, position: .after(token), sort: sort))
  let wanted = try fixture.rows("SELECT id FROM indexed ORDER BY a DESC, rowid DESC LIMIT 50").map { $0[0] }
  #expect(page.rows.map { $0[1] } == Array(wanted.reversed().suffix(page.rows.count)))
  #expect(page.rows.count < 15)
}

@Test func sectionsByLongValuesHaveShortTokensThatLeadToTheirFirstRow() async throws {
  let fixture = try Fixture(script)
  let table = try #require(try await fixture.database().table(named: "indexed"))
  let sort = [SortTerm(column: 3)]
  // As many as sections may hold.
  let selection = RowSelection(filters: [ColumnFilter(column: 1, condition: .lte, value: "3")])
  let query = SectionQuery(SectionKey(column: 3), sort: sort, selection: selection)
  var sections: [SectionSummary]?
  for _ in 0..<500 where sections == nil {
    sections = try await table.sections(query)
    if sections == nil { try await Task.sleep(for: .milliseconds(10)) }
  }
  for section in try #require(sections) {
    guard case .after(let token) = section.start else { continue }
    #expect(token.text.utf8.count < 300)
    let page = try await table.page(
      TableQuery(pageSize: 1, position: section.start, sort: sort, selection: selection))
    #expect(page.rows.first?[3] == section.section)
  }
}
