/// Copies a whole database from one engine to the other: tables with their rows, keys, indexes, references, computed columns and views.
///
/// Rows go in batches, each stored together with the place where the next begins, so that a copy that was killed goes on there. At the end, the
/// number of rows and the sum of their hashes are compared, those of the source and those that are read again from the target.
package struct DatabaseCopy: Sendable {
  /// What is asked for.
  package struct Options: Sendable {
    /// The server's schema; `nil` for the one in which it looks first.
    package var schema: String?
    /// The tables and views that are copied; all of them if it is empty.
    package var tables: [String] = []
    /// Whether tables of the target that others have made make room.
    package var replacesTables = false
    /// Whether what an unfinished copy has left is removed, and everything begins again.
    package var restarts = false

    /// Everything, into where nothing is yet.
    package init() {}
  }

  /// How far it is.
  package struct Progress: Sendable {
    /// What is done at the moment, such as "Copying orders".
    package let action: String
    /// Rows that are done, and of how many.
    package let done: Int, total: Int
  }

  /// What became of it.
  package struct Report: Sendable {
    /// The tables that were copied and found equal.
    package internal(set) var tables: [(name: String, rows: Int)] = []
    /// Views and indexes that were carried over.
    package internal(set) var viewCount = 0
    /// What is not the same there, or was left behind, by name.
    package internal(set) var remarks: [String] = []
    /// Rows that an earlier run had copied.
    package internal(set) var resumedRows = 0
    /// The sum of the hashes of all rows.
    package internal(set) var checksum: UInt64 = 0
  }

  private let options: Options
  private let progress: @Sendable (Progress) -> Void

  /// - Parameter progress: told now and then how far it is.
  package init(_ options: Options, progress: @escaping @Sendable (Progress) -> Void) {
    self.options = options
    self.progress = progress
  }

  /// Copies a SQLite file into a PostgreSQL database. Blocks its thread.
  /// - Throws: `TableError` with what is wrong; what was copied until then is kept, and the next call goes on there.
  package func copy(file path: String, toServer address: String) throws -> Report {
    try FileToServer(path, address, options, progress).run()
  }

  /// Copies a PostgreSQL database into a SQLite file. Blocks its thread.
  /// - Throws: `TableError` with what is wrong; what was copied until then is kept, and the next call goes on there.
  package func copy(server address: String, toFile path: String) throws -> Report {
    try ServerToFile(address, path, options, progress).run()
  }
}
