import BoundedWork
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

@Suite struct StatementTests {
  private let fixture: Fixture
  private let database: SQLiteDatabase

  init() throws {
    fixture = try Fixture(
      """
      CREATE TABLE fruit(id INTEGER PRIMARY KEY, name TEXT, price REAL, seen DATE);
      INSERT INTO fruit VALUES(1,'apple',1.25,'2025-01-02'),(2,'pear',2.5,'2025-03-04'),(3,'fig',NULL,NULL);
      """)
    database = try SQLiteDatabase.open(path: fixture.path)
  }

  private func result(_ text: String, _ parameters: [String: String] = [:]) async throws -> StatementResult {
    try await database.result(of: QueryStatement(text, parameters: parameters))
  }

  private func column(_ position: Int, of result: StatementResult) -> [RecordValue] {
    Records(page: result.page).map { $0[position] }
  }

  @Test func aStatementAnswersRowsWithTypedColumns() async throws {
    let result = try await result("select name, price, seen from fruit where price is not null order by id")
    #expect(column(0, of: result) == [.text("apple"), .text("pear")])
    #expect(result.page.schema.columns.map(\.name) == ["name", "price", "seen"])
    #expect(result.page.schema.columns.map(\.type) == [.text, .number(fractionDigits: 2), .date])
    #expect(result.isTruncated == false)
  }

  @Test func parametersAreBoundByNameAndAreEmptyWhereTheyAreMissing() async throws {
    let result = try await result(
      "select :a || @b || $c || :a as joined where :missing = ''", ["a": "1'", "b": "2", "c": "3"])
    #expect(column(0, of: result) == [.text("1'231'")])
    #expect(result.parameters == ["a", "b", "c", "missing"])
    let numbers = try await self.result("select name from fruit where id >= :least limit :n", ["least": "2", "n": "1"])
    #expect(column(0, of: numbers) == [.text("pear")])
  }

  @Test func aResultIsSortedByAnyOfItsColumns() async throws {
    var statement = QueryStatement("select name, price from fruit -- cheap ones\n;", sortColumn: "NAME")
    #expect(column(0, of: try await database.result(of: statement)) == [.text("apple"), .text("fig"), .text("pear")])
    statement.isDescending = true
    #expect(column(0, of: try await database.result(of: statement)) == [.text("pear"), .text("fig"), .text("apple")])
    statement.sortColumn = "1; drop table fruit"
    await #expect(throws: StatementError.self) { try await database.result(of: statement) }
  }

  @Test func rowsBehindTheLimitAreSaidToBeThere() async throws {
    let numbers = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 10) select i from n"
    let some = try await database.result(of: QueryStatement(numbers, rowLimit: 9))
    #expect(some.page.count == 9 && some.isTruncated)
    let all = try await database.result(of: QueryStatement(numbers, rowLimit: 10))
    #expect(all.page.count == 10 && !all.isTruncated)
  }

  @Test func columnsOfOneNameAreToldApart() async throws {
    let result = try await result("select name, name, 1 as name_2 from fruit limit 1")
    #expect(result.page.schema.columns.map(\.name) == ["name", "name_2", "name_2_2"])
  }

  @Test(arguments: [
    "delete from fruit", "update fruit set name = 'x'", "insert into fruit(name) values('x')", "drop table fruit",
    "create table other(a)", "create temp table other(a)", "attach database ':memory:' as other", "detach main",
    "pragma user_version = 7", "pragma query_only = 0", "pragma database_list", "pragma journal_mode = delete",
    "vacuum", "vacuum into '/tmp/never.db'", "begin", "commit", "savepoint a", "reindex", "analyze",
    "select load_extension('nothing')", "update sqlite_master set sql = ''", "alter table fruit add column a",
    "with x as (select 1) delete from fruit", "replace into fruit values(1,'','','')",
    "select fts3_tokenizer('simple')", "select 1; delete from fruit", "select 1; select 2", "explain delete from fruit",
    "", " -- nothing", "select ?", "select ?1", "select \u{0}", "selec 1", "select * from nowhere", "select (",
    "select zeroblob(1000000000)", "select hex(zeroblob(16000000))",
  ])
  func whatDoesNotOnlyReadOrCannotBeReadIsRefusedAndChangesNothing(text: String) async throws {
    await #expect(throws: StatementError.self) { try await result(text) }
    let rest = try await result("select count(*), group_concat(name) from fruit")
    #expect(rest.page[0][0] == .integer(3) && rest.page[0][1] == .text("apple,pear,fig"))
    #expect(try fixture.rows("PRAGMA user_version") == [[.integer(0)]])
  }

  @Test(arguments: [
    "explain query plan select * from fruit", "explain select 1", "pragma table_info(fruit)", "pragma user_version",
    "select * from pragma_table_info('fruit')", "select value from json_each('[1,2]')", "values (1), (2)",
    "select 1;", "select 1; -- the end", "select count(*) from sqlite_master",
    "with a(x) as (select 1) select x from a",
  ])
  func whatOnlyReadsIsAnswered(text: String) async throws {
    #expect(try await result(text).page.count > 0)
  }

  @Test func anErrorSaysWhereItIs() async throws {
    let text = "select name,\n  prize\nfrom fruit"
    do {
      _ = try await result(text)
      Issue.record("the column does not exist")
    } catch let error as StatementError {
      #expect(error.message == "no such column: prize")
      #expect(error.offset == 15)
    }
  }

  @Test func aStatementWithoutEndIsStoppedAndPagesGoOn() async throws {
    var options = SQLiteDatabase.Options()
    options.timeLimitSeconds = 0.15
    let limited = try SQLiteDatabase.open(path: fixture.path, options: options)
    let endless = QueryStatement(
      "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n")
    let stopped = (0..<2).map { _ in Task { try await limited.result(of: endless) } }
    let table = try #require(try await limited.table(named: "fruit"))
    #expect(try await table.page(TableQuery()).count == .exact(3))
    for statement in stopped {
      await #expect(throws: TableError.timeLimitReached(seconds: 0.15)) { try await statement.value }
    }
    #expect(try await limited.result(of: QueryStatement("select 1")).page.count == 1)
  }

  @Test func aStatementSeesWhatWasWrittenSince() async throws {
    #expect(column(0, of: try await result("select count(*) from fruit")) == [.integer(3)])
    try fixture.execute("INSERT INTO fruit VALUES(4,'plum',1,NULL); CREATE TABLE later(a); INSERT INTO later VALUES(9)")
    #expect(column(0, of: try await result("select count(*) from fruit")) == [.integer(4)])
    #expect(column(0, of: try await result("select a from later")) == [.integer(9)])
  }

  /// A statement that takes many times its limit in one stretch, within which SQLite looks at no time. Its values are small, since the memory for
  /// them is one for the whole process, and other tests need theirs at the same time; and each depends on a column, since SQLite keeps what is
  /// the same for all rows until the statement ends.
  private static let unstoppable =
    "select " + (0..<250).map { "length(hex(zeroblob(id + \(1_600_000 + $0))))" }.joined(separator: " + ")
    + " from fruit limit 1"

  @Test(.long) func whileStatementsCannotBeStoppedOthersAreAnswered() async throws {
    var options = SQLiteDatabase.Options()
    options.timeLimitSeconds = 0.15
    let limited = try SQLiteDatabase.open(path: fixture.path, options: options)
    let stuck = (0..<4).map { _ in Task { try await limited.result(of: QueryStatement(Self.unstoppable)) } }
    for statement in stuck {
      await #expect(throws: TableError.timeLimitReached(seconds: 0.15)) { try await statement.value }
    }
    let table = try #require(try await limited.table(named: "fruit"))
    #expect(try await table.page(TableQuery()).count == .exact(3))
    let filtered = RowSelection(
      filters: [ColumnFilter(column: 1, condition: .contains, value: "ea")], expressions: ["id > 1"])
    #expect(try await table.page(TableQuery(selection: filtered)).rows.count == 1)
    #expect(try await limited.result(of: QueryStatement("select 1")).page.count == 1)
    while limited.statementThreads.asideCount > 0 { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try await limited.result(of: QueryStatement("select 1")).page.count == 1)
  }

  @Test func aTablesOwnPagesHaveValuesThatStatementsMayNotRead() async throws {
    try fixture.execute("CREATE TABLE long (a TEXT); INSERT INTO long VALUES (hex(zeroblob(3000000)))")
    let large = try fixture.database { $0.pageByteLimit = 16 << 20 }
    let table = try #require(try await large.table(named: "long"))
    #expect(try await table.page(TableQuery()).rows.first?[1].description.utf8.count == 6_000_000)
    let written = RowSelection(expressions: ["length(a) > 5"])
    #expect(try await table.page(TableQuery(selection: written)).rows.count == 1)
    #expect(
      try await table.page(
        TableQuery(selection: RowSelection(filters: [ColumnFilter(column: 1, condition: .endswith, value: "0")]))
      ).rows.count == 1)
    await #expect(throws: StatementError.self) { try await result("select a from long") }
    #expect(column(0, of: try await result("select typeof(a) from long")) == [.text("text")])
  }
}
