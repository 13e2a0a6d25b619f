import FoundationEssentials
import Glibc
import TablePages

/// What the command line names: databases of servers, files that are databases, and files of records, which form one database together.
struct ServedFiles {
  /// The addresses of PostgreSQL databases.
  private(set) var servers: [String] = []
  /// The paths of SQLite databases.
  private(set) var databases: [String] = []
  /// Files whose records become tables.
  private(set) var tables: [TableFile] = []
  /// What the database of those is called in paths: the name of their folder, if they come from one.
  private(set) var name = "data"
  /// The folders, symbolic links resolved, by the paths that were given for them.
  private(set) var folders: [String: String] = [:]
  /// Files in folders that are left alone, since they lead out of them.
  private(set) var foreignPaths: [String] = []
  /// The files of records and the folders of such files that were named, by their absolute paths.
  private(set) var sources: Set<String> = []

  private static let databaseSuffixes = [".sqlite", ".sqlite3", ".db", ".db3"]

  /// - Throws: `CommandFailure` for a file that isn't there, and for a folder without anything to serve.
  init(_ paths: [String]) throws(CommandFailure) {
    var places: Set<String> = []
    for path in paths {
      guard !Self.isAddress(path) else {
        servers.append(path)
        continue
      }
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        let count = tables.count
        try addFolder(path)
        guard tables.count > count else { continue }
        places.insert(FolderPath.resolved(path) ?? path)
        sources.insert(Self.absolute(path))
      } else if let table = TableFile(path: path) {
        guard access(path, R_OK) == 0 else { throw CommandFailure("\(path): \(String(cString: strerror(errno)))") }
        tables.append(table)
        places.insert("")
        sources.insert(Self.absolute(path))
      } else {
        databases.append(path)
      }
    }
    if places.count == 1, let folder = places.first?.split(separator: "/").last { name = String(folder) }
  }

  /// Whether this is the address of a PostgreSQL database and no path
  /// (https://www.postgresql.org/docs/15/libpq-connect.html#id-1.7.3.8.3.6).
  static func isAddress(_ text: String) -> Bool {
    ["postgresql://", "postgres://"].contains(where: text.hasPrefix)
  }

  private mutating func addFolder(_ path: String) throws(CommandFailure) {
    guard let place = FolderPath.resolved(path), let found = Self.files(in: path, at: place) else {
      throw CommandFailure("\(path): can't read this folder")
    }
    folders[path] = place
    tables += found.tables
    databases += found.databases
    foreignPaths += found.foreign
    guard found.tables.count + found.databases.count > 0 else {
      throw CommandFailure("\(path): no SQLite, CSV, TSV, JSON or NDJSON file in this folder")
    }
  }

  /// What is in a folder.
  struct Found {
    var tables: [TableFile] = []
    var databases: [String] = []
    /// What leads out of the folder.
    var foreign: [String] = []
  }

  /// Why a file is left alone.
  static func foreignWarning(_ path: String) -> String {
    "\(path) is a link that leads out of its folder, and is not served; name the file itself to serve it"
  }

  /// What is in a folder; `nil` if it can't be read.
  /// - Parameter place: the folder, symbolic links resolved.
  static func files(in path: String, at place: String) -> Found? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
    let folder = path.hasSuffix("/") ? path : path + "/"
    var found = Found()
    for name in names.sorted() where !name.hasPrefix(".") {
      var status = stat()
      guard stat(folder + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      let table = TableFile(path: folder + name, in: place)
      guard table != nil || databaseSuffixes.contains(where: name.lowercased().hasSuffix) else { continue }
      guard FolderPath.leads(folder + name, into: place) else {
        found.foreign.append(folder + name)
        continue
      }
      if let table { found.tables.append(table) } else { found.databases.append(folder + name) }
    }
    return found
  }

  /// The path from the root on. Symbolic links stay: they may lead elsewhere tomorrow.
  static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
