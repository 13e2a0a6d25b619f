import PostgreSQLServer
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// Statements of visitors.
@Suite struct StatementTests {
  private static let rows = """
    CREATE TABLE t (id integer PRIMARY KEY, name text, at date);
    INSERT INTO t VALUES (1, 'one', '2024-01-01'), (2, 'two', NULL), (3, 'three', '2024-03-03');
    CREATE FUNCTION spy() RETURNS integer LANGUAGE sql VOLATILE AS 'SELECT 1';
    CREATE FUNCTION twice(integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 2 * $1';
    """

  private func values(_ result: StatementResult) -> [[RecordValue]] {
    Records(page: result.page).map { record in record.schema.columns.indices.map { record[$0] } }
  }

  @Test func rowsComeWithTheirTypesParametersAndOrder() async throws {
    let database = try TestDatabase(Self.rows).served()
    let result = try await database.result(
      of: QueryStatement("select id, name, at, id from t where id >= :least order by id", parameters: ["least": "2"]))
    #expect(
      values(result) == [
        [.integer(2), .text("two"), .null, .integer(2)],
        [.integer(3), .text("three"), .text("2024-03-03"), .integer(3)],
      ])
    #expect(result.page.schema.columns.map(\.name) == ["id", "name", "at", "id_2"])
    #expect(result.page.schema.columns[2].type == .date)
    #expect(result.parameters == ["least"] && !result.isTruncated)
    let sorted = QueryStatement("select name from t", rowLimit: 2, sortColumn: "name", isDescending: true)
    let first = try await database.result(of: sorted)
    #expect(values(first) == [[.text("two")], [.text("three")]] && first.isTruncated)
    let types = try await database.result(
      of: QueryStatement(
        "select 1.10::numeric, true, '\\x00'::bytea, array[1], '{}'::jsonb, now() > '2000-01-01', twice(4), (1, 'a')"))
    #expect(
      values(types) == [
        [.text("1.10"), .integer(1), .blob([0]), .text("{1}"), .text("{}"), .integer(1), .integer(8), .text("(1,a)")]
      ])
    let explained = try await database.result(
      of: QueryStatement("select * from t where id = :id", parameters: ["id": "1"], isExplained: true))
    #expect(values(explained).first?.first?.description.contains("on t") == true)
    #expect(values(try await database.result(of: QueryStatement("table t"))).count == 3)
  }

  @Test(arguments: [
    "select pg_sleep(10)", "select \"pg_sleep\" (10)", "select pg_read_file('/etc/passwd')", "select * from pg_authid",
    "select * from pg_catalog.pg_class", "select set_config('default_transaction_read_only', 'off', false)",
    "select spy()", "select public.spy()", "select nextval('s')", "select current_setting('data_directory')",
    "select lo_import('/etc/passwd')", "select query_to_xml('select 1', true, true, '')",
    "select table_to_xml('t', true, true, '')",
    "delete from t", "with d as (delete from t returning *) select * from d", "select * into u from t",
    "select * from t for update", "select 1 where spy/* */ () = 1",
  ])
  func whatDoesMoreThanReadIsRefused(text: String) async throws {
    let sample = try TestDatabase(Self.rows + "CREATE SEQUENCE s;")
    await #expect(throws: (any Error).self) { try await sample.served().result(of: QueryStatement(text)) }
    #expect(try sample.rows("SELECT count(*) FROM t") == [["3"]])
    #expect(try sample.rows("SELECT is_called FROM s") == [["f"]])
  }

  @Test func whatIsWrongIsSaidInTheServersWords() async throws {
    let database = try TestDatabase(Self.rows).served()
    let failure = await #expect(throws: StatementError.self) {
      try await database.result(of: QueryStatement("select nothing from t"))
    }
    #expect(failure?.message == "column \"nothing\" does not exist")
    let part = try database.restricted { table, _ in table == "t" } as? any StatementDatabase
    await #expect(throws: TableError.self) { try await part?.result(of: QueryStatement("select 1")) }
  }

  @Test func resultsAreBoundedInTimeAndSize() async throws {
    let sample = try TestDatabase()
    let database = try sample.served { $0.pageByteLimit = 1 << 20 }
    let many = try await database.result(
      of: QueryStatement("select repeat('x', 100000) from generate_series(1, 1000)", rowLimit: 1_000))
    #expect(many.isTruncated && many.page.count < 12 && many.page.count > 5)
    let failure = await #expect(throws: StatementError.self) {
      try await database.result(of: QueryStatement("select repeat('x', 5000000)"))
    }
    #expect(failure?.message.hasPrefix("A row of the result is larger than 1 MB") == true)
    let hasty = try sample.served { $0.timeLimitSeconds = 2 }
    await #expect(throws: TableError.timeLimitReached(seconds: 2)) {
      try await hasty.result(of: QueryStatement("select count(*) from generate_series(1, 10000000000)"))
    }
    #expect(try await database.result(of: QueryStatement("select 1")).page.count == 1)
  }
}
