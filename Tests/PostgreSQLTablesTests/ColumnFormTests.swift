import PostgreSQLServer
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// Values of each type.
@Suite struct ColumnFormTests {
  private static let values: [(type: String, sql: String, value: RecordValue)] = [
    ("smallint", "-5", .integer(-5)), ("integer", "7", .integer(7)),
    ("bigint", "-9223372036854775808", .integer(.min)), ("oid", "4000000000", .integer(4_000_000_000)),
    ("real", "0.1", .real(0.1)), ("double precision", "1e300", .real(1e300)),
    ("numeric", "12345678901234567890.10", .text("12345678901234567890.10")), ("numeric(10,2)", "1.1", .real(1.1)),
    ("numeric(20,2)", "1.1", .text("1.10")), ("money", "1234.5", .text("1234.50")), ("boolean", "true", .integer(1)),
    ("text", "'a''b'", .text("a'b")), ("varchar(4)", "'é'", .text("é")), ("char(4)", "'a'", .text("a")),
    ("bytea", "'\\x00ff'", .blob([0, 255])), ("date", "'2024-02-29'", .text("2024-02-29")),
    ("timestamp", "'2024-02-29 12:34:56.5'", .text("2024-02-29 12:34:56.5")),
    ("timestamptz", "'2024-02-29 12:34+02'", .text("2024-02-29 10:34:00+00")), ("time", "'12:34'", .text("12:34:00")),
    ("interval", "'1 day 2 hours'", .text("1 day 02:00:00")), ("json", "'{\"a\":  1}'", .text("{\"a\":  1}")),
    ("jsonb", "'{\"a\":  1}'", .text("{\"a\": 1}")), ("integer[]", "'{1,NULL}'", .text("[1, null]")),
    ("text[]", "'{\"a b\"}'", .text("[\"a b\"]")), ("int4range", "'[1,5)'", .text("[1,5)")),
    ("uuid", "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", .text("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")),
    ("inet", "'10.0.0.1'", .text("10.0.0.1/32")), ("point", "'(1,2)'", .text("(1,2)")),
    ("xml", "'<a/>'", .text("<a/>")),
    ("bit(3)", "B'101'", .text("101")), ("tsvector", "'b a'", .text("'a' 'b'")), ("mood", "'ok'", .text("ok")),
    ("email", "'a@b'", .text("a@b")), ("pair", "'(1,x)'", .text("(1,x)")), ("\"char\"", "'x'", .text("x")),
  ]

  @Test func everyValueIsReadFilteredByAndFoundByItsKey() async throws {
    let types = """
      CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE TYPE pair AS (a integer, b text); CREATE DOMAIN email AS text CHECK (value LIKE '%@%');
      """
    let tables = Self.values.enumerated().map { number, value in
      "CREATE TABLE t\(number) (id integer PRIMARY KEY, v \(value.type)); INSERT INTO t\(number) VALUES (1, \(value.sql)), (2, NULL)"
    }
    let sample = try TestDatabase(types + tables.joined(separator: ";\n"))
    let database = try sample.served()
    for (number, value) in Self.values.enumerated() {
      let table = try #require(try await database.table(named: "t\(number)"))
      #expect(
        try await table.page(TableQuery(pageSize: 5)).rows == [[.integer(1), value.value], [.integer(2), .null]],
        "\(value.type)")
      #expect(try await table.record(RowKey(1)).record[1] == value.value, "\(value.type)")
      for condition in [ColumnFilter.Condition.notnull, .notblank] {
        let filtered = TableQuery(
          pageSize: 5, selection: RowSelection(filters: [ColumnFilter(column: 1, condition: condition, values: [])]))
        #expect(try await table.page(filtered).rows.count == 1, "\(value.type) \(condition)")
      }
      guard !["json", "xml", "point", "pair", "bytea"].contains(value.type) else { continue }
      let text = value.value.description
      let filter = ColumnFilter(column: 1, condition: .exact, values: [text])
      #expect(
        try await table.page(TableQuery(pageSize: 5, selection: RowSelection(filters: [filter]))).rows.count == 1,
        "\(value.type) = \(text)")
    }
  }

  @Test func aValueThatItsTypeCannotHoldIsRefused() async throws {
    let sample = try TestDatabase(
      "CREATE TABLE t (id integer PRIMARY KEY, day date); INSERT INTO t VALUES (1, '2024-01-01')")
    let table = try await sample.table("t")
    for (column, text) in [(0, "x"), (0, "99999999999"), (1, "never"), (0, "1\0")] {
      let filter = ColumnFilter(column: column, condition: .exact, values: [text])
      let failure = await #expect(throws: TableError.self) {
        try await table.page(TableQuery(pageSize: 5, selection: RowSelection(filters: [filter])))
      }
      if case .badRequest = failure {} else { Issue.record("\(text): \(String(describing: failure))") }
    }
    await #expect(throws: TableError.notFound("Record not found")) { try await table.record(RowKey("x")) }
  }
}
