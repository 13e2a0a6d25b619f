internal import MicroHTTP
import SiteTables
internal import Synchronization
import TableArguments
internal import TextCoding

/// Which paths of a site lead to which routes. Made once, when the server starts, and for all visitors: what a path names is told by its form
/// and by where tables built in code are mounted.
final class RouteTable: Sendable {
  /// What stands at a pattern.
  private struct Place: Sendable {
    let route: Route
    var list: SiteMap.ControllerEntry?
    var folder: [String] = []
    /// The database, where the path names it and leaves no place for others.
    var database: String?
  }

  private let map: SiteMap
  private let tree: RouteTree<Place>
  private let known = Mutex<[Substring: RouteMatch]>([:])
  /// Rows have paths without end; what is dropped is found again.
  private static let limit = 1_024

  /// - Throws: `SiteError` if a table is mounted where something else is.
  init(_ map: SiteMap) throws(SiteError) {
    var tree = RouteTree<Place>()
    func add(_ place: Place, at path: some StringProtocol) throws(SiteError) {
      try tree.change(at: RoutePattern(map.base + path)) { (known: inout Place?) throws(SiteError) in
        guard known == nil else { throw SiteError.repeatedPath(String(path)) }
        known = place
      }
    }
    // Where any name may begin the path of a table built in code, databases are the ones that there are.
    let names = map.isOpen ? map.databases.map(\.name) : nil
    for route in Route.data + Route.introspection + Route.service + [.nowhere, .nowhereInTable]
    where route.fileSuffix == nil {
      if map.first != nil, route.name == Route.home.name { continue }
      guard let names, route.captures.contains("database") else {
        try add(Place(route: route), at: route.path)
        continue
      }
      for name in names {
        let path = route.path.replacing("{database}", with: TildeEncoding.encode(name))
        try add(Place(route: route, database: name), at: path)
      }
    }
    for list in map.controllers {
      let path = list.address.dropFirst(map.base.count)
      for route in Route.mounted(hasColumns: list.isMade || map.columnTable(list) != nil) {
        try add(Place(route: route, list: list), at: String(path).below(String(route.pathBelowTable)))
      }
    }
    for segments in map.controllers.filter({ !$0.isMade }).map(\.segments) {
      for count in segments.indices.dropFirst() {
        let names = Array(segments.prefix(count)), path = names.map { "/" + TildeEncoding.encode($0) }.joined()
        tree.change(at: RoutePattern(map.base + path)) { $0 = $0 ?? Place(route: .folder, folder: names) }
      }
    }
    self.map = map
    self.tree = tree
  }

  /// What a request's path names.
  /// - Throws: `HTTPError` 404 for a path outside of the site; `TildeEncodingError` for names that can't be decoded.
  func match(_ request: Request) throws -> RouteMatch {
    let path = request.rawPath
    if let match = known.withLock({ $0[path] }) { return match }
    let match = try match(request.path.segments)
    guard match.isKnown else { return match }
    known.withLock { known in
      if known.count >= Self.limit { known.removeAll() }
      // A copy of its own: the part of a target would keep the whole alive.
      known[Substring(String(path))] = match
    }
    return match
  }

  /// - Parameter segments: the names of a path, percent-decoded once.
  func match(_ segments: [String]) throws -> RouteMatch {
    var names = segments
    if names.last == "" { names.removeLast() }
    if let match = try file(names) { return match }
    let suffix = Self.takeSuffix(of: &names)
    var parameters = RouteParameters()
    guard let place = tree.find(names[...], &parameters) else {
      throw HTTPError(.notFound, "Page not found.")
    }
    return try RouteMatch(
      place.route, suffix: place.route.takesRest ? nil : suffix, parameters, list: place.list, folder: place.folder,
      database: place.database, in: map)
  }

  /// Files that stand beside other routes, by the paths of those with their suffixes.
  private static let files = Dictionary(
    uniqueKeysWithValues: Route.all.filter { $0.fileSuffix != nil }.map { ($0.path, $0) })
  private static let fileSuffixes = Set(files.values.compactMap(\.fileSuffix))

  /// What a path with the suffix of a file names; `nil` for any other.
  private func file(_ names: [String]) throws -> RouteMatch? {
    guard let last = names.last, let dot = last.lastIndex(of: "."), dot > last.startIndex,
      Self.fileSuffixes.contains(last[dot...])
    else { return nil }
    var parameters = RouteParameters()
    guard let place = tree.find((names.dropLast() + [String(last[..<dot])])[...], &parameters),
      let route = Self.files[place.route.path + last[dot...]]
    else { return nil }
    return try RouteMatch(
      route, suffix: nil, parameters, list: place.list, folder: place.folder, database: place.database, in: map)
  }

  /// Takes `.json`, `.csv` and their like off the last name.
  private static func takeSuffix(of names: inout [String]) -> PageFormat? {
    guard let last = names.last, let format = PageFormat(suffixOf: last) else { return nil }
    names.removeLast()
    let name = String(last.dropLast(format.suffix?.count ?? 0))
    if !name.isEmpty { names.append(name) }
    return format
  }
}

extension Route {
  /// The routes of a table built in code.
  fileprivate static func mounted(hasColumns: Bool) -> [Route] {
    guard hasColumns else { return lists }
    return tables.filter { $0.name != FormKind.copy.rawValue } + lists.filter { !["list", "cell"].contains($0.name) }
      + [nowhereInTable]
  }

  /// The path below that of the table that it begins with.
  fileprivate var pathBelowTable: Substring {
    path.dropFirst((path.hasPrefix("/{list...}") ? "/{list...}" : "/{database}/{table}").count)
  }
}
