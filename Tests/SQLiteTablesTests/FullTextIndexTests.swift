import SQLTables
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

@Suite struct FullTextIndexTests {
  @Test(arguments: [
    ("CREATE VIRTUAL TABLE i USING fts5(a, b)", FullTextIndex.Content.own),
    ("CREATE VIRTUAL TABLE i USING fts5(a, content='')", .none),
    ("CREATE VIRTUAL TABLE i USING fts5(a,content = \"t\"\"x\" )", .table("t\"x")),
    (
      "create virtual table if not exists main.[using x] /* using fts3(z) */ using FTS4(\n a TEXT,\n b, content=[a, b])",
      .table("a, b")
    ),
    ("CREATE VIRTUAL TABLE i USING fts4(content=t, a)", .table("t")),
    ("CREATE VIRTUAL TABLE i USING fts5(content, content_rowid)", .own),
    ("CREATE VIRTUAL TABLE i USING fts3(content='t', a)", .own),
  ])
  func theDeclarationSaysWhereTheTextsAre(sql: String, content: FullTextIndex.Content) throws {
    #expect(try #require(FullTextIndex(name: "i", sql: sql)).content == content)
  }

  @Test(arguments: [
    "CREATE TABLE t (a)", "CREATE VIRTUAL TABLE r USING rtree(a, b, c)", "CREATE VIRTUAL TABLE", "",
    "CREATE VIRTUAL TABLE \"using fts5(",
  ])
  func otherTablesAreNoIndexes(sql: String) { #expect(FullTextIndex(name: "i", sql: sql) == nil) }

  @Test func theDeclarationSaysWhatIsIndexedAndHow() throws {
    let five = try #require(
      FullTextIndex(
        name: "i",
        sql: "CREATE VIRTUAL TABLE i USING fts5(a, \"B\" UNINDEXED, content_rowid=id, tokenize = \"porter unicode61\")")
    )
    #expect(five.unindexed == ["b"])
    #expect(five.contentRowID == "id")
    #expect(five.matching == .stems)
    let four = try #require(
      FullTextIndex(name: "i", sql: "CREATE VIRTUAL TABLE i USING fts4(a, b, notindexed=b, tokenize=porter)"))
    #expect(four.unindexed == ["b"])
    #expect(four.matching == .stems)
    let three = try #require(FullTextIndex(name: "i", sql: "CREATE VIRTUAL TABLE i USING fts3(a, tokenize simple)"))
    #expect(three.matching == .words)
    let trigram = try #require(
      FullTextIndex(name: "i", sql: "CREATE VIRTUAL TABLE i USING fts5(a, tokenize='trigram')"))
    #expect(trigram.matching == .fragments)
  }

  @Test func rowsAreNamedByTheColumnThatTheIndexNames() async throws {
    let fixture = try Fixture(
      """
      CREATE TABLE t (code INTEGER UNIQUE, word TEXT, key TEXT PRIMARY KEY) WITHOUT ROWID;
      INSERT INTO t VALUES (70, 'apple', 'a'), (80, 'pear', 'b');
      CREATE VIRTUAL TABLE i USING fts5(word, content=t, content_rowid=code);
      INSERT INTO i(i) VALUES ('rebuild');
      CREATE VIEW v AS SELECT code AS id, word || ' tree' AS word FROM t;
      CREATE VIRTUAL TABLE vi USING fts5(word, content=v, content_rowid=id);
      INSERT INTO vi(vi) VALUES ('rebuild');
      """)
    let database = try fixture.database()
    for (name, words) in [("t", "pear"), ("v", "pear tree")] {
      let table = try #require(try await database.table(named: name))
      #expect(try await table.schema().searchIndex != nil)
      let page = try await table.page(TableQuery(selection: RowSelection(searches: [TextSearch(words)])))
      #expect(page.rows.count == 1)
      #expect(page.rows.first?.contains(.integer(80)) == true)
    }
  }

  @Test func anIndexThatNamesNoRowsOfTheTableIsLeftAlone() async throws {
    let fixture = try Fixture(
      """
      CREATE TABLE t (word TEXT, key TEXT PRIMARY KEY) WITHOUT ROWID;
      INSERT INTO t VALUES ('apples', 'a'), ('pear', 'b');
      CREATE VIRTUAL TABLE i USING fts5(word, content=t);
      """)
    let table = try #require(try await fixture.database().table(named: "t"))
    #expect(try await table.schema().searchIndex == nil)
    let page = try await table.page(TableQuery(selection: RowSelection(searches: [TextSearch("apple")])))
    #expect(page.rows.count == 1)
  }

  @Test func textsThatAreKeptNowhereAreFoundByTheirIndex() async throws {
    let fixture = try Fixture(
      "CREATE VIRTUAL TABLE i USING fts5(word, content=''); INSERT INTO i(rowid, word) VALUES (7, 'apple'), (8, 'pear')"
    )
    let table = try #require(try await fixture.database().table(named: "i"))
    let page = try await table.page(TableQuery(selection: RowSelection(searches: [TextSearch("pear")])))
    #expect(page.rows == [[.null]])
    #expect(page.records.first?.key == [.integer(8)])
  }

  @Test func aColumnThatIsNotIndexedIsLookedThrough() async throws {
    let fixture = try Fixture(
      "CREATE VIRTUAL TABLE i USING fts5(word, note UNINDEXED); INSERT INTO i VALUES ('apple', 'green apples'), ('pear', 'yellow')"
    )
    let table = try #require(try await fixture.database().table(named: "i"))
    let page = try await table.page(TableQuery(selection: RowSelection(searches: [TextSearch("apple", column: 1)])))
    #expect(page.rows.count == 1)
    #expect(try await table.schema().index(for: TextSearch("apple", column: 1)) == nil)
    #expect(try await table.schema().index(for: TextSearch("apple", column: 0))?.name == "i")
  }

  @Test func anIndexWithoutPositionsSaysThatItFindsSingleWordsOnly() async throws {
    let fixture = try Fixture(
      "CREATE VIRTUAL TABLE i USING fts5(word, detail=none); INSERT INTO i VALUES ('sweet apple'), ('apple sweet')")
    let table = try #require(try await fixture.database().table(named: "i"))
    let page = try await table.page(TableQuery(selection: RowSelection(searches: [TextSearch("apple sweet")])))
    #expect(page.rows.count == 2)
    await #expect(
      throws: TableError.badRequest("This table's search index finds single words only, not “\"sweet apple\"”.")
    ) {
      _ = try await table.page(TableQuery(selection: RowSelection(searches: [TextSearch("\"sweet apple\"")])))
    }
  }

  @Test(arguments: [[], [SortTerm(column: 0, isDescending: true)], [SortTerm(column: 1)]])
  func rowsAreReadAsTheIndexFindsThemOrLookedUpInIt(sort: [SortTerm]) async throws {
    let fixture = try Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO t SELECT i, iif(i % 3 = 0, 'apple ', 'pear ') || (i % 7) FROM n;
      CREATE VIRTUAL TABLE i USING fts5(word, content=t, content_rowid=id);
      INSERT INTO i(i) VALUES ('rebuild');
      """)
    let database = try fixture.database()
    let table = try #require(try await database.table(named: "t"))
    for selection in [
      RowSelection(searches: [TextSearch("apple")]), RowSelection(searches: [TextSearch("apple", column: 1)]),
      RowSelection(
        filters: [ColumnFilter(column: 0, condition: .gt, value: "30")],
        searches: [TextSearch("apple"), TextSearch("1", column: 1)]),
    ] {
      let query = TableQuery(pageSize: 20, sort: sort, selection: selection)
      let walked = try await table.walk(query)
      let last = selection.searches.count == 2 ? " AND id > 30 AND word LIKE '%1'" : ""
      let order = sort.first.map { $0.column == 0 ? "id DESC" : "word, id" } ?? "id"
      let expected = try fixture.rows("SELECT * FROM t WHERE word LIKE 'apple%'\(last) ORDER BY \(order)")
      #expect(walked.forwards == expected)
      #expect(walked.backwards == expected)
      let steps = try await database.answerOnThread { file, connection in
        let definition = try #require(file.table(named: "t").definition)
        let condition = try definition.condition(of: selection, on: connection)
        let plan = PagePlan(
          definition, key: .init(sort: sort, condition: condition.sql, followsSearch: true))
        var steps: [String] = []
        for part in plan.parts(from: plan.orderFields.map { _ in .integer(1) }, backwards: false) {
          try connection.rows("EXPLAIN QUERY PLAN " + part.text.sql) { steps.append($0.text(3) ?? "") }
        }
        return steps
      }
      #expect(steps.contains { $0.contains("SEARCH r USING INTEGER PRIMARY KEY") })
      #expect(steps.contains { $0.contains("VIRTUAL TABLE INDEX") })
      #expect(!steps.contains { $0.contains("CORRELATED") || $0.hasPrefix("SCAN r") })
      #expect(steps.contains { $0.contains("TEMP B-TREE") } == (sort.first?.column == 1))
    }
  }
}
