internal import PostgreSQLTables
internal import SQLTables
internal import TableModel

/// A PostgreSQL database that is copied into. How far the copy is stands in a schema of its own, which is gone when the copy is finished.
struct ServerTarget: CopyTarget {
  let session: CopySession
  /// Where the tables are made.
  let schema: String

  /// The schema of the notes.
  static let notes = "tablepages_copy"
  /// The number of the lock that one copy at a time holds, by chance.
  private static let lockNumber = 7_243_106_115

  init(_ session: CopySession, schema: String?) throws {
    self.session = session
    self.schema = try schema ?? session.rows("SELECT current_schema()").first?.first.flatMap { $0 } ?? "public"
    try session.execute("SET search_path TO \(SQLIdentifier(self.schema))")
  }

  func table(_ name: String) -> String { "\(SQLIdentifier(schema)).\(SQLIdentifier(name))" }
  func execute(_ sql: String) throws { try session.execute(sql) }
  func transaction<Result>(_ body: () throws -> Result) throws -> Result { try session.transaction(body) }

  /// Keeps other copies away as long as this session lives.
  func lock() throws {
    // The server needs a moment to see that a program was killed.
    for _ in 0..<50 {
      if try session.rows("SELECT pg_try_advisory_lock(\(Self.lockNumber))") == [["t"]] { return }
      try session.execute("SELECT pg_sleep(0.2)")
    }
    throw TableError.unavailable("another copy into this database is running")
  }

  // MARK: Notes

  /// What an earlier copy has noted; `nil` if there is none.
  func unfinished() throws -> (
    fingerprint: String, tables: [(plan: String, name: String, progress: TableProgress)],
    steps: [(name: String, remark: String?)]
  )? {
    guard try session.rows("SELECT 1 FROM pg_namespace WHERE nspname = '\(Self.notes)'").count > 0 else { return nil }
    guard try session.rows("SELECT to_regclass('\(Self.notes).tables')") != [[nil]] else {
      throw TableError.unavailable(
        "the database has a schema \(Self.notes) that isn't one of this program's: rename it")
    }
    let rows = try session.rows(
      "SELECT plan, name, rows, last, checksum, is_complete FROM \(Self.notes).tables ORDER BY position")
    let tables = rows.map { row in
      (
        row[0] ?? "", row[1] ?? "",
        TableProgress(
          rows: Int(row[2] ?? "") ?? 0, last: row[3], checksum: UInt64(bitPattern: Int64(row[4] ?? "") ?? 0),
          isComplete: row[5] == "t")
      )
    }
    let steps = try session.rows("SELECT name, remark FROM \(Self.notes).steps ORDER BY number").map {
      ($0[0] ?? "", $0[1])
    }
    let fingerprint = try session.rows("SELECT fingerprint FROM \(Self.notes).source").first?.first.flatMap { $0 }
    return (fingerprint ?? "", tables, steps)
  }

  /// Makes the place for notes.
  func makeNotes(fingerprint: String) throws {
    try session.execute(
      """
      CREATE SCHEMA \(Self.notes);
      COMMENT ON SCHEMA \(Self.notes) IS 'An unfinished copy by tablepages, which removes this schema at its end';
      CREATE TABLE \(Self.notes).source (fingerprint text NOT NULL);
      CREATE TABLE \(Self.notes).tables (position integer PRIMARY KEY, plan text NOT NULL, name text NOT NULL, rows bigint NOT NULL DEFAULT 0,
        last text, checksum bigint NOT NULL DEFAULT 0, is_complete boolean NOT NULL DEFAULT false);
      CREATE TABLE \(Self.notes).steps (number serial, name text PRIMARY KEY, remark text)
      """)
    _ = try session.rows("INSERT INTO \(Self.notes).source VALUES ($1)", [SQLValue(fingerprint)])
  }

  func note(_ plan: String, name: String, ofTable position: Int) throws {
    _ = try session.rows(
      "INSERT INTO \(Self.notes).tables (position, plan, name) VALUES ($1, $2, $3) ON CONFLICT (position) DO UPDATE SET plan = $2, name = $3, rows = 0, last = NULL, checksum = 0, is_complete = false",
      [.integer(Int64(position)), SQLValue(plan), SQLValue(name)])
  }

  func note(_ progress: TableProgress, ofTable position: Int) throws {
    _ = try session.rows(
      "UPDATE \(Self.notes).tables SET rows = $2, last = $3, checksum = $4, is_complete = $5 WHERE position = $1",
      [
        .integer(Int64(position)), .integer(Int64(progress.rows)), progress.last.map { SQLValue($0) } ?? .null,
        .integer(Int64(bitPattern: progress.checksum)), SQLValue(progress.isComplete ? "t" : "f"),
      ])
  }

  func note(step: String, remark: String?) throws {
    _ = try session.rows(
      "INSERT INTO \(Self.notes).steps (name, remark) VALUES ($1, $2)",
      [SQLValue(step), remark.map { SQLValue($0) } ?? .null])
  }

  /// Removes the notes, and the tables that they name if these are not to stay.
  func removeNotes(andTables names: [String] = []) throws {
    try transaction {
      for name in names {
        try execute("DROP TABLE IF EXISTS \(table(name)) CASCADE")
      }
      try execute("DROP SCHEMA \(Self.notes) CASCADE")
    }
  }

  /// The names of tables, views, indexes and sequences in the schema.
  func relations() throws -> [String] {
    try session.rows(
      "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident($1)) AND relkind IN ('r', 'p', 'v', 'm', 'f', 'i', 'I', 'S')",
      [SQLValue(schema)]
    )
    .compactMap { $0[0] }
  }
}
