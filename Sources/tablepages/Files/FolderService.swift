import FileTables
import Logging
import ServiceLifecycle
import TablePages

/// Serves files that come into folders while they are served. Those that go stay as they were, which their pages say.
struct FolderService: Service {
  let files: ServedFiles
  /// Where the files of records of each folder are loaded, by its path; nothing for one that had none at the start.
  let loaders: [String: FileLoader]
  let server: TableServer
  let logger: Logger
  /// Opens a database.
  let open: @Sendable (_ path: String) throws -> SQLiteDatabase

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var known = Set(files.tables.map(\.path) + files.databases + files.foreignPaths)
      // What can't be served as it is may be a part of what somebody still writes: it is tried again once it is another.
      await FileWatch.run(using: [:]) {
        FileState.states(of: files.folders.keys.flatMap(paths).filter { !known.contains($0) })
      } use: { new in
        for path in new.keys.sorted() where add(path) { known.insert(path) }
        return new
      }
    }
    // A service that ends by itself would end the others too.
    try? await gracefulShutdown()
  }

  /// The paths of all files in a folder that can be served, or that lead out of it.
  private func paths(in folder: String) -> [String] {
    found(in: folder).map { $0.tables.map(\.path) + $0.databases + $0.foreign } ?? []
  }

  private func found(in path: String) -> ServedFiles.Found? {
    files.folders[path].flatMap { ServedFiles.files(in: path, at: $0) }
  }

  /// - Returns: whether that was that.
  private func add(_ path: String) -> Bool {
    for folder in files.folders.keys {
      guard let found = found(in: folder) else { continue }
      if let table = found.tables.first(where: { $0.path == path }) {
        add(table, to: loaders[folder])
        return true
      }
      if found.databases.contains(path) { return addDatabase(path) }
      if found.foreign.contains(path) {
        logger.warning("\(ServedFiles.foreignWarning(path))")
        return true
      }
    }
    return false
  }

  private func add(_ table: TableFile, to loader: FileLoader?) {
    guard let loader else {
      return logger.warning(
        "\(table.path) is new; it is served from the next start on, since there was no such file before")
    }
    loader.add([table])
    logger.notice("\(table.path) is new and is loaded")
  }

  private func addDatabase(_ path: String) -> Bool {
    do {
      let database = try open(path)
      try server.change { $0.databases.append(database) }
      logger.notice("\(path) is new and is served")
      return true
    } catch {
      logger.warning("\(path) is new, but can't be served: \(error)")
      return false
    }
  }
}
