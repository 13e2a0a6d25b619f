import PostgreSQLServer
import SQLTables
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// Which tables there are, and what is known of them.
@Suite struct ServerSchemaTests {
  @Test func everyKindOfRelationIsATable() async throws {
    let sample = try TestDatabase(
      """
      CREATE TABLE plain (id integer PRIMARY KEY, name text);
      CREATE VIEW seen AS SELECT * FROM plain;
      CREATE MATERIALIZED VIEW kept AS SELECT * FROM plain; CREATE UNIQUE INDEX ON kept (id);
      CREATE TABLE cut (id integer, day date, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
      CREATE TABLE cut_2024 PARTITION OF cut FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
      CREATE SCHEMA "odd.one"; CREATE TABLE "odd.one"."a ""b" ("c d" integer PRIMARY KEY);
      INSERT INTO plain VALUES (1, 'one'); INSERT INTO cut VALUES (1, '2024-05-05'); INSERT INTO "odd.one"."a ""b" VALUES (7);
      REFRESH MATERIALIZED VIEW kept;
      """)
    let database = try sample.served()
    let tables = try await database.tables()
    #expect(tables.map(\.name) == ["cut", "cut_2024", "kept", "plain", "seen", "odd.one.a \"b"])
    #expect(tables.filter(\.isView).map(\.name) == ["kept", "seen"])
    #expect(tables.filter(\.isHidden).map(\.name) == ["cut_2024"])
    for summary in tables {
      let table = try #require(try await database.table(named: summary.name))
      #expect(try await table.walk(TableQuery(pageSize: 5)).forwards.count == 1, "\(summary.name)")
    }
    #expect(try await database.table(named: "nothing") == nil)
    #expect(try await database.table(named: "pg_class") == nil)
  }

  @Test func defaultsAndComputedColumnsAreTold() async throws {
    let sample = try TestDatabase(
      """
      CREATE TABLE t (id serial PRIMARY KEY, n integer DEFAULT 7, twice integer GENERATED ALWAYS AS (n * 2) STORED);
      CREATE VIEW seen AS SELECT * FROM t
      """)
    let database = try sample.served()
    let columns = try await #require(try await database.table(named: "t")).schema().columns
    #expect(columns.map(\.defaultText) == [nil, "7", nil] && columns.map(\.isGenerated) == [false, false, true])
    let seen = try await #require(try await database.table(named: "seen")).schema().columns
    #expect(seen.allSatisfy { $0.defaultText == nil && !$0.isGenerated })
  }

  /// Rules of PostgreSQL 18 that hold for new rows alone, or for periods; older servers have none of them.
  @Test(
    arguments: [
      ("BEFORE INSERT OR UPDATE ON t", "", true), ("BEFORE INSERT ON t", "", false),
      ("BEFORE INSERT OR UPDATE OF title ON t", "", false),
      ("BEFORE INSERT OR UPDATE ON t", "; ALTER TABLE t DISABLE TRIGGER fill", false),
    ])
  func wordsThatATriggerFillsInAtEachChangeAreComputed(when: String, change: String, isComputed: Bool) async throws {
    let sample = try TestDatabase(
      """
      CREATE TABLE t (id integer PRIMARY KEY, title text, words tsvector, other tsvector);
      CREATE TRIGGER fill \(when) FOR EACH ROW
        EXECUTE FUNCTION tsvector_update_trigger(words, 'pg_catalog.english', title)\(change)
      """)
    let columns = try await sample.table("t").schema().columns
    #expect(columns.map(\.isGenerated) == [false, false, isComputed, false])
  }

  @Test(.enabled(if: (try? TestDatabase().version >= 180_000) == true, "the server is older"))
  func whatDoesNotHoldForEveryRowIsNotCountedOn() async throws {
    let sample = try TestDatabase(
      """
      CREATE TABLE t (id integer PRIMARY KEY, n integer, twice integer GENERATED ALWAYS AS (n * 2) VIRTUAL);
      INSERT INTO t (id, n) SELECT i, CASE WHEN i % 3 > 0 THEN i END FROM generate_series(1, 20) AS i;
      ALTER TABLE t ADD CONSTRAINT known NOT NULL n NOT VALID; CREATE INDEX ON t (n, id);
      CREATE TABLE stay (room int4range, during int4range, PRIMARY KEY (room, during WITHOUT OVERLAPS));
      CREATE TABLE meal (id integer PRIMARY KEY, room int4range, during int4range,
        FOREIGN KEY (room, PERIOD during) REFERENCES stay (room, PERIOD during));
      INSERT INTO stay VALUES ('[1,2)', '[1,9)'), ('[2,3)', '[1,9)'), ('[2,3)', '[9,12)'); INSERT INTO meal VALUES (1, '[1,2)', '[2,3)')
      """)
    let database = try sample.served()
    let table = try #require(try await database.table(named: "t"))
    let schema = try await table.schema()
    #expect(schema.columns.map(\.isNullable) == [false, true, true] && schema.columns.last?.isGenerated == true)
    for isDescending in [false, true] {
      let walk = try await table.walk(TableQuery(pageSize: 3, sort: [SortTerm(column: 1, isDescending: isDescending)]))
      #expect(walk.forwards.count == 20 && walk.forwards == walk.backwards)
    }
    let stays = try #require(try await database.table(named: "stay"))
    let walk = try await stays.walk(TableQuery(pageSize: 1))
    #expect(walk.forwards.count == 3 && walk.forwards == walk.backwards)
    let meals = try await #require(try await database.table(named: "meal")).schema()
    #expect(meals.columns.allSatisfy { $0.reference == nil })
  }

  @Test func whatTheRoleMayNotSeeIsNotThere() async throws {
    let sample = try TestDatabase()
    let role = "reader_\(sample.name)"
    try sample.execute(
      """
      CREATE TABLE open (id integer PRIMARY KEY, name text, secret text);
      CREATE TABLE closed (id integer PRIMARY KEY, open_id integer REFERENCES open);
      CREATE SCHEMA hidden; CREATE TABLE hidden.t (id integer PRIMARY KEY);
      CREATE TABLE rows (id integer PRIMARY KEY, owner text);
      INSERT INTO open VALUES (1, 'one', 'hush'); INSERT INTO rows VALUES (1, '\(role)'), (2, 'another');
      ALTER TABLE rows ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON rows USING (owner = current_user);
      CREATE ROLE \(role) LOGIN; GRANT SELECT (id, name) ON open TO \(role); GRANT SELECT ON rows, hidden.t TO \(role);
      """)
    let database = try PostgreSQLDatabase(sample.address.replacing("postgres@", with: "\(role)@"))
    #expect(try await database.tables().map(\.name) == ["open", "rows"])
    let open = try #require(try await database.table(named: "open"))
    let schema = try await open.schema()
    #expect(schema.columns.map(\.name) == ["id", "name"])
    #expect(schema.incomingReferences.isEmpty)
    #expect(try await open.page(TableQuery(pageSize: 5)).rows == [[.integer(1), .text("one")]])
    let search = TableQuery(pageSize: 5, selection: RowSelection(searches: [TextSearch("hush")]))
    #expect(try await open.page(search).rows.isEmpty)
    #expect(try await database.table(named: "closed") == nil)
    #expect(try await database.table(named: "hidden.t") == nil)
    let rows = try #require(try await database.table(named: "rows"))
    #expect(try await rows.page(TableQuery(pageSize: 5)).rows.count == 1)
    #expect(try await rows.count(TableQuery(pageSize: 5, count: .exact)) == .exact(1))
  }

  @Test func aPartOfADatabaseKnowsNothingOfTheRest() async throws {
    let sample = try TestDatabase(
      """
      CREATE TABLE people (id integer PRIMARY KEY, name text);
      CREATE TABLE notes (id integer PRIMARY KEY, person integer REFERENCES people);
      CREATE VIEW seen AS SELECT * FROM people;
      INSERT INTO people VALUES (1, 'Ada'); INSERT INTO notes VALUES (1, 1);
      """)
    let part = try sample.served().restricted { table, _ in table == "notes" || table == "seen" }
    #expect(try await part.tables().map(\.name) == ["notes", "seen"])
    #expect(try await part.table(named: "people") == nil)
    let notes = try #require(try await part.table(named: "notes"))
    #expect(try await notes.schema().columns.allSatisfy { $0.reference == nil })
    #expect(try await notes.schema().fieldCount == 2)
    let seen = try #require(try await part.table(named: "seen"))
    #expect(try await seen.description(of: TableQuery(pageSize: 5)).definition == nil)
    #expect(try await seen.page(TableQuery(pageSize: 5)).rows.count == 1)
  }

  @Test func aChangedSchemaIsFoundWhereAStatementFails() async throws {
    let sample = try TestDatabase("CREATE TABLE t (id integer PRIMARY KEY, a text); INSERT INTO t VALUES (1, 'x')")
    let table = try await sample.table("t")
    #expect(try await table.page(TableQuery(pageSize: 5)).rows == [[.integer(1), .text("x")]])
    try sample.execute("ALTER TABLE t DROP COLUMN a; ALTER TABLE t ADD COLUMN b integer DEFAULT 7")
    #expect(try await table.page(TableQuery(pageSize: 5)).rows == [[.integer(1), .integer(7)]])
    try sample.execute("ALTER TABLE t ALTER COLUMN b TYPE text USING 'now ' || b")
    #expect(try await table.page(TableQuery(pageSize: 5)).rows == [[.integer(1), .text("now 7")]])
    try sample.execute("DROP TABLE t")
    await #expect(throws: TableError.notFound("Table not found")) { try await table.page(TableQuery(pageSize: 5)) }
  }

  @Test func aSchemaThatOthersHaveReadSinceIsAnotherAsWell() async throws {
    let sample = try TestDatabase("CREATE TABLE t (id integer PRIMARY KEY, a text)")
    let database = try sample.served()
    let table = try #require(try await database.table(named: "t") as? PostgreSQLTable)
    var attempts = 0
    let names = try await table.withDefinition { definition, _ in
      attempts += 1
      guard attempts > 1 else {
        try sample.execute("ALTER TABLE t DROP COLUMN a; ALTER TABLE t ADD COLUMN b integer")
        _ = try await database.readSchema()
        throw PostgreSQLFailure(code: "42703", message: "no such column")
      }
      return definition.schema.columns.map(\.name)
    }
    #expect(names == ["id", "b"])
  }

  @Test func aSchemaThatIsReadIsNoOlderThanTheQuestion() async throws {
    let sample = try TestDatabase("CREATE TABLE t (id integer PRIMARY KEY)")
    let database = try sample.served()
    for number in 0..<10 {
      // One that begins before the change, and one that is asked for behind it.
      async let earlier = database.readSchema()
      try sample.execute("CREATE TABLE t\(number) (id integer PRIMARY KEY)")
      #expect(try await database.readSchema().relation(named: "t\(number)") != nil)
      _ = try await earlier
    }
  }

  @Test func commentsReferencesAndKeysAreTold() async throws {
    let sample = try TestDatabase(
      """
      CREATE TABLE authors (id integer PRIMARY KEY, name text NOT NULL);
      CREATE TABLE books (isbn text PRIMARY KEY, author integer REFERENCES authors, code integer UNIQUE NOT NULL);
      CREATE TABLE coded (code integer NOT NULL UNIQUE, name text);
      COMMENT ON TABLE books IS 'What is *read*'; COMMENT ON COLUMN books.isbn IS 'Its number';
      INSERT INTO authors VALUES (1, 'Ada'); INSERT INTO books VALUES ('x', 1, 5);
      """)
    let books = try await sample.table("books")
    let schema = try await books.schema()
    #expect(schema.comment == "What is *read*")
    #expect(schema.columns[0].comment == "Its number")
    #expect(schema.keyFields == [0])
    #expect(schema.columns[1].reference?.table == "authors")
    let page = try await books.page(TableQuery(pageSize: 5))
    let label = try #require(schema.columns[1].reference?.labelField)
    #expect(page.records.first?[label] == .text("Ada"))
    #expect(try await sample.table("authors").schema().incomingReferences.map(\.table) == ["books"])
    #expect(try await sample.table("coded").schema().keyFields == [0])
  }
}
