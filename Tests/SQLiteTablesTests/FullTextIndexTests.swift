import SQLTables
import TableModel
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
    #expect(try await table.schema().isIndexed(TextSearch("apple", column: 1)) == false)
    #expect(try await table.schema().isIndexed(TextSearch("apple", column: 0)))
  }

  @Test func anIndexWithoutPositionsSaysThatItFindsSingleWordsOnly() async throws {
    let fixture = try Fixture(
      "CREATE VIRTUAL TABLE i USING fts5(word, detail=none); INSERT INTO i VALUES ('sweet apple'), ('apple sweet')")
    let table = try #require(try await fixture.database().table(named: "i"))
    let page = try await table.page(TableQuery(selection: RowSelection(searches: [TextSearch("apple sweet")])))
    #expect(page.rows.count == 2)
    await #expect(
      throws: TableError.badRequest("The search index of this table finds single words only, not “\"sweet apple\"”.")
    ) {
      _ = try await table.page(TableQuery(selection: RowSelection(searches: [TextSearch("\"sweet apple\"")])))
    }
  }

  @Test func theIndexIsAskedOnceAndItsRowsLookedUp() async throws {
    let fixture = try Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT);
      CREATE VIRTUAL TABLE i USING fts5(word, content=t, content_rowid=id);
      """)
    let database = try fixture.database()
    _ = try await database.table(named: "t")?.schema()
    let plan = try await database.answer { file, connection in
      let definition = try #require(file.table(named: "t").definition)
      let condition = try definition.condition(of: RowSelection(searches: [TextSearch("apple")]), on: connection)
      var lines: [String] = []
      try connection.rows(
        "EXPLAIN QUERY PLAN SELECT * FROM \(definition.source) WHERE \(condition.sql) ORDER BY r.id", condition.values
      ) {
        lines.append($0.text(3) ?? "")
      }
      return lines
    }
    #expect(plan.first?.contains("SEARCH r USING INTEGER PRIMARY KEY") == true)
    #expect(plan.contains { $0.contains("VIRTUAL TABLE INDEX") })
    #expect(!plan.contains { $0.contains("CORRELATED") || $0.contains("TEMP B-TREE") })
  }
}
