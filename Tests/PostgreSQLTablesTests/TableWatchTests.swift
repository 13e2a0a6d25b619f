import PostgreSQLServer
import TableModel
import Testing

@testable import PostgreSQLTables

/// What is told of changes of watched tables.
@Suite(.serialized) struct TableWatchTests {
  /// Of its own: what others do to roles, and checkpoints, begin another life.
  private static let engine = Result { try PostgreSQLServer() }

  private static let tables = """
    CREATE TABLE parent (id integer PRIMARY KEY); INSERT INTO parent SELECT generate_series(1, 9);
    CREATE TABLE t (id integer PRIMARY KEY, parent integer REFERENCES parent ON DELETE CASCADE, name text);
    INSERT INTO t SELECT i, i, 'one' FROM generate_series(1, 9) AS i;
    CREATE TABLE other (id integer); CREATE VIEW v AS SELECT 1 AS n; CREATE MATERIALIZED VIEW m AS SELECT 1 AS n;
    CREATE TABLE parts (id integer) PARTITION BY LIST (id); CREATE TABLE parts1 PARTITION OF parts FOR VALUES IN (1);
    CREATE TABLE heirs () INHERITS (other);
    """

  /// A database with watched tables, and a book that is told of them.
  private struct Watched {
    let sample: TestDatabase
    let database: PostgreSQLDatabase
    let number: Int

    init() async throws {
      sample = try TestDatabase(TableWatchTests.tables, on: try TableWatchTests.engine.get())
      let watch = try TableWatch(sample.address)
      try watch.add(try watch.watchable(["t", "parent"]))
      database = try sample.served()
      database.versions.watch(true)
      number = try #require((try sample.rows("SELECT CAST(CAST('t' AS regclass) AS oid)")[0][0]).flatMap { Int($0) })
      _ = try await label()
    }

    /// What is the same as long as nothing of the table is told.
    func label() async throws -> DataVersion {
      let version = try #require(await database.versionSource.version())
      return database.versions.book.lastChange(of: [number], in: version)
    }
  }

  @Test(arguments: [
    "INSERT INTO t VALUES (10)", "UPDATE t SET name = 'two'", "DELETE FROM t WHERE id = 1", "TRUNCATE t",
    "TRUNCATE parent CASCADE", "COPY t (id) FROM PROGRAM 'echo 11'", "DELETE FROM parent WHERE id = 2",
    "INSERT INTO t VALUES (1) ON CONFLICT (id) DO UPDATE SET name = 'three'",
    "WITH gone AS (DELETE FROM t RETURNING id) SELECT count(*) FROM gone",
    "SET session_replication_role = replica; INSERT INTO t VALUES (12)",
    "ALTER TABLE t ADD COLUMN more text", "ALTER TABLE t DISABLE TRIGGER ALL", "COMMENT ON COLUMN t.name IS 'told'",
    "GRANT SELECT ON t TO PUBLIC", "CREATE INDEX ON t (name)", "CREATE OR REPLACE VIEW v AS SELECT 2 AS n",
    "REFRESH MATERIALIZED VIEW m", "DROP TABLE t", "CREATE TABLE more (id integer REFERENCES t)",
    "SET session_replication_role = replica; ALTER TABLE t DROP COLUMN name",
    "DROP EVENT TRIGGER tablepages_definitions", "ALTER EVENT TRIGGER tablepages_definitions DISABLE",
  ])
  func isTold(_ statement: String) async throws {
    let watched = try await Watched()
    let before = try await watched.label()
    try watched.sample.execute(statement)
    #expect(try await watched.label() != before)
  }

  @Test(arguments: [
    "INSERT INTO other VALUES (1)", "BEGIN; DELETE FROM t; ALTER TABLE t ADD COLUMN gone text; ROLLBACK", "ANALYZE t",
    "CREATE TEMPORARY TABLE mine (id integer)", "SELECT * FROM t FOR UPDATE", "VACUUM t",
  ])
  func isNobodysBusiness(_ statement: String) async throws {
    let watched = try await Watched()
    let before = try await watched.label()
    try watched.sample.execute(statement)
    #expect(try await watched.label() == before)
  }

  @Test func everyAcknowledgedCommitIsToldByTheNextAnswer() async throws {
    let watched = try await Watched()
    let address = watched.sample.address, database = watched.database
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 1...4 {
        group.addTask {
          let session = try Session(address)
          for round in 0..<150 {
            let book = database.versions.book, before = book.mark.changes
            try session.execute("UPDATE t SET name = 'round \(round)' WHERE id = \(writer)")
            _ = try #require(await database.versionSource.version())
            #expect(book.mark.changes.connection == before.connection && book.mark.changes.count > before.count)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func whatIsAddedIsRemoved() throws {
    let sample = try TestDatabase(Self.tables)
    let watch = try TableWatch(sample.address)
    func leftovers() throws -> [[String?]] {
      try sample.rows(
        """
        SELECT (SELECT count(*) FROM pg_namespace WHERE nspname = 'tablepages'), (SELECT count(*) FROM pg_event_trigger),
          (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal)
        """)
    }
    #expect(try watch.watchable() == ["parent", "t"])
    try watch.add(["t"])
    try watch.add(["t", "parent"])
    #expect(try watch.watched() == ["parent", "t"])
    #expect(try leftovers() == [["1", "1", "2"]])
    #expect(try !watch.remove(["parent"]))
    #expect(try watch.remove(["t"]))
    #expect(try leftovers() == [["0", "0", "0"]])
    #expect(try watch.remove([]))
  }

  @Test func whatCannotBeWatchedAnyMoreIsRemovedAllTheSame() throws {
    let sample = try TestDatabase(Self.tables)
    let watch = try TableWatch(sample.address)
    try watch.add(["t"])
    try sample.execute("CREATE TABLE heir () INHERITS (t)")
    #expect(throws: TableError.self) { try watch.watchable(["t"]) }
    #expect(throws: TableError.badRequest("“parent” isn't watched")) { try watch.watched(["parent"]) }
    #expect(try watch.remove(try watch.watched(["public.t"])))
  }

  @Test func whatCannotBeWatchedIsRefused() throws {
    let watch = try TableWatch(try TestDatabase(Self.tables).address)
    for name in ["parts", "parts1", "other", "heirs", "v", "m", "nothing", "pg_class", "t; DROP TABLE t"] {
      #expect(throws: TableError.self, "\(name)") { try watch.watchable([name]) }
    }
    #expect(try watch.watchable(["t", "public.parent"]) == ["t", "parent"])
  }
}
