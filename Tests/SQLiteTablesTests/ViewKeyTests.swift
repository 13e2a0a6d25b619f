import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

@Suite struct ViewKeyTests {
  private static let script = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, kind TEXT, parent INTEGER);
    CREATE TABLE u (id INTEGER PRIMARY KEY, t INTEGER);
    CREATE TABLE loose (a, b);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) INSERT INTO t SELECT i, 'k' || (i % 3), i / 2 FROM n;
    INSERT INTO u SELECT id, id % 5 FROM t;
    """

  /// A view and whether a key of it can be proved.
  @Test(arguments: [
    ("SELECT id, kind FROM t", true), ("SELECT kind, id AS number FROM t WHERE kind <> 'k1'", true),
    ("SELECT id, (SELECT count(*) FROM u WHERE u.t = t.id) AS n FROM t", true),
    ("SELECT kind FROM t", false), ("SELECT id + 0 AS id FROM t", false), ("SELECT a, b FROM loose", false),
    ("SELECT t.id FROM t JOIN u ON u.t = t.id", false), ("SELECT t.id FROM t, (SELECT 1 UNION ALL SELECT 2)", false),
    ("SELECT id FROM t UNION ALL SELECT id FROM t", false),
    ("SELECT t.id, j.value FROM t, json_each('[1,1]') AS j", false),
    ("SELECT id FROM t ORDER BY kind", false), ("SELECT id FROM t ORDER BY id DESC", false),
    ("SELECT max(id) AS id FROM t GROUP BY kind", false), ("SELECT t.id FROM u LEFT JOIN t ON t.id = u.t", false),
  ])
  func aKeyIsProvedOnlyWhereEveryRowIsARowOfTheTable(view: String, isProved: Bool) async throws {
    let fixture = try Fixture(Self.script + "CREATE VIEW v AS \(view)")
    let table = try #require(try await fixture.database().table(named: "v"))
    let schema = try await table.schema()
    #expect(schema.usesOffsetPaging == !isProved)
    // Either way each row is on one page, in both directions.
    let walk = try await table.walk(TableQuery(pageSize: 7))
    let rows = try fixture.rows(
      "SELECT * FROM v" + (isProved ? " ORDER BY \(schema.columns.first { $0.name == "number" }?.name ?? "id")" : ""))
    #expect(walk.forwards == rows)
    #expect(walk.backwards == rows)
  }

  @Test func rowsThatComeInFrontDoNotShiftThePagesOfAKey() async throws {
    let fixture = try Fixture(Self.script + "CREATE VIEW v AS SELECT id, kind FROM t")
    let table = try #require(try await fixture.database().table(named: "v"))
    let first = try await table.page(TableQuery(pageSize: 10))
    try fixture.execute("INSERT INTO t (id) VALUES (0), (-1)")
    let second = try await table.page(TableQuery(pageSize: 10, position: .after(try #require(first.next))))
    #expect(second.rows.first?.first == .integer(11))
  }
}
