import FoundationEssentials
import Glibc
import TablePages

/// What the command line names: databases of servers, files that are databases, and files of records, which form one database together.
struct ServedFiles {
  /// The addresses of PostgreSQL databases.
  private(set) var servers: [String] = []
  /// The paths of SQLite databases.
  private(set) var databases: [String] = []
  /// Files whose records become tables, by the databases that they form.
  private(set) var groups: [TableGroup] = []
  /// The folders, symbolic links resolved, by the paths that were given for them.
  private(set) var folders: [String: String] = [:]
  /// Files in folders that are left alone, since they lead out of them.
  private(set) var foreignPaths: [String] = []

  /// Files of records that form a database.
  struct TableGroup {
    /// What the database is called in paths: the name of the files' folder, if they come from one.
    var name = "data"
    var tables: [TableFile] = []
    /// The files and the folders of files that were named, by their absolute paths.
    var sources: Set<String> = []
    /// The paths of the folders that they come from.
    var folders: Set<String> = []
  }

  /// Files whose records become tables.
  var tables: [TableFile] { groups.flatMap(\.tables) }

  private static let databaseSuffixes = [".sqlite", ".sqlite3", ".db", ".db3"]

  /// - Throws: `CommandFailure` for a file that isn't there, and for a folder without anything to serve.
  init(_ paths: [String]) throws(CommandFailure) {
    var places: Set<String> = []
    // What is named, and what is in folders that are, is one database; each subfolder is another.
    var named = TableGroup()
    var subfolders: [TableGroup] = []
    for path in paths {
      guard !Self.isAddress(path) else {
        servers.append(path)
        continue
      }
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        let (own, others) = try addFolder(path)
        subfolders += others
        named.folders.insert(path)
        guard !own.isEmpty else { continue }
        named.tables += own
        places.insert(FolderPath.resolved(path) ?? path)
        named.sources.insert(Self.absolute(path))
      } else if let table = TableFile(path: path) {
        guard access(path, R_OK) == 0 else { throw CommandFailure("\(path): \(String(cString: strerror(errno)))") }
        named.tables.append(table)
        places.insert("")
        named.sources.insert(Self.absolute(path))
      } else {
        databases.append(path)
      }
    }
    if places.count == 1, let folder = places.first?.split(separator: "/").last { named.name = String(folder) }
    groups = ([named] + subfolders).filter { !$0.tables.isEmpty }
  }

  /// Whether this is the address of a PostgreSQL database and no path
  /// (https://www.postgresql.org/docs/15/libpq-connect.html#id-1.7.3.8.3.6).
  static func isAddress(_ text: String) -> Bool {
    ["postgresql://", "postgres://"].contains(where: text.hasPrefix)
  }

  /// - Returns: the files of records in a folder, and those of each folder below it.
  private mutating func addFolder(_ path: String) throws(CommandFailure) -> ([TableFile], [TableGroup]) {
    guard let place = FolderPath.resolved(path), let found = Self.files(in: path, at: place) else {
      throw CommandFailure("\(path): can't read this folder")
    }
    add(found, path, place)
    var groups: [TableGroup] = []
    // A link may lead back to a folder above it.
    var seen: Set = [place]
    let count = addSubfolders(of: path, at: place, "", &seen, &groups)
    guard found.tables.count + found.databases.count + count > 0 else {
      throw CommandFailure("\(path): no SQLite, CSV, TSV, JSON or NDJSON file in this folder or below it")
    }
    return (found.tables, groups)
  }

  /// - Parameter prefix: what the names of their databases begin with: the names of the folders between.
  /// - Returns: how many files were found.
  private mutating func addSubfolders(
    of path: String, at place: String, _ prefix: String, _ seen: inout Set<String>, _ groups: inout [TableGroup]
  ) -> Int {
    var count = 0
    for name in Self.subfolders(of: path, at: place) {
      let subfolder = (path.hasSuffix("/") ? path : path + "/") + name
      guard let place = FolderPath.resolved(subfolder), seen.insert(place).inserted,
        let found = Self.files(in: subfolder, at: place)
      else { continue }
      add(found, subfolder, place)
      groups.append(
        TableGroup(
          name: prefix + name, tables: found.tables, sources: [Self.absolute(subfolder)], folders: [subfolder]))
      count += found.tables.count + found.databases.count
      count += addSubfolders(of: subfolder, at: place, prefix + name + "-", &seen, &groups)
    }
    return count
  }

  private mutating func add(_ found: Found, _ path: String, _ place: String) {
    folders[path] = place
    databases += found.databases
    foreignPaths += found.foreign
  }

  /// The names of the folders in a folder, without those that are hidden or lead out of it.
  private static func subfolders(of path: String, at place: String) -> [String] {
    let folder = path.hasSuffix("/") ? path : path + "/"
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted().filter { name in
      var status = stat()
      return !name.hasPrefix(".") && stat(folder + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        && FolderPath.leads(folder + name, into: place)
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
