internal import SQLiteTables
internal import TableModel

/// The SQLite file that others are loaded into. What is in it can be made again: a file that is damaged, or that was written by a program which
/// understood something else by it, is made anew.
struct LoadedDatabase {
  let file: OwnDatabaseFile

  /// The file, open to be written to.
  struct Opened {
    let writer: SQLiteBulkWriter
    let names: TableNames
    /// Whether whatever the file held is gone.
    var isNew = false
  }

  init(path: String) { file = OwnDatabaseFile(path: path) }

  /// Opens the file, empty if it could not be used as it was.
  /// - Throws: `TableError.unavailable` if it can't be written to, or is none of ours.
  func open(_ files: [TableFile]) throws -> Opened {
    guard file.standing == .own else { return try make(files) }
    do {
      let writer = try SQLiteBulkWriter(path: file.path)
      if try writer.rows("PRAGMA main.user_version") == [[String(CacheFormat.version)]] {
        return Opened(writer: writer, names: try names(of: files, in: writer))
      }
    } catch is DamagedDatabase {
      // Made anew below, once the writer is closed.
    }
    return try remake(files)
  }

  /// Makes the file anew, whatever it held. Whoever reads it meanwhile opens the new one by itself.
  func remake(_ files: [TableFile]) throws -> Opened {
    try file.remove()
    return try make(files)
  }

  private func make(_ files: [TableFile]) throws -> Opened {
    let writer = try SQLiteBulkWriter(path: file.path)
    try writer.execute("PRAGMA main.user_version = \(CacheFormat.version)")
    return Opened(writer: writer, names: try names(of: files, in: writer), isNew: true)
  }

  private func names(of files: [TableFile], in writer: SQLiteBulkWriter) throws -> TableNames {
    try LoadedFile.makeTable(in: writer)
    return try TableNames(files, in: writer)
  }
}
