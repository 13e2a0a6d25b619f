internal import MicroHTTP
import SiteConfiguration
import SitePages
import SiteTables
import TableArguments
import TableModel
import TextCoding

/// What a path was found to name: a route, and what stands in the places of its captures. A class, since every request hands it on.
final class RouteMatch: Sendable {
  let route: Route
  /// The format that the path's suffix asks for.
  let suffix: PageFormat?
  /// The names of a database and a table, empty where the path holds none.
  let database, table: String
  /// The key of a row, as it stands in the path.
  let key: String
  let column: String
  /// The table built in code that the path leads to or into.
  let list: SiteMap.ControllerEntry?
  /// What stands in the places of its path.
  let parameters: PathParameters
  /// The names of a folder of such tables.
  let folder: [String]
  /// What the first name of the path says, without regard to what it names.
  let firstName: String
  /// The database, or the table with columns that is built in code, where the site has it.
  let entry: SiteMap.DatabaseEntry?

  /// - Throws: `TildeEncodingError` for names that can't be decoded.
  init(
    _ route: Route, suffix: PageFormat?, _ parameters: RouteParameters, list: SiteMap.ControllerEntry?,
    folder: [String], database known: String?, in map: SiteMap
  ) throws {
    func name(_ capture: String) throws -> String { try TildeEncoding.decode(parameters[capture] ?? "") }
    self.route = route
    self.suffix = suffix
    let places = list?.segments.compactMap(\.captureName) ?? []
    let named = PathParameters(try Dictionary(uniqueKeysWithValues: places.map { ($0, try name($0)) }))
    let list = list.map { $0.isMade ? $0.at(named, base: map.base) : $0 }
    self.parameters = named
    self.list = list
    self.folder = folder
    let columnTable = list.flatMap { map.columnTable($0) }
    database = try columnTable?.name ?? known ?? name("database")
    table = try list?.tableName ?? name("table")
    key = parameters["key"] ?? ""
    column = try name("column")
    firstName = list?.segments.first ?? folder.first ?? database
    entry = map.entry(database, list)
  }

  /// Whether the path names something that this site has, so that it is worth remembering.
  var isKnown: Bool { entry != nil || list != nil || (database.isEmpty && !route.takesRest) }

  /// The format of the answer. What holds nothing but rows is there for tables and queries alone: asked for by a suffix elsewhere there is no
  /// such page, and asked for by `Accept`, over which a suffix wins, the page comes as HTML.
  func format(accepted: PageFormat) throws(HTTPProblem) -> PageFormat {
    let format = suffix ?? accepted
    guard format.isRowsOnly, !route.formats.contains(format) else { return format }
    return try formatOfCells(format)
  }

  /// The format of an answer that isn't only rows.
  func formatOfCells(_ format: PageFormat) throws(HTTPProblem) -> PageFormat {
    guard format.isRowsOnly else { return format }
    guard let name = suffix?.suffix else { return .html }
    throw HTTPProblem(
      status: 404,
      messages: [
        list == nil
          ? "Only tables and queries are available as \(name)" : "A table without columns isn't available as \(name)"
      ], heading: "\(name) isn't available for this page")
  }
}

extension SiteMap {
  /// What a path names of this site, which may be a part of the one that it was matched with.
  func entry(_ name: String, _ list: ControllerEntry?) -> DatabaseEntry? {
    guard let list else { return name.isEmpty ? nil : databases.first { $0.name == name } }
    return list.isMade ? nil : columnTable(list)
  }

  /// What is answered where the first name of a path is none of this site.
  func unknownName(_ name: String) -> HTTPProblem {
    let near = NameSuggestions.of(name, among: databases.map(\.name)).compactMap { near in
      databases.first { $0.name == near }
    }
    return HTTPProblem(
      status: 404, messages: ["Database not found"], heading: "Database “\(name)” not found",
      suggestions: near.map { HTTPProblem.Link(title: $0.name, address: $0.address) })
  }
}
