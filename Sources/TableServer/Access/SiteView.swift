import SiteAccess
import SiteConfiguration
import SitePages
import SiteTables

/// What somebody may see of a site: its paths, and what was made for its pages. Whatever may not be read isn't there at all, so that no list,
/// search, count, label or suggestion can tell of it.
final class SiteView: Sendable {
  let context: SiteContext
  let tables = MountedTables()
  let lists: ListResponder

  init(_ context: SiteContext) {
    self.context = context
    lists = ListResponder(context)
  }

  /// The page of a table built in code.
  func list(_ entry: SiteMap.ControllerEntry, _ request: PageRequest) async throws -> PageAnswer {
    guard let table = context.columnTable(entry) else { return try await lists.answer(entry, request) }
    return try await TableResponder(context: context, tables: tables).answer(entry.tableName, in: table, request)
  }

  /// The page of one of its rows.
  func row(_ key: String, of entry: SiteMap.ControllerEntry, _ request: PageRequest) async throws -> PageAnswer {
    guard let table = context.columnTable(entry) else { return try await lists.row(key, of: entry, request) }
    return try await RecordResponder(context: context, tables: tables).answer(
      key, of: entry.tableName, in: table, request)
  }
}

extension SiteContext {
  /// Whether somebody may read all of the site.
  func isWhole(to visitor: Visitor) -> Bool {
    map.databases.allSatisfy { visitor.permission($0.name, nil) != nil && $0.hasAllStatements(for: visitor) }
      && map.controllers.allSatisfy { visitor.permission($0.accessNames.database, $0.accessNames.table) != nil }
  }
}

extension SiteMap {
  /// What somebody may read of it.
  func readable(by visitor: Visitor) -> SiteMap {
    let databases = databases.compactMap { entry -> DatabaseEntry? in
      if visitor.permission(entry.name, nil) != nil { return entry.withStatements(for: visitor) }
      guard visitor.roles.contains(where: { $0.opens(entry.name) }),
        let database = ReadableDatabase(entry, visitor.roles)
      else { return nil }
      return DatabaseEntry(
        name: entry.name, database: database, address: entry.address, notes: entry.notes.readable(by: visitor),
        setup: entry.setup, ownersStatements: entry.ownersStatements)
    }
    let controllers = controllers.filter {
      visitor.permission($0.accessNames.database, $0.accessNames.table) != nil
    }
    let columnTables = columnTables.filter { table in
      controllers.contains { $0.segments == table.controller?.segments }
    }
    return SiteMap(base: base, databases: databases, controllers: controllers, columnTables: columnTables)
  }

  /// Refuses a path that names what somebody may not read, whether or not it is there.
  /// - Parameter rest: what the visitor may read.
  /// - Throws: `AccessError`.
  func checkReading(_ match: RouteMatch, _ visitor: Visitor, _ access: Access, rest: SiteMap) throws(AccessError) {
    if let list = match.list { return try access.check(.read, visitor, on: list) }
    let database = match.database, table = match.table
    guard !database.isEmpty else {
      // Nothing at all is no page to begin with.
      guard rest.isEmpty, !isEmpty else { return }
      throw access.denial(.read, visitor, of: "this site")
    }
    guard !table.isEmpty else {
      guard !visitor.roles.contains(where: { $0.opens(database) }) else { return }
      throw access.denial(.read, visitor, of: database)
    }
    let query = match.entry?.notes.queries.first { $0.name == table }
    guard query.map({ visitor.mayRun($0, of: database) }) ?? true, access.allows(.read, visitor, database, table) else {
      throw access.denial(.read, visitor, of: table)
    }
  }

  private var isEmpty: Bool { databases.isEmpty && controllers.isEmpty }
}

extension SiteMap.DatabaseEntry {
  /// Whether somebody may run all queries of its owner, and write statements.
  fileprivate func hasAllStatements(for visitor: Visitor) -> Bool {
    visitor.mayWriteStatements(for: name) && notes.queries.allSatisfy { visitor.mayRun($0, of: name) }
  }

  /// The whole database with those queries alone that somebody may run.
  fileprivate func withStatements(for visitor: Visitor) -> SiteMap.DatabaseEntry {
    guard !hasAllStatements(for: visitor) else { return self }
    var notes = notes
    notes.queries.removeAll { !visitor.mayRun($0, of: name) }
    return SiteMap.DatabaseEntry(
      name: name, database: database, address: address, notes: notes, setup: setup,
      allowsStatements: visitor.mayWriteStatements(for: name))
  }
}

extension SiteFile.Database {
  /// What is said about the tables that somebody may read, and the queries that its owner opens to them by `allow`. Others may name any table.
  fileprivate func readable(by visitor: Visitor) -> SiteFile.Database {
    var notes = self
    notes.queries.removeAll { !$0.hasRule || !visitor.mayRun($0, of: name) }
    notes.tables.removeAll { visitor.permission(name, $0.name) == nil }
    return notes
  }
}

extension StoredQuery {
  /// Whether the site's owner says of this query itself who may run it.
  fileprivate var hasRule: Bool { notes.contains { $0.key == "allow" } }
}
