import FoundationEssentials
import Logging
import TablePages

/// The database that files of records are loaded into.
struct FileDatabase {
  /// What it is called in paths.
  let name: String
  let loader: FileLoader
  /// Where the database is, unless it is kept.
  private let folder: TemporaryFolder?

  /// Prepares the database; nothing is loaded yet.
  /// - Parameter cache: the folder where it is kept from one run to the next.
  init(_ files: ServedFiles, cache: String?, logger: Logger) throws {
    name = files.name
    var tables = files.tables
    let parent: String
    if let cache {
      do {
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
      } catch {
        throw CommandFailure("\(cache): the folder can't be made (--cache)")
      }
      parent = cache
      folder = nil
      // A cache knows its files wherever the command is run.
      tables = tables.compactMap { TableFile(path: ServedFiles.absolute($0.path), name: $0.name) }
    } else {
      let made = try TemporaryFolder()
      parent = made.path
      folder = made
    }
    do {
      loader = try FileLoader(tables, into: "\(parent)/\(name).sqlite", logger: logger)
    } catch TableError.unavailable(let message) {
      folder?.remove(files: Self.fileNames(name))
      throw CommandFailure("\(parent)/\(name).sqlite: the tables can't be kept there: \(message)")
    }
  }

  /// Takes the database away, unless it is kept.
  func remove() { folder?.remove(files: Self.fileNames(name)) }

  private static func fileNames(_ name: String) -> [String] {
    ["", "-wal", "-shm", "-journal"].map { "\(name).sqlite\($0)" }
  }
}
