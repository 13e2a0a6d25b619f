import FoundationEssentials
import Glibc
import TablePages

/// What the files of the command line are: databases, and files of records, which form one database together.
struct ServedFiles {
  /// The paths of SQLite databases.
  private(set) var databases: [String] = []
  /// Files whose records become tables.
  private(set) var tables: [TableFile] = []
  /// What the database of those is called in paths: the name of their folder, if they come from one.
  private(set) var name = "data"
  /// The files of records and the folders of such files that were named, by their absolute paths.
  private(set) var sources: Set<String> = []

  private static let databaseSuffixes = [".sqlite", ".sqlite3", ".db", ".db3"]

  /// - Throws: `CommandFailure` for a file that isn't there, and for a folder without anything to serve.
  init(_ paths: [String]) throws(CommandFailure) {
    var folders: Set<String> = []
    for path in paths {
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        let count = tables.count
        try addFolder(path)
        guard tables.count > count else { continue }
        folders.insert(Self.resolved(path))
        sources.insert(Self.absolute(path))
      } else if let table = TableFile(path: path) {
        guard access(path, R_OK) == 0 else { throw CommandFailure("\(path): \(String(cString: strerror(errno)))") }
        tables.append(table)
        folders.insert("")
        sources.insert(Self.absolute(path))
      } else {
        databases.append(path)
      }
    }
    if folders.count == 1, let folder = folders.first?.split(separator: "/").last { name = String(folder) }
  }

  private mutating func addFolder(_ path: String) throws(CommandFailure) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw CommandFailure("\(path): can't read this folder")
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    let before = databases.count + tables.count
    for name in names.sorted() where !name.hasPrefix(".") {
      var status = stat()
      guard stat(folder + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if let table = TableFile(path: folder + name) {
        tables.append(table)
      } else if Self.databaseSuffixes.contains(where: name.lowercased().hasSuffix) {
        databases.append(folder + name)
      }
    }
    guard databases.count + tables.count > before else {
      throw CommandFailure("\(path): no SQLite, CSV, TSV, JSON or NDJSON file in this folder")
    }
  }

  /// The path from the root on. Symbolic links stay: they may lead elsewhere tomorrow.
  static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// The path from the root on, symbolic links resolved.
  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    // Allocated by the call for us to free.
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
