import FileTables
import Logging
import ServiceLifecycle
import TablePages

/// Serves files that come into folders while they are served. Those that go stay as they were, which their pages say.
struct FolderService: Service {
  let files: ServedFiles
  /// Where files of records are loaded; `nil` where there was none at the start.
  let loader: FileLoader?
  let server: TableServer
  let logger: Logger
  /// Opens a database.
  let open: @Sendable (_ path: String) throws -> SQLiteDatabase

  func run() async throws {
    await cancelWhenGracefulShutdown {
      let start = Set(files.tables.map(\.path) + files.databases + files.foreignPaths)
      var known = start
      await FileWatch.run(using: start, look: look) { now in
        for path in now.subtracting(known).sorted() { add(path) }
        known.formUnion(now)
        return now
      }
    }
    // A service that ends by itself would end the others too.
    try? await gracefulShutdown()
  }

  /// The paths of all files in the folders that can be served.
  private func look() -> Set<String> {
    Set(
      files.folders.flatMap { path, _ in found(in: path).map { $0.tables.map(\.path) + $0.databases + $0.foreign } ?? []
      })
  }

  private func found(in path: String) -> ServedFiles.Found? {
    files.folders[path].flatMap { ServedFiles.files(in: path, at: $0) }
  }

  private func add(_ path: String) {
    for folder in files.folders.keys {
      guard let found = found(in: folder) else { continue }
      if let table = found.tables.first(where: { $0.path == path }) { return add(table) }
      if found.databases.contains(path) { return addDatabase(path) }
      if found.foreign.contains(path) { return logger.warning("\(ServedFiles.foreignWarning(path))") }
    }
  }

  private func add(_ table: TableFile) {
    guard let loader else {
      return logger.warning(
        "\(table.path) is new; it is served from the next start on, since there was no such file before")
    }
    loader.add([table])
    logger.notice("\(table.path) is new and is loaded")
  }

  private func addDatabase(_ path: String) {
    do {
      let database = try open(path)
      try server.change { $0.databases.append(database) }
      logger.notice("\(path) is new and is served")
    } catch {
      logger.warning("\(path) is new, but can't be served: \(error)")
    }
  }
}
