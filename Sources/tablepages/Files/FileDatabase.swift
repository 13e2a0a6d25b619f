import FoundationEssentials
import Logging
import TablePages

/// The database that files of records are loaded into.
struct FileDatabase {
  /// What it is called in paths.
  let name: String
  let loader: FileLoader
  /// The paths of the folders that the files come from.
  let folders: Set<String>
  /// Where it is kept from one run to the next; `nil` if it isn't. No other process uses it as long as this one does.
  private let cache: CacheFolder?
  /// Where it is, unless it is kept.
  private let folder: TemporaryFolder?

  /// Prepares the database; nothing is loaded yet.
  /// - Parameters:
  ///   - cache: the folder that what is kept is kept in.
  ///   - recordLimit: bytes of a record at most.
  init(_ files: ServedFiles.TableGroup, cache parent: String?, recordLimit: Int, logger: Logger) throws {
    name = files.name
    folders = files.folders
    cache = try parent.flatMap { try Self.cache(in: $0, files, logger) }
    folder = cache == nil ? try TemporaryFolder() : nil
    let path = cache?.databasePath ?? "\(folder?.path ?? "")/\(name).sqlite"
    // A cache knows its files wherever the command is run.
    let tables =
      cache == nil
      ? files.tables
      : files.tables.compactMap { TableFile(path: ServedFiles.absolute($0.path), name: $0.name, in: $0.folder) }
    do {
      loader = try FileLoader(tables, into: path, recordLimit: recordLimit, logger: logger)
    } catch {
      folder?.remove(files: Self.fileNames(name))
      let reason = if case TableError.unavailable(let message)? = error as? TableError { message } else { "\(error)" }
      throw CommandFailure("\(path): can't keep tables in this folder: \(reason)")
    }
  }

  /// The folder of our own inside the one that is named; `nil` if another process uses it at the moment.
  private static func cache(in parent: String, _ files: ServedFiles.TableGroup, _ logger: Logger) throws -> CacheFolder?
  {
    do {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure("\(parent): can't create the folder (--cache)")
    }
    do {
      let cache = try CacheFolder(in: parent, name: files.name, sources: files.sources.sorted())
      for path in cache.foreignPaths { logger.warning("\(path) isn't a cache file and was left alone (--cache)") }
      return cache
    } catch .inUse(let folder) {
      logger.notice("\(folder) is in use by another process; using a temporary folder instead (--cache)")
      return nil
    } catch {
      throw CommandFailure("\(error) (--cache)")
    }
  }

  /// Takes the database away, unless it is kept.
  func remove() { folder?.remove(files: Self.fileNames(name)) }

  private static func fileNames(_ name: String) -> [String] {
    ["", "-wal", "-shm", "-journal"].map { "\(name).sqlite\($0)" }
  }
}
