internal import MicroHTTP
internal import Synchronization
internal import TextCoding

/// Which paths of a site lead to which routes. Made once, when the server starts, and for all visitors: what a path names is told by its form
/// and by where tables built in code are mounted.
final class RouteTable: Sendable {
  /// What stands at a pattern.
  private struct Place: Sendable {
    let route: Route
    var list: SiteMap.ControllerEntry?
    var folder: [String] = []
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
    for route in Route.data + Route.introspection + Route.service + [.nowhere, .nowhereInTable] {
      try add(Place(route: route), at: route.path)
    }
    for list in map.controllers {
      let path = list.address.dropFirst(map.base.count)
      for route in Route.mounted(hasColumns: map.columnTable(list) != nil) {
        try add(Place(route: route, list: list), at: path + route.pathBelowTable)
      }
    }
    for segments in map.controllers.map(\.segments) {
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
    let target = request.target
    let path = target.utf8.firstIndex(of: UInt8(ascii: "?")).map { target[..<$0] } ?? target[...]
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
    let suffix = Self.takeSuffix(of: &names)
    var parameters = RouteParameters()
    guard let place = tree.find(names[...], &parameters) else {
      throw HTTPError(.notFound, "There is nothing at this address.")
    }
    return try RouteMatch(
      place.route, suffix: place.route.takesRest ? nil : suffix, parameters, list: place.list, folder: place.folder,
      in: map)
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
    return tables.filter { $0.name != FormTarget.Kind.copy.rawValue } + lists.filter { $0.name != "list" }
      + [nowhereInTable]
  }

  /// The path below that of the table that it begins with.
  fileprivate var pathBelowTable: Substring {
    path.dropFirst((path.hasPrefix("/{list...}") ? "/{list...}" : "/{database}/{table}").count)
  }
}
