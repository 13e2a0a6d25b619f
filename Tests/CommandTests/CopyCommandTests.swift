import Foundation
import PostgreSQLServer
import SeededNumbers
import Testing

/// Databases from one engine to the other, held against what Python and psql read.
@Suite struct CopyCommandTests {
  private static let compare = "Tests/Copying/compare.py"

  private func python(_ arguments: String...) async throws -> Program.Run {
    try await Program.run(
      [URL(filePath: arguments[0]).path] + arguments.dropFirst(), of: "python3")
  }

  private func sqlite(_ path: String, _ sql: String) async throws -> String {
    let run = try await Program.run([path, sql], of: "sqlite3")
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output
  }

  private func isSame(_ first: String, _ second: String) async throws {
    let run = try await python(Self.compare, first, second)
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
  }

  @Test func chinookIsTheSameThereAndBack() async throws {
    let database = try TestDatabase()
    try await TemporaryFolder.with { folder in
      let file = URL(filePath: "Tests/Resources/chinook.sqlite").path, back = folder.path("back.sqlite")
      let there = try await Program.run("copy", file, database.address)
      #expect(
        there.exitCode == 0 && there.output.contains("11 tables, 15607 rows: counts and checksums agree"), "\(there)")
      #expect(!there.output.contains("Not the same there"))
      try await isSame(file, database.address)
      let again = try await Program.run("copy", database.address, back)
      #expect(again.exitCode == 0 && !again.output.contains("Not the same there"), "\(again)")
      try await isSame(file, back)
      #expect(try database.rows("SELECT count(*) FROM pg_namespace WHERE nspname = 'tablepages_copy'") == [["0"]])
      let rules =
        "SELECT count(*) FILTER (WHERE contype = 'p'), count(*) FILTER (WHERE contype = 'f') FROM pg_constraint WHERE connamespace = 'public'::regnamespace"
      #expect(try database.rows(rules) == [["11", "11"]])
      let tables = try await sqlite(
        back, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name LIKE '%tablepages%'")
      #expect(tables == "0\n")
      let keys = "SELECT count(*) FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'"
      #expect(try await sqlite(back, keys) == "11\n")
    }
  }

  @Test func oddDataComeBackAsTheyWereAndWhatIsNotCarriedIsSaid() async throws {
    let database = try TestDatabase()
    try await TemporaryFolder.with { folder in
      let file = folder.path("odd.sqlite"), back = folder.path("back.sqlite")
      let made = try await python("Tests/Copying/odd.py", file)
      #expect(made.exitCode == 0, "\(made.errors)")
      let there = try await Program.run("copy", file, database.address)
      #expect(there.exitCode == 0, "\(there)")
      for remark in [
        "virtual table ft: not copied", "trigger tr of a: not copied", "column mixed.v: holds values of several types",
        "column nul.name: holds texts that PostgreSQL can't store", "column dates.odd: is declared DATETIME",
        "column big.long: is declared VARCHAR(2)", "computed column gen.year: holds its values",
        "computed column differs.last: holds its values, and is computed no more: the server computes other values",
        "key of textkey: has nulls", "reference of broken (a) to a: holds for new rows", "view v2: not made",
      ] { #expect(there.output.contains("- \(remark)"), "\(remark)\n\(there.output)") }
      for unsaid in [
        "gen.total", "gen.label", "gen.half", "gen.remainder", "dates.ts", "big.js:", "view v1", "view V 3", "- index",
      ] {
        #expect(!there.output.contains(unsaid), "\(unsaid)\n\(there.output)")
      }
      let types =
        "SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'dates'::regclass AND attnum BETWEEN 2 AND 7 ORDER BY attnum"
      #expect(
        try database.rows(types).map { $0[1] } == [
          "date", "timestamp without time zone", "text", "timestamp without time zone", "uuid",
          "timestamp with time zone",
        ])
      #expect(try database.rows("SELECT total, label, half FROM gen WHERE id = 2") == [["-11.25", "Q-5", "-2"]])
      try database.execute("INSERT INTO dates (d) VALUES ('2030-01-01'); INSERT INTO gen (id, q) VALUES (9, 8)")
      #expect(try database.rows("SELECT id, ts IS NULL FROM dates WHERE d = '2030-01-01'") == [["8", "f"]])
      #expect(try database.rows("SELECT half FROM gen WHERE id = 9") == [["4"]])
      #expect(throws: (any Error).self) { try database.execute("INSERT INTO nokey (y) VALUES (0)") }
      try database.execute("DELETE FROM dates WHERE id = 8; DELETE FROM gen WHERE id = 9")
      let again = try await Program.run("copy", database.address, back)
      #expect(again.exitCode == 0, "\(again)")
      try await isSame(file, back)
    }
  }

  @Test func namesThatTheTargetDoesNotTakeAreSaid() async throws {
    let database = try TestDatabase()
    try await TemporaryFolder.with { folder in
      let file = folder.path("names.sqlite"), long = String(repeating: "l", count: 70)
      _ = try await sqlite(
        file, "CREATE TABLE \(long)a (ctid, \"\"); CREATE TABLE \(long)b (x); INSERT INTO \(long)a VALUES (1, 2)")
      let there = try await Program.run("copy", file, database.address)
      #expect(there.exitCode == 0, "\(there)")
      #expect(there.output.contains("table \(long)a: is called \(long.prefix(63))\n"))
      #expect(there.output.contains("table \(long)b: is called \(long.prefix(61))_2\n"))
      #expect(there.output.contains("column \(long)a.ctid: is called _ctid\n"))
      #expect(try database.rows("SELECT _ctid, _ FROM \(long.prefix(63))") == [["1", "2"]])
    }
  }

  /// What the server has since version 18 is tried where it is as new.
  @Test func rulesThatNotAllRowsKeepAreSaidAndNotMade() async throws {
    let database = try TestDatabase(
      """
      CREATE TABLE t (id integer PRIMARY KEY, n integer, during int4range, EXCLUDE USING gist (during WITH &&));
      INSERT INTO t VALUES (1, -1), (2, NULL); ALTER TABLE t ADD CONSTRAINT positive CHECK (n > 0) NOT VALID
      """)
    let isNew = try database.version >= 180_000
    var remarks = [
      "rule positive of t: not made: CHECK ((n > 0)) NOT VALID", "rule t_during_excl of t: not made: EXCLUDE",
    ]
    if isNew {
      try database.execute(
        """
        ALTER TABLE t ADD CONSTRAINT known NOT NULL n NOT VALID, ADD COLUMN twice integer GENERATED ALWAYS AS (id * 2) VIRTUAL;
        CREATE TABLE stay (room int4range, during int4range, PRIMARY KEY (room, during WITHOUT OVERLAPS));
        CREATE TABLE meal (room int4range, during int4range, FOREIGN KEY (room, PERIOD during) REFERENCES stay (room, PERIOD during));
        INSERT INTO stay VALUES ('[1,2)', '[1,9)'); INSERT INTO meal VALUES ('[1,2)', '[2,3)')
        """)
      remarks.append("rule meal_room_during_fkey of meal: not made: FOREIGN KEY (room, PERIOD during)")
    }
    try await TemporaryFolder.with { folder in
      let file = folder.path("back.sqlite")
      let run = try await Program.run("copy", database.address, file)
      #expect(run.exitCode == 0, "\(run)")
      for remark in remarks { #expect(run.output.contains("- \(remark)"), "\(remark)\n\(run.output)") }
      #expect(run.output.components(separatedBy: "\n- ").count == remarks.count + 1, "\(run.output)")
      #expect(try await sqlite(file, "SELECT id, n FROM t ORDER BY id") == "1|-1\n2|\n")
      if isNew { #expect(try await sqlite(file, "SELECT twice FROM t ORDER BY id") == "2\n4\n") }
    }
  }

  @Test func whatOthersHaveMadeIsLeftAlone() async throws {
    let database = try TestDatabase("CREATE TABLE \"Genre\" (mine text); INSERT INTO \"Genre\" VALUES ('mine')")
    let file = URL(filePath: "Tests/Resources/chinook.sqlite").path
    let refused = try await Program.run("copy", file, database.address)
    #expect(refused.exitCode == 1 && refused.errors.contains("has Genre already: nothing was written"), "\(refused)")
    #expect(
      try database.rows("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'")
        == [["Genre"]])
    #expect(try database.rows("SELECT mine FROM \"Genre\"") == [["mine"]])
    let chosen = try await Program.run("copy", "--table", "Artist", "--schema", "my Schema", file, database.address)
    #expect(chosen.exitCode == 0 && chosen.output.contains("1 table, 275 rows"), "\(chosen)")
    #expect(try database.rows("SELECT count(*) FROM \"my Schema\".\"Artist\"") == [["275"]])
    let replaced = try await Program.run("copy", "--replace", file, database.address)
    #expect(replaced.exitCode == 0, "\(replaced)")
    try await isSame(file, database.address)
  }

  @Test(arguments: [
    ["a.sqlite", "b.sqlite"], ["postgresql:///a", "postgresql:///b"],
    ["nowhere/a.sqlite", "postgresql:///b?host=/nowhere"],
    ["Tests/Resources/chinook.sqlite", "postgresql://u:hunter2@127.0.0.1:1/away"],
  ])
  func whatCannotBeCopiedIsRefusedInOneLine(_ arguments: [String]) async throws {
    let run = try await Program.run(["copy"] + arguments)
    #expect(run.isOneLineRefusal, "\(run)")
    #expect(!run.errors.contains("hunter2"))
  }

  // MARK: Killed half way

  private static let rows = Thoroughness.rounds(330_000, quickly: 110_000)

  private func makeLarge(_ path: String) async throws {
    _ = try await sqlite(
      path,
      """
      CREATE TABLE events (id INTEGER PRIMARY KEY, kind TEXT, amount NUMERIC(10,2), at DATETIME);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows))
      INSERT INTO events SELECT i * 3, 'kind ' || i % 7, i / 100.0, datetime(1700000000 + i, 'unixepoch') FROM n
      """)
  }

  /// Runs a copy until a condition holds, and kills it. One that is finished before that, as on a busy machine, is undone and begins anew.
  private func kill(
    _ arguments: [String], undoing undo: () throws -> Void, when condition: () async throws -> Bool
  ) async throws {
    for _ in 0..<20 {
      if try await isKilled(arguments, when: condition) { return }
      try undo()
    }
    Issue.record("it was finished each time before it could be killed")
  }

  /// Runs a copy and halts it whenever the condition is looked at, which may take longer than the whole copy.
  private func isKilled(_ arguments: [String], when condition: () async throws -> Bool) async throws -> Bool {
    let process = Program.process(["copy"] + arguments)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    var isKilled = false
    while process.isRunning, !isKilled {
      // The thread itself sleeps, since a task may be woken late.
      usleep(60_000)
      Foundation.kill(process.processIdentifier, SIGSTOP)
      if (try? await condition()) == true {
        Foundation.kill(process.processIdentifier, SIGKILL)
        isKilled = true
      } else {
        Foundation.kill(process.processIdentifier, SIGCONT)
      }
    }
    process.waitUntilExit()
    return isKilled
  }

  @Test func aKilledCopyGoesOnWhereItWas() async throws {
    let database = try TestDatabase()
    try await TemporaryFolder.with { folder in
      let file = folder.path("large.sqlite"), back = folder.path("back.sqlite")
      try await makeLarge(file)
      try await kill([file, database.address], undoing: { try database.execute("DROP TABLE events") }) {
        try database.rows("SELECT rows FROM tablepages_copy.tables WHERE rows > 0 AND NOT is_complete").count == 1
      }
      let kept =
        try database.rows("SELECT rows FROM tablepages_copy.tables").first?.first.flatMap { $0.flatMap { Int($0) } }
        ?? 0
      #expect(kept > 0 && kept < Self.rows)
      #expect(try database.rows("SELECT count(*) FROM events") == [[String(kept)]])
      let other = try await Program.run("copy", "Tests/Resources/chinook.sqlite", database.address)
      #expect(other.exitCode == 1 && other.errors.contains("an unfinished copy of other tables"), "\(other)")
      let rest = try await Program.run("copy", file, database.address)
      #expect(rest.exitCode == 0 && rest.output.contains("Went on behind \(kept) rows"), "\(rest)")
      #expect(rest.output.contains("1 table, \(Self.rows) rows: counts and checksums agree"))
      try await isSame(file, database.address)
      #expect(try database.rows("SELECT count(*) FROM pg_namespace WHERE nspname = 'tablepages_copy'") == [["0"]])

      try await kill([database.address, back], undoing: { try FileManager.default.removeItem(atPath: back) }) {
        // Until the table is there, and while the file is locked, nothing is answered.
        let known = "SELECT rows FROM _tablepages_copy WHERE rows > 0 AND NOT is_complete"
        return try await Program.run([back, known], of: "sqlite3").output.isEmpty == false
      }
      let again = try await Program.run("copy", database.address, back)
      #expect(again.exitCode == 0 && again.output.contains("Went on behind"), "\(again)")
      try await isSame(file, back)
    }
  }

  @Test(.enabled(if: Thoroughness.isFull, "it copies a large table twice"))
  func aSourceThatChangedIsNoticed() async throws {
    let database = try TestDatabase()
    try await TemporaryFolder.with { folder in
      let file = folder.path("large.sqlite")
      try await makeLarge(file)
      try await kill([file, database.address], undoing: { try database.execute("DROP TABLE events") }) {
        try database.rows("SELECT rows FROM tablepages_copy.tables WHERE rows > 0 AND NOT is_complete").count == 1
      }
      _ = try await sqlite(file, "UPDATE events SET kind = 'other' WHERE id = 3")
      let changed = try await Program.run("copy", file, database.address)
      #expect(changed.exitCode == 1 && changed.errors.contains("--restart"), "\(changed)")
      let restarted = try await Program.run("copy", "--restart", file, database.address)
      #expect(restarted.exitCode == 0, "\(restarted)")
      try await isSame(file, database.address)
    }
  }
}
