internal import CSQLite
internal import Glibc
internal import SQLTables
internal import TableModel

extension SQLiteDatabase {
  /// Opens a file. What is in it is found when it is first asked for.
  /// - Throws: `TableError.unavailable` with one sentence for people if the file can't be read as a database.
  public static func open(path: String, options: Options = Options()) throws -> SQLiteDatabase {
    _ = Self.survivesCutIndexes
    let fileName = path.split(separator: "/").last.map(String.init) ?? path
    let location = FileLocation(path: try absolute(path), isImmutable: options.isImmutable)
    let history = options.isWritable && !options.isImmutable ? ChangeHistory() : nil
    let file = try openFile(location, name: fileName, options: options, history)
    return SQLiteDatabase(
      name: options.name ?? withoutSuffix(fileName), location: location, file: file, options: options)
  }

  /// Once for the process: the index of a write-ahead log that somebody cuts doesn't end it.
  private static let survivesCutIndexes: Void = { _ = csqlite_survive_cut_indexes() }()

  /// Opens the file at a place and looks whether it is a database.
  /// - Parameter history: what its writer changes, the same for all who read it, in whole or in part; `nil` if it is only read.
  static func openFile(
    _ location: FileLocation, name: String, options: Options, _ history: ChangeHistory?
  ) throws -> OpenFile {
    var status = stat()
    guard stat(location.path, &status) == 0 else {
      throw TableError.unavailable(
        errno == EACCES ? "The file “\(name)” can't be read: permission denied." : "File “\(name)” not found.")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw TableError.unavailable("“\(name)” is a folder, not a database file.")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw TableError.unavailable("“\(name)” is not a file.") }
    guard access(location.path, R_OK) == 0, let watch = FileWatch(path: location.path) else {
      throw TableError.unavailable("The file “\(name)” can't be read: permission denied.")
    }
    guard watch.hasDatabaseHeader else {
      throw TableError.unavailable("“\(name)” is not a SQLite database, or it is encrypted.")
    }
    let file = OpenFile(
      location, watch: watch, pageCacheKibibytes: options.pageCacheKibibytes, history: history,
      isReadable: options.isReadable)
    do {
      // Reading the version of the schema meets a damaged header, a journal that can't be played back, and the like.
      try file.pool.withConnection(
        isInline: false, nanoseconds: 2_000_000_000, busyMilliseconds: options.busyMilliseconds
      ) {
        _ = try $0.schemaVersion()
      }
    } catch let failure as SQLiteFailure {
      // A writer at work is no reason not to start: pages will wait for it or say so.
      guard failure.isBusy else { throw failure.tableError(in: name, timeLimit: 2) }
    }
    file.watchIndex()
    return file
  }

  private static func absolute(_ path: String) throws -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard let folder = getcwd(nil, 0) else { throw TableError.unavailable("The working directory is gone.") }
    // Allocated by the call for us to free.
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  private static func withoutSuffix(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
