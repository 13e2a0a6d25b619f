import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

/// Texts between double quotes, as views and triggers of old databases have them (https://sqlite.org/quirks.html#dblquote).
@Suite struct QuotedTextTests {
  private static let statements = """
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, state TEXT);
    INSERT INTO item VALUES (1, 'pen', 'open'), (2, 'ink', 'closed');
    CREATE VIEW open_items AS SELECT id, name, "open" AS label FROM item WHERE state = "open";
    CREATE TABLE log (text TEXT);
    CREATE TRIGGER note AFTER INSERT ON item BEGIN INSERT INTO log VALUES ("inserted"); END;
    """

  @Test func viewsThatHaveThemAreRead() async throws {
    let fixture = try Fixture(Self.statements)
    let database = try fixture.database()
    let view = try #require(try await database.table(named: "open_items"))
    #expect(try await view.schema().columns.map(\.name) == ["id", "name", "label"])
    #expect(try await view.page(TableQuery(pageSize: 10)).rows == [[.integer(1), .text("pen"), .text("open")]])
    let filter = ColumnFilter(column: 1, condition: .exact, values: ["pen"])
    let query = TableQuery(pageSize: 10, selection: RowSelection(filters: [filter]), count: .exact)
    #expect(try await view.page(query).rows.count == 1)
    #expect(try await database.tables().map(\.name) == ["item", "log", "open_items"])
    // Others are read beside it as before.
    let item = try #require(try await database.table(named: "item"))
    #expect(try await item.page(TableQuery(pageSize: 10)).rows.count == 2)
  }

  @Test func triggersThatHaveThemRun() async throws {
    let sample = try WritableFixture(Self.statements)
    let change = RecordChange.insert([.init("name", .text("cap"))])
    _ = try await sample.writer("item").apply([change], by: "ada")
    #expect(try sample.fixture.rows("SELECT text FROM log") == [[.text("inserted")]])
  }

  /// What SQLite takes for a text is one for visitors too; a name without quotes never is.
  @Test func namesOfVisitorsAreTextsOnlyBetweenDoubleQuotes() async throws {
    let fixture = try Fixture(Self.statements)
    let database = try fixture.database()
    _ = try await database.table(named: "open_items")?.page(TableQuery(pageSize: 10))
    let quoted = QueryStatement("SELECT id FROM item WHERE \"naem\" = 'naem'")
    #expect(try await database.result(of: quoted).page.count == 2)
    await #expect(throws: StatementError.self) {
      _ = try await database.result(of: QueryStatement("SELECT naem FROM open_items"))
    }
  }

  @Test func statementsOfVisitorsReadTheViews() async throws {
    let fixture = try Fixture(Self.statements)
    let database = try fixture.database()
    for _ in 0..<3 {
      let statement = QueryStatement("SELECT label, count(*) AS n FROM open_items GROUP BY label")
      let rows = try await database.result(of: statement).page
      #expect(rows.count == 1 && rows[0][0] == .text("open") && rows[0][1] == .integer(1))
      // The next that is mistyped is refused all the same.
      await #expect(throws: StatementError.self) {
        _ = try await database.result(of: QueryStatement("SELECT naem FROM item"))
      }
    }
  }
}
