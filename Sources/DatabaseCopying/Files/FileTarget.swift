internal import SQLTables
internal import SQLiteTables
internal import TableModel

/// A SQLite file that is copied into. How far the copy is stands in tables of its own, which are gone when the copy is finished.
struct FileTarget: CopyTarget {
  let file: CopyFile

  /// The tables of the notes.
  private static let tables = "_tablepages_copy", steps = "_tablepages_copy_steps", source = "_tablepages_copy_source"

  init(_ file: CopyFile) throws {
    self.file = file
    // The rows of a conditions that no longer hold are copied too, and references are looked at when everything is there.
    try file.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = NORMAL")
  }

  func execute(_ sql: String) throws { try file.execute(sql) }
  func transaction<Result>(_ body: () throws -> Result) throws -> Result { try file.transaction(body) }

  private func text(_ value: SQLValue) -> String? {
    if case .text(let bytes) = value { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  private func number(_ value: SQLValue) -> Int64 { if case .integer(let number) = value { number } else { 0 } }

  /// What an earlier copy has noted; `nil` if there is none.
  func unfinished() throws -> (
    fingerprint: String, tables: [(plan: String, name: String, progress: TableProgress)],
    steps: [(name: String, remark: String?)]
  )? {
    guard try !file.rows("SELECT 1 FROM main.sqlite_schema WHERE name = '\(Self.tables)'").isEmpty else { return nil }
    let tables = try file.rows(
      "SELECT plan, name, rows, last, checksum, is_complete FROM \(Self.tables) ORDER BY position"
    ).map { row in
      (
        text(row[0]) ?? "", text(row[1]) ?? "",
        TableProgress(
          rows: Int(number(row[2])), last: text(row[3]), checksum: UInt64(bitPattern: number(row[4])),
          isComplete: number(row[5]) != 0)
      )
    }
    let steps = try file.rows("SELECT name, remark FROM \(Self.steps) ORDER BY rowid").map {
      (text($0[0]) ?? "", text($0[1]))
    }
    let fingerprint = try file.rows("SELECT fingerprint FROM \(Self.source)").first?.first.flatMap(text)
    return (fingerprint ?? "", tables, steps)
  }

  func makeNotes(fingerprint: String) throws {
    try file.execute(
      """
      CREATE TABLE \(Self.source) (fingerprint TEXT NOT NULL);
      CREATE TABLE \(Self.tables) (position INTEGER PRIMARY KEY, plan TEXT NOT NULL, name TEXT NOT NULL, rows INTEGER NOT NULL DEFAULT 0,
        last TEXT, checksum INTEGER NOT NULL DEFAULT 0, is_complete INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE \(Self.steps) (name TEXT NOT NULL UNIQUE, remark TEXT)
      """)
    _ = try file.rows("INSERT INTO \(Self.source) VALUES (?)", [SQLValue(fingerprint)])
  }

  func note(_ plan: String, name: String, ofTable position: Int) throws {
    _ = try file.rows(
      "INSERT OR REPLACE INTO \(Self.tables) (position, plan, name) VALUES (?, ?, ?)",
      [.integer(Int64(position)), SQLValue(plan), SQLValue(name)])
  }

  func note(_ progress: TableProgress, ofTable position: Int) throws {
    _ = try file.rows(
      "UPDATE \(Self.tables) SET rows = ?, last = ?, checksum = ?, is_complete = ? WHERE position = ?",
      [
        .integer(Int64(progress.rows)), progress.last.map { SQLValue($0) } ?? .null,
        .integer(Int64(bitPattern: progress.checksum)),
        .integer(progress.isComplete ? 1 : 0), .integer(Int64(position)),
      ])
  }

  func note(step: String, remark: String?) throws {
    _ = try file.rows(
      "INSERT INTO \(Self.steps) VALUES (?, ?)", [SQLValue(step), remark.map { SQLValue($0) } ?? .null])
  }

  /// Removes the notes, and the tables that they name if these are not to stay.
  func removeNotes(andTables names: [String] = []) throws {
    try transaction {
      for name in names { try execute("DROP TABLE IF EXISTS main.\(SQLIdentifier(name))") }
      try execute("DROP TABLE \(Self.tables); DROP TABLE \(Self.steps); DROP TABLE \(Self.source)")
    }
  }

  /// The names of tables, views and indexes, with their kinds.
  func relations() throws -> [(name: String, kind: String)] {
    try file.rows("SELECT name, type FROM main.sqlite_schema WHERE type IN ('table', 'view', 'index')").map {
      (text($0[0]) ?? "", text($0[1]) ?? "")
    }
  }
}
