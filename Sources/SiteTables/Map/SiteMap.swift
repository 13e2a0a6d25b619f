package import SiteConfiguration
package import TableModel
import TableRendering
import TextCoding

/// Which path leads where. Made once, when the server starts.
package struct SiteMap: Sendable {
  /// A database and the name that it has in this site's paths. A class, so that requests share it by one reference.
  package final class DatabaseEntry: Sendable {
    package let name: String
    package let database: any TableDatabase
    /// The path of the database's page, without a slash at its end.
    package let address: String
    /// The paths of the pages that search its tables and on which statements are written.
    package let searchAddress, queryAddress: String
    /// What pages call the database.
    package let heading: String
    /// What the site's owner says about it.
    package let notes: SiteFile.Database
    /// What Swift adds to its tables.
    package let setup: DatabaseSetup
    /// Whether visitors may write statements, where the server allows that at all.
    package let allowsStatements: Bool
    /// Whether the database can run any.
    package let runsStatements: Bool
    /// What runs the statements of the site's owner: also where somebody may read a part of the database, those that they may run run on the
    /// whole. `nil` where there are none.
    package let ownersStatements: (any StatementDatabase)?
    /// The table built in code that this is the database of; `nil` for a database of its own.
    package let controller: ControllerEntry?
    /// The folders that a table built in code is in.
    package let folders: [Crumb]

    package init(
      name: String, database: any TableDatabase, address: String, notes: SiteFile.Database,
      setup: DatabaseSetup = DatabaseSetup(), allowsStatements: Bool = true,
      ownersStatements: (any StatementDatabase)? = nil,
      controller: ControllerEntry? = nil,
      folders: [Crumb] = []
    ) {
      self.name = name
      self.database = database
      self.address = address
      (searchAddress, queryAddress) = (address + "/-/search", address + "/-/query")
      heading = notes.title ?? (controller == nil ? name : name.isEmpty ? "Tables" : SiteMap.title(name))
      self.notes = notes
      self.setup = setup
      self.allowsStatements = allowsStatements
      runsStatements = database is any StatementDatabase
      self.ownersStatements = ownersStatements ?? database as? any StatementDatabase
      self.controller = controller
      self.folders = folders
    }
  }

  /// A table built in code and where it is. A class, since it is large and all that makes a page of it holds it.
  package final class ControllerEntry: Sendable {
    package let controller: TableMount
    /// The names in its path; those in braces stand for any.
    package let segments: [String]
    package let address: String

    /// What its table is called in access rules, searches and names of files: the last name of its path, or its title where the path has none.
    package var tableName: String { segments.last ?? (controller.title.isEmpty ? "table" : controller.title) }

    /// What is made for each request is in no list.
    package var isMade: Bool { controller.make != nil }

    private init(_ mount: TableMount, _ segments: [String], address: String) {
      controller = mount
      self.segments = segments
      self.address = address
    }

    convenience init(_ mount: TableMount, _ segments: [String], base: String) {
      let path = segments.map { "/" + ($0.captureName == nil ? TildeEncoding.encode($0) : $0) }.joined()
      self.init(mount, segments, address: base + (segments.isEmpty ? "/" : path))
    }

    /// The same where its path has names for its places.
    package func at(_ parameters: PathParameters, base: String) -> ControllerEntry {
      guard !segments.isEmpty else { return self }
      let segments = segments.map(parameters.value)
      let path = segments.map { "/" + TildeEncoding.encode($0) }.joined()
      return ControllerEntry(controller, segments, address: base + path)
    }

    /// The same whose pages another provider answers.
    package func answered(by provider: any TableViewModelProvider) -> ControllerEntry {
      var mount = controller
      mount.use(provider)
      return ControllerEntry(mount, segments, address: address)
    }
  }

  /// The path of the site itself: empty, or `/data`.
  package let base: String
  /// The addresses of the site's first page, and of the page that searches all databases.
  package let home, searchAddress: String
  package let databases: [DatabaseEntry]
  package let controllers: [ControllerEntry]
  /// What the paths of rows capture, so that the path of a table can't.
  static let capturesOfRows: Set<String> = ["key", "column", "rest"]

  /// Those of them whose rows have columns, as databases of one table.
  package let columnTables: [DatabaseEntry]

  /// A site, or a part of one, of what was found.
  package init(base: String, databases: [DatabaseEntry], controllers: [ControllerEntry], columnTables: [DatabaseEntry])
  {
    self.base = base
    (home, searchAddress) = (base + "/", base + "/-/search")
    self.databases = databases
    self.controllers = controllers
    self.columnTables = columnTables
  }

  /// - Throws: `SiteError` if two tables want one path.
  package init(_ site: Site) throws(SiteError) {
    let base = Self.normalized(site.options.basePath)
    var taken = Set<String>()
    func entry(_ name: String, _ database: any TableDatabase, _ setup: DatabaseSetup = DatabaseSetup()) -> DatabaseEntry
    {
      let notes = site.file.databases.first { $0.name == name } ?? SiteFile.Database(name: name)
      return DatabaseEntry(
        name: name, database: database, address: base + "/" + TildeEncoding.encode(name), notes: notes, setup: setup)
    }
    var databases = site.databases.map { entry(Self.unique($0.name, &taken), $0) }
    for mount in site.mounts {
      let names = mount.path.split(separator: "/").map(String.init)
      guard names.count == 1, names[0] != "-" else { throw SiteError.reservedPath(mount.path) }
      guard taken.insert(names[0]).inserted else { throw SiteError.repeatedPath(mount.path) }
      databases.append(entry(names[0], mount.database, mount.setup))
    }
    var controllers: [ControllerEntry] = []
    for mount in site.tables {
      let segments = mount.path.split(separator: "/").map(String.init), names = segments.compactMap(\.captureName)
      guard segments.first != "-", Set(names).count == names.count,
        names.isEmpty || mount.make != nil, Set(names).isDisjoint(with: Self.capturesOfRows)
      else { throw SiteError.reservedPath(mount.path) }
      let isTaken = segments.first.map(taken.contains) == true || controllers.contains { $0.segments == segments }
      guard !isTaken else { throw SiteError.repeatedPath(mount.path) }
      controllers.append(ControllerEntry(mount, segments, base: base))
    }
    self.init(
      base: base, databases: databases, controllers: controllers,
      columnTables: controllers.compactMap { DatabaseEntry($0, base: base, file: site.file) })
  }

  /// The tables built in code that stand for themselves.
  package var listed: [ControllerEntry] { controllers.filter { !$0.isMade } }

  /// The table that is the site's first page; `nil` where that page lists all tables.
  package var first: ControllerEntry? { controllers.first(where: \.segments.isEmpty) }

  /// Whether a path may begin with the name of something else than a database.
  package var isOpen: Bool { controllers.contains { $0.segments.first.map { $0.captureName != nil } ?? true } }

  private static func normalized(_ path: String) -> String {
    path.split(separator: "/").map { "/" + $0 }.joined()
  }

  private static func unique(_ name: String, _ taken: inout Set<String>) -> String {
    // `-` is where the site's own pages are.
    let name = name == "-" || name.isEmpty ? "database" : name
    var candidate = name
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }
}

/// Why a site can't be served.
public enum SiteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Two tables are mounted on one path.
  case repeatedPath(String)
  /// A table is mounted where the site's own pages are, or on no path at all.
  case reservedPath(String)
  /// Something is added to a table that its database doesn't have.
  case missingTable(String, database: String)
  /// The public folder lacks a style sheet or a script that pages shall link.
  case missingFile(String)

  /// One sentence for the person who starts the server.
  public var description: String {
    switch self {
    case .repeatedPath(let path): "two tables are mounted on the path \(path)"
    case .reservedPath(let path): "no table can be mounted on the path \(path.isEmpty ? "/" : path)"
    case .missingTable(let name, let database): "“\(database)” has no table “\(name)” to add to"
    case .missingFile(let name): "the public folder has no \(name)"
    }
  }
}
