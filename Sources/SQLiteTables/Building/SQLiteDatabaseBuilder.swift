internal import SQLTables
package import TableModel

/// Makes a new SQLite database file: for samples, tests and benchmarks.
package struct SQLiteDatabaseBuilder {
  private let writer: SQLiteBulkWriter

  /// Creates the file at `path` and fills it in one transaction, without waiting for the disk.
  /// - Throws: `TableError.unavailable` if there is anything at the path already, or at that of its journal, which is left as it is; else with
  ///   SQLite's reason, and the file is then not to be used.
  package static func create(atPath path: String, _ fill: (SQLiteDatabaseBuilder) throws -> Void) throws {
    guard OwnDatabaseFile(path: path).standing == .absent else {
      throw TableError.unavailable("the file already exists")
    }
    try NewFile.make(path)
    let writer = try SQLiteBulkWriter(opening: path)
    try writer.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
    try writer.begin()
    try fill(SQLiteDatabaseBuilder(writer: writer))
    try writer.commit()
  }

  /// Runs one or more statements that bind no values.
  package func execute(_ statements: String) throws { try writer.execute(statements) }

  /// Adds rows to a table, each with a value for every column.
  package func insert(_ rows: some Sequence<[RecordValue]>, into table: String) throws {
    var insertion: (statement: SQLiteBulkWriter.Insertion, width: Int)?
    for row in rows {
      if insertion?.width != row.count {
        insertion = (try writer.insertion(into: table, columnCount: row.count), row.count)
      }
      try insertion?.statement.add(row)
    }
  }
}
