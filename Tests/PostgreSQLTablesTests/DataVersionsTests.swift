import Foundation
import PostgreSQLServer
import Synchronization
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// What a server says of the state of its data.
@Suite struct DataVersionsTests {
  private static let rows = "CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t VALUES (1, 'one')"

  /// A page whose state is known, which it is once the schema has been looked at beside it.
  private func kept(_ table: any RecordTable, _ query: TableQuery = TableQuery()) async throws -> TablePage {
    for _ in 0..<500 {
      let page = try await table.page(query)
      if page.version != nil { return page }
      try await Task.sleep(for: .milliseconds(20))
    }
    return try await table.page(query)
  }

  @Test(arguments: [
    "INSERT INTO t VALUES (2, 'two')", "UPDATE t SET name = 'other'", "DELETE FROM t", "TRUNCATE t",
    "BEGIN; SAVEPOINT s; INSERT INTO t VALUES (3); RELEASE s; COMMIT", "ALTER TABLE t ADD COLUMN more text",
    "COMMENT ON TABLE t IS 'told'", "CREATE TABLE u (id integer)",
    "BEGIN; INSERT INTO t VALUES (4); PREPARE TRANSACTION 'four'; COMMIT PREPARED 'four'",
    "COPY t (id) FROM PROGRAM 'echo 5'",
  ])
  func everyCommitIsAnotherState(_ statement: String) async throws {
    let sample = try TestDatabase(Self.rows)
    let database = try sample.served()
    let before = try #require(await database.versionSource.version())
    // Others use the server, so that the state may be another one by itself.
    for part in statement.split(separator: "; ").map(String.init) { try sample.execute(part) }
    let after = try #require(await database.versionSource.version())
    #expect(before != after)
  }

  @Test func aCommitThatComesLateIsAnotherStateThoughLaterOnesCameBefore() async throws {
    let engine = try PostgreSQLServer()
    defer { engine.stop() }
    let sample = try TestDatabase(Self.rows, on: engine)
    let database = try sample.served(), table = try #require(try await database.table(named: "t"))
    let late = try sample.connect()
    try late.execute("BEGIN; UPDATE t SET name = 'late'")
    try sample.execute("INSERT INTO t VALUES (2, 'soon')")
    let page = try await kept(table)
    #expect(page.rows.count == 2)
    // Nothing else happens on this server.
    #expect(await database.versionSource.version() == page.version)
    #expect(try await table.page(TableQuery()).version == page.version)
    try late.execute("COMMIT")
    #expect(await database.versionSource.version() != page.version)
  }

  @Test func aPageTellsItsStateInItsOnlyRoundTrip() async throws {
    let engine = try PostgreSQLServer()
    defer { engine.stop() }
    let database = try TestDatabase(Self.rows, on: engine).served()
    let table = try #require(try await database.table(named: "t"))
    let version = try await kept(table).version
    let work = database.pools[.pages].workCount.load(ordering: .relaxed)
    for _ in 0..<10 { #expect(try await table.page(TableQuery()).version == version) }
    #expect(database.pools[.pages].workCount.load(ordering: .relaxed) == work + 10)
  }

  @Test func aCrashBeginsAnotherLife() async throws {
    let engine = try PostgreSQLServer()
    defer { engine.stop() }
    let sample = try TestDatabase(Self.rows, on: engine)
    let database = try sample.served()
    _ = try #require(await database.versionSource.version())
    let life = database.versions.book.mark.life
    #expect(await database.versionSource.version() != nil)
    #expect(database.versions.book.mark.life == life)
    let victim = try Session(sample.address)
    let process = try #require(try victim.rows("SELECT pg_backend_pid()").first?.first ?? nil)
    let end = Process()
    end.executableURL = URL(filePath: "/usr/bin/env")
    end.arguments = ["kill", "-9", process]
    try end.run()
    end.waitUntilExit()
    for _ in 0..<500 where database.versions.book.mark.life == life {
      _ = await database.versionSource.version()
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(database.versions.book.mark.life > life)
  }

  @Test func whatMayBeAnotherByItselfIsNotKept() async throws {
    let sample = try TestDatabase(
      Self.rows + """
        ;
        CREATE VIEW plain AS SELECT id, upper(name) AS name, to_json(name) AS json FROM t;
        CREATE VIEW above AS SELECT count(*) AS n FROM plain;
        CREATE VIEW clock AS SELECT id, now() AS at FROM t;
        CREATE VIEW day AS SELECT id, CURRENT_DATE AS day FROM t;
        CREATE VIEW cast_text AS SELECT CAST(name AS date) AS day FROM t WHERE false;
        CREATE VIEW chance AS SELECT id, random() AS number FROM t;
        CREATE VIEW sample AS SELECT id FROM t TABLESAMPLE system (50);
        CREATE VIEW on_clock AS SELECT id FROM clock;
        CREATE VIEW settings AS SELECT id, current_setting('work_mem') AS value FROM t;
        CREATE VIEW activity AS SELECT pid FROM pg_stat_activity;
        CREATE SEQUENCE s;
        CREATE VIEW number AS SELECT last_value FROM s;
        CREATE FUNCTION read() RETURNS bigint STABLE LANGUAGE sql AS 'SELECT count(*) FROM t';
        CREATE VIEW called AS SELECT read() AS n;
        CREATE MATERIALIZED VIEW stored AS SELECT id, now() AS at FROM t;
        CREATE TABLE secret (id integer PRIMARY KEY);
        ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
        CREATE TABLE near_secret (id integer PRIMARY KEY REFERENCES secret);
        CREATE TABLE parts (id integer) PARTITION BY LIST (id);
        CREATE TABLE parts1 PARTITION OF parts FOR VALUES IN (1);
        """)
    let database = try sample.served()
    let steady: Set<String> = ["t", "plain", "above", "stored", "parts", "parts1"]
    for name in steady {
      let table = try #require(try await database.table(named: name))
      #expect(try await kept(table).version != nil, "\(name)")
    }
    for name in try await database.tables().map(\.name) where !steady.contains(name) {
      let table = try #require(try await database.table(named: name))
      // The schema has been looked at by now, unless others have changed something meanwhile.
      for _ in 0..<10 {
        #expect(try await table.page(TableQuery()).version == nil, "\(name)")
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  @Test(arguments: ["now", "Today", "yesterday 10:00", "[tomorrow,)"])
  func aPageOfATimeThatPassesIsNotKept(_ value: String) async throws {
    let sample = try TestDatabase("CREATE TABLE t (id integer PRIMARY KEY, at timestamptz, name text)")
    let table = try #require(try await sample.served().table(named: "t"))
    func query(_ value: String) -> TableQuery {
      TableQuery(selection: RowSelection(filters: [ColumnFilter(column: 2, condition: .exact, values: [value])]))
    }
    #expect(try await kept(table, query("2026-01-01")).version != nil)
    #expect(try await table.page(query(value)).version == nil)
  }
}
