internal import SQLiteTables

/// A file as it was when it was loaded, kept beside its rows: by this a cache knows whether they are still what the file holds.
struct LoadedFile: Equatable {
  /// What tells the file from others without reading it; empty if it may have changed since without showing it. See `FileState`.
  var state: String
  /// What it held.
  var digest: String
  var rowCount: Int
  var problemCount: Int

  /// Makes the table that files are remembered in.
  static func makeTable(in writer: SQLiteBulkWriter) throws {
    try writer.execute(
      """
      CREATE TABLE IF NOT EXISTS main._tablepages_files
      (path TEXT PRIMARY KEY, reading TEXT, state TEXT, digest TEXT, rows INTEGER, problems INTEGER)
      """)
  }

  /// What was remembered of a file; `nil` if it wasn't loaded to its end, or would be read in another way today.
  init?(_ file: TableFile, in writer: SQLiteBulkWriter) throws {
    let rows = try writer.rows(
      "SELECT state, digest, rows, problems FROM main._tablepages_files WHERE path = ? AND reading = ?",
      [file.path, file.reading])
    guard let row = rows.first, let state = row[0], let digest = row[1] else { return nil }
    self.init(
      state: state, digest: digest, rowCount: row[2].flatMap { Int($0) } ?? 0,
      problemCount: row[3].flatMap { Int($0) } ?? 0)
  }

  init(state: String, digest: String, rowCount: Int, problemCount: Int) {
    self.state = state
    self.digest = digest
    self.rowCount = rowCount
    self.problemCount = problemCount
  }

  /// Remembers it, in place of what was remembered.
  func record(of file: TableFile, in writer: SQLiteBulkWriter) throws {
    _ = try writer.rows(
      "INSERT OR REPLACE INTO main._tablepages_files VALUES (?, ?, ?, ?, ?, ?)",
      [file.path, file.reading, state, digest, String(rowCount), String(problemCount)])
  }

  /// Forgets a file: what its tables hold is not known any more.
  static func forget(_ file: TableFile, in writer: SQLiteBulkWriter) throws {
    _ = try writer.rows("DELETE FROM main._tablepages_files WHERE path = ?", [file.path])
  }
}

extension TableFile {
  /// How it is read, as far as that isn't found out from what it holds.
  fileprivate var reading: String { "\(form)" }
}
