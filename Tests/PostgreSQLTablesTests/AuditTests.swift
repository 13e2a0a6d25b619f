import PostgreSQLServer
import SQLTables
import TableModel
import Testing

@testable import PostgreSQLTables

/// What an audit has of each row, as far as it is known, and of how many others there are.
@Suite struct AuditTests {
  private static let library = """
    CREATE TABLE artist (id integer PRIMARY KEY, name text UNIQUE);
    CREATE TABLE album (id integer PRIMARY KEY, artist integer REFERENCES artist ON DELETE CASCADE ON UPDATE CASCADE);
    CREATE TABLE fan (name text PRIMARY KEY, artist integer REFERENCES artist ON DELETE SET NULL ON UPDATE CASCADE,
      twice integer GENERATED ALWAYS AS (artist * 2) STORED);
    CREATE TABLE song (artist integer REFERENCES artist ON DELETE CASCADE ON UPDATE CASCADE, number integer, PRIMARY KEY (artist, number));
    CREATE TABLE log (what text);
    CREATE FUNCTION logs() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log VALUES (old.name); RETURN NULL; END $$;
    CREATE FUNCTION stamps() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE log SET what = 'fan' WHERE what = 'old'; RETURN NULL; END $$;
    CREATE TRIGGER logs AFTER DELETE ON artist FOR EACH ROW EXECUTE FUNCTION logs();
    CREATE TRIGGER stamps AFTER UPDATE ON fan FOR EACH ROW EXECUTE FUNCTION stamps();
    INSERT INTO artist VALUES (1, 'a'), (2, 'b');
    INSERT INTO album VALUES (1, 1), (2, 1);
    INSERT INTO fan (name, artist) VALUES ('zoe', 1), ('yan', 2);
    INSERT INTO song VALUES (1, 1), (2, 1);
    INSERT INTO log VALUES ('old');
    """

  private let sample: TestDatabase
  private let database: PostgreSQLDatabase

  init() throws {
    sample = try TestDatabase(Self.library)
    database = try sample.served {
      $0.isWritable = true
      $0.keepsAudit = true
    }
  }

  private func writer(_ table: String) async throws -> any RecordWriter {
    try #require(try await database.table(named: table)?.writer)
  }

  /// The lines since the last call of this, in words.
  private func lines() throws -> Set<String> {
    let rows = try sample.rows(
      """
      DELETE FROM tablepages_audit.changes RETURNING "by" || ' ' || "action" || ' ' || "table" || ' ' || "key" || ': '
        || coalesce("before", '') || ' > ' || coalesce("after", '')
      """)
    let lines = Set(rows.compactMap(\.[0]))
    #expect(lines.count == rows.count)
    return lines
  }

  @Test func whoChangedWhatIsWrittenDownWithTheChange() async throws {
    let artist = try await writer("artist")
    _ = try await artist.apply([.insert([.init("id", .integer(3)), .init("name", .text("say \"c\""))])], by: "ada")
    _ = try await artist.apply([.update(key: ["3"], [.init("name", .null)])], by: "bob")
    _ = try await artist.apply([.update(key: ["3"], [.init("name", .null)])], by: "bob")
    _ = try? await artist.apply([.insert([.init("id", .text("no"))])], by: "eve")
    #expect(
      try sample.rows(
        "SELECT id FROM tablepages_audit.changes WHERE \"at\" BETWEEN now() - interval '1 hour' AND now()"
      ).count == 2)
    #expect(
      try lines() == [
        #"ada inserted artist 3:  > {"id": 3, "name": "say \"c\""}"#,
        #"bob updated artist 3: {"id": 3, "name": "say \"c\""} > {"id": 3, "name": null}"#,
      ])
  }

  @Test func rowsThatReferencesTakeAlongAreWrittenDownAndWhatTriggersDoIsCounted() async throws {
    let artist = try await writer("artist")
    let result = try await artist.apply([.delete(key: ["1"])], by: "ada")
    #expect(
      try lines() == [
        #"ada deleted artist 1: {"id": 1, "name": "a"} > "#, #"ada deleted album 1: {"id": 1, "artist": 1} > "#,
        #"ada deleted album 2: {"id": 2, "artist": 1} > "#, #"ada deleted song 1,1: {"artist": 1, "number": 1} > "#,
        #"ada updated fan zoe: {"name": "zoe", "artist": 1, "twice": 2} > {"name": "zoe", "artist": null, "twice": null}"#,
        #"ada updated log :  > {"$rows": 1}"#, #"ada inserted log :  > {"$rows": 1}"#,
      ])
    _ = try await artist.revert(try #require(result.inverse), by: "bob")
    #expect(
      try lines() == [
        #"bob inserted artist 1:  > {"id": 1, "name": "a"}"#, #"bob inserted album 1:  > {"id": 1, "artist": 1}"#,
        #"bob inserted album 2:  > {"id": 2, "artist": 1}"#, #"bob inserted song 1,1:  > {"artist": 1, "number": 1}"#,
        #"bob updated fan zoe: {"name": "zoe", "artist": null, "twice": null} > {"name": "zoe", "artist": 1, "twice": 2}"#,
      ])
  }

  @Test func rowsThatFollowANewKeyAreWrittenDownAndThoseWhoseOwnKeyItIsAreCounted() async throws {
    _ = try await writer("artist").apply([.update(key: ["1"], [.init("id", .integer(5))])], by: "ada")
    #expect(
      try lines() == [
        #"ada updated artist 5: {"id": 1, "name": "a"} > {"id": 5, "name": "a"}"#,
        #"ada updated album 1: {"id": 1, "artist": 1} > {"id": 1, "artist": 5}"#,
        #"ada updated album 2: {"id": 2, "artist": 1} > {"id": 2, "artist": 5}"#,
        #"ada updated fan zoe: {"name": "zoe", "artist": 1, "twice": 2} > {"name": "zoe", "artist": 5, "twice": 10}"#,
        #"ada updated song :  > {"$rows": 1}"#, #"ada updated log :  > {"$rows": 1}"#,
      ])
  }

  @Test func whatStoredQueriesChangeIsCountedByTable() async throws {
    let count = try await database.change(
      by: QueryStatement("DELETE FROM artist WHERE id < 9"), author: "ada")
    #expect(count == 2)
    #expect(
      try lines() == [
        #"ada deleted artist : {"$rows": 2} > "#, #"ada deleted album : {"$rows": 2} > "#,
        #"ada deleted song : {"$rows": 2} > "#, #"ada updated fan :  > {"$rows": 2}"#,
        #"ada updated log :  > {"$rows": 1}"#, #"ada inserted log :  > {"$rows": 2}"#,
      ])
  }

  @Test func whatIsOnlyTriedOrRefusedLeavesNoLine() async throws {
    let artist = try await writer("artist")
    _ = try await artist.attempt([.delete(key: ["1"])], by: "test")
    await #expect(throws: RecordChangeError.self) {
      try await artist.apply([.delete(key: ["1"]), .delete(key: ["9"])], by: "eve")
    }
    _ = try await artist.apply([.update(key: ["2"], [.init("name", .text("b"))])], by: "eve")
    #expect(try lines().isEmpty)
  }

  /// What the server counts of a connection is reported once in a while only: what was done before is no part of the next change.
  @Test func manyChangesOverOneConnectionEachCountTheirOwn() async throws {
    let artist = try await writer("artist")
    for number in 10..<30 {
      _ = try await artist.apply([.insert([.init("id", .integer(Int64(number)))])], by: "ada")
      _ = try await artist.apply([.delete(key: RowKey([.integer(Int64(number))]))], by: "ada")
    }
    let counted = try sample.rows(
      #"SELECT "table", count(*) FROM tablepages_audit.changes WHERE "key" = '' GROUP BY 1"#)
    #expect(counted == [["log", "20"]])
    let named = try sample.rows(
      #"SELECT "action", count(*) FROM tablepages_audit.changes WHERE "key" <> '' GROUP BY 1 ORDER BY 1"#)
    #expect(named == [["deleted", "20"], ["inserted", "20"]])
  }

  @Test func rowsThatMoveBetweenPartitionsAreOneLine() async throws {
    try sample.execute(
      """
      CREATE TABLE sale (id integer, year integer, PRIMARY KEY (id, year)) PARTITION BY LIST (year);
      CREATE TABLE sale_1 PARTITION OF sale FOR VALUES IN (1); CREATE TABLE sale_2 PARTITION OF sale FOR VALUES IN (2);
      INSERT INTO sale VALUES (1, 1);
      """)
    _ = try await writer("sale").apply(
      [.update(key: RowKey([.integer(1), .integer(1)]), [.init("year", .integer(2))])], by: "ada")
    #expect(try lines() == [#"ada updated sale 1,2: {"id": 1, "year": 1} > {"id": 1, "year": 2}"#])
  }

  // MARK: The table

  @Test func theAuditIsReadAsItIsInFilesAndWrittenByNobody() async throws {
    #expect(try await database.connect() == nil)
    #expect(database.auditTable == "_tablepages_audit")
    let table = try #require(try await database.table(named: "_tablepages_audit"))
    let schema = try await table.schema()
    #expect(schema.columns.map(\.name) == ["id", "at", "by", "table", "action", "key", "before", "after"])
    #expect(table.writer == nil)
    #expect(try await database.tables().first { $0.name == "_tablepages_audit" }?.isHidden == true)
    let part = try #require(
      try database.restricted { name, isHidden in name == "artist" && !isHidden } as? PostgreSQLDatabase)
    _ = try await part.tables()
    #expect(part.auditTable == nil)
  }

  @Test func whatServersShareIsNoTableOfTheSite() async throws {
    try sample.execute(
      "CREATE SCHEMA tablepages_state; CREATE TABLE tablepages_state.entries (name text PRIMARY KEY, value text, expires timestamptz)"
    )
    #expect(try await database.table(named: "tablepages_state.entries") == nil)
    await #expect(throws: StatementError.self) {
      try await database.result(of: QueryStatement(#"SELECT * FROM "tablepages_state".entries"#))
    }
  }

  @Test func nothingIsMadeUnlessAnAuditIsKept() async throws {
    let plain = try sample.served { $0.isWritable = true }
    #expect(try await plain.connect() == nil)
    _ = try await plain.table(named: "artist")?.writer?.apply([.delete(key: ["2"])], by: "ada")
    #expect(try sample.rows("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'tablepages%'") == [["0"]])
  }

  @Test func severalServersMakeTheTableAtOnce() async throws {
    let servers = try (0..<6).map { _ in
      try sample.served {
        $0.isWritable = true
        $0.keepsAudit = true
      }
    }
    try await withThrowingTaskGroup(of: String?.self) { group in
      for server in servers { group.addTask { try await server.connect() } }
      for try await remark in group { #expect(remark == nil) }
    }
    #expect(try sample.rows("SELECT count(*) FROM tablepages_audit.changes") == [["0"]])
  }

  @Test func anAuditThatIsDroppedIsMadeAgain() async throws {
    let artist = try await writer("artist")
    _ = try await artist.apply([.insert([.init("id", .integer(3))])], by: "ada")
    try sample.execute("DROP SCHEMA tablepages_audit CASCADE")
    _ = try await artist.apply([.insert([.init("id", .integer(4))])], by: "ada")
    #expect(try lines() == [#"ada inserted artist 4:  > {"id": 4, "name": null}"#])
  }

  @Test func aChangeThatCannotBeWrittenDownIsNotMade() async throws {
    try sample.execute(
      """
      CREATE ROLE \(sample.name)_clerk LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO \(sample.name)_clerk;
      """)
    defer { try? sample.execute("DROP OWNED BY \(sample.name)_clerk; DROP ROLE \(sample.name)_clerk") }
    let clerk = try sample.served(at: sample.address.replacing("//postgres@", with: "//\(sample.name)_clerk@")) {
      $0.isWritable = true
      $0.keepsAudit = true
    }
    // Without the right to make it.
    await #expect { try await clerk.connect() } throws: {
      "\($0)".contains("tablepages_audit.changes") && "\($0)".contains("permission denied")
    }
    let owner = try await writer("artist")
    _ = try await owner.apply([.insert([.init("id", .integer(3))])], by: "ada")
    try sample.execute("GRANT USAGE ON SCHEMA tablepages_audit TO \(sample.name)_clerk")
    await #expect { try await clerk.connect() } throws: { "\($0)".contains("may not insert rows") }
    try sample.execute("GRANT INSERT ON tablepages_audit.changes TO \(sample.name)_clerk")
    #expect(try await clerk.connect() == nil)
    let artist = try #require(try await clerk.table(named: "artist")?.writer)
    _ = try await artist.apply([.insert([.init("id", .integer(4))])], by: "bob")
    // Nor is it made when the right is gone later.
    try sample.execute("REVOKE INSERT ON tablepages_audit.changes FROM \(sample.name)_clerk")
    await #expect { try await artist.apply([.insert([.init("id", .integer(5))])], by: "bob") } throws: {
      "\($0)".contains("tablepages_audit.changes")
    }
    #expect(try sample.rows("SELECT id FROM artist WHERE id > 2 ORDER BY id") == [["3"], ["4"]])
    #expect(try lines().count == 2)
  }
}
