import SiteConfiguration
import TableModel
import TableRendering
internal import TextCoding

/// What a path names.
enum Resource: Sendable {
  case home
  /// The tables built in code whose paths begin with these names.
  case folder([String])
  case database(SiteMap.DatabaseEntry)
  case table(SiteMap.DatabaseEntry, name: String)
  /// How many rows a table has.
  case count(SiteMap.DatabaseEntry, table: String)
  /// The search of all tables of a database, or of all databases.
  case search(SiteMap.DatabaseEntry?)
  /// The facets of a table, without its rows.
  case facets(SiteMap.DatabaseEntry, table: String)
  /// A row, whose key is read once the table is known.
  case record(SiteMap.DatabaseEntry, table: String, key: String)
  case bytes(SiteMap.DatabaseEntry, table: String, key: String, column: String)
  /// Where statements are written and run.
  case query(SiteMap.DatabaseEntry)
  /// A statement of the site's owner, unless there is a table of its name.
  case storedQuery(SiteMap.DatabaseEntry, StoredQuery)
  /// Where changes to the rows of a table are sent.
  case write(SiteMap.DatabaseEntry, WriteTarget)
  /// Where changes are asked for.
  case form(SiteMap.DatabaseEntry, FormTarget)
  case controller(SiteMap.ControllerEntry)
  /// What the site tells of itself.
  case introspection(Introspection)
}

extension Resource {
  /// The methods of what is read.
  static let pageMethods = "GET, HEAD"

  /// The methods that it has besides `OPTIONS`.
  var methods: String {
    guard case .write(_, let target) = self else { return Self.pageMethods }
    // Rows are pasted on a page at the address that they are sent to.
    return target.action == .paste ? Self.pageMethods + ", POST" : "POST"
  }
}

extension SiteMap {
  /// What the names of a path stand for, and the format that a suffix of the last one asks for.
  ///
  /// - Parameter segments: the names below the site's base, percent-decoded once.
  /// - Throws: `PageFailure` with status 404 where they stand for nothing.
  func resolve(_ segments: [String]) throws -> (resource: Resource, format: PageFormat?) {
    var segments = segments
    if segments.last == "" { segments.removeLast() }
    let format = Self.takeSuffix(of: &segments)
    return (try resource(segments), format)
  }

  private func resource(_ segments: [String]) throws -> Resource {
    guard let first = segments.first else { return .home }
    if segments == ["-", "search"] { return .search(nil) }
    if first == "-" {
      guard segments.count == 2, let subject = Introspection(rawValue: segments[1]) else {
        throw PageFailure(
          status: 404, messages: ["Page not found"], heading: "There is nothing at this address",
          wayOut: PageFailure.Link(title: "All databases", address: home))
      }
      return .introspection(subject)
    }
    let mounted = controllers.first { $0.segments == segments }
    if let mounted, columnTable(mounted) == nil { return .controller(mounted) }
    if let (entry, depth) = columnTable(above: segments) {
      return try resource(segments.dropFirst(depth - 1), in: entry)
    }
    let name = try TildeEncoding.decode(first)
    if let entry = databases.first(where: { $0.name == name }) {
      return try resource(segments.dropFirst(), in: entry)
    }
    if controllers.contains(where: { $0.segments.starts(with: segments) }) { return .folder(segments) }
    throw unknownName(name)
  }

  /// The table with columns, built in code, that a path leads to or into, and how many names of the path are its own. Of tables that are
  /// mounted one below the other the lower one.
  private func columnTable(above segments: [String]) -> (entry: DatabaseEntry, depth: Int)? {
    columnTables.compactMap { entry in
      entry.controller.flatMap { segments.starts(with: $0.segments) ? (entry, $0.segments.count) : nil }
    }.max { $0.depth < $1.depth }
  }

  private func resource(_ rest: ArraySlice<String>, in entry: DatabaseEntry) throws -> Resource {
    let rest = Array(rest)
    guard let encodedTable = rest.first else { return .database(entry) }
    if rest == ["-", "query"] { return .query(entry) }
    if rest == ["-", "search"] { return .search(entry) }
    let table = try TildeEncoding.decode(encodedTable)
    guard rest.count > 1 else {
      let query = entry.notes.queries.first { $0.name == table }
      return query.map { .storedQuery(entry, $0) } ?? .table(entry, name: table)
    }
    if rest.dropFirst() == ["-", "count"] { return .count(entry, table: table) }
    if rest.dropFirst() == ["-", "facets"] { return .facets(entry, table: table) }
    if rest.count == 3, rest[1] == "-", let action = WriteTarget.Action(rawValue: rest[2]), !action.isForOneRow {
      return .write(entry, WriteTarget(action: action, table: table))
    }
    if rest.count == 3, rest[1] == "-", let kind = FormTarget.Kind(rawValue: rest[2]), !kind.isForOneRow {
      return .form(entry, FormTarget(kind: kind, table: table))
    }
    let key = rest[1]
    if rest.count == 2 { return .record(entry, table: table, key: key) }
    if rest.count == 4, rest[2] == "-", let action = WriteTarget.Action(rawValue: rest[3]), action.isForOneRow {
      return .write(entry, WriteTarget(action: action, table: table, key: key))
    }
    if rest.count == 4, rest[2] == "-", let kind = FormTarget.Kind(rawValue: rest[3]), kind.isForOneRow {
      return .form(entry, FormTarget(kind: kind, table: table, key: key))
    }
    if rest.count == 5, rest[2] == "-", rest[3] == "blob" {
      return .bytes(entry, table: table, key: key, column: try TildeEncoding.decode(rest[4]))
    }
    throw PageFailure(
      status: 404, messages: ["Page not found"], heading: "There is nothing at this address",
      wayOut: PageFailure.Link(title: "All tables of \(entry.heading)", address: entry.address))
  }

  /// Takes `.json`, `.csv` and their like off the last name.
  private static func takeSuffix(of segments: inout [String]) -> PageFormat? {
    guard let last = segments.last, let format = PageFormat(suffixOf: last) else { return nil }
    segments.removeLast()
    let name = String(last.dropLast(format.suffix?.count ?? 0))
    if !name.isEmpty { segments.append(name) }
    return format
  }

  private func unknownName(_ name: String) -> PageFailure {
    let names = databases.map(\.name)
    let near = NearestNames.of(name, among: names).compactMap { near in databases.first { $0.name == near } }
    return PageFailure(
      status: 404, messages: ["Database not found"], heading: "There is no database “\(name)” here",
      suggestions: near.map { PageFailure.Link(title: $0.name, address: $0.address) },
      wayOut: PageFailure.Link(title: "All databases", address: home))
  }
}
