package import SavedQueries
package import SiteAccess
import SiteConfiguration
package import SitePages
package import SiteTables

/// The saved queries of a database, and what one visitor may do with them.
package struct SavedQueryPlace: Sendable {
  package let context: SiteContext
  package let entry: SiteMap.DatabaseEntry
  package let visitor: Visitor
  package let store: SavedQueryStore

  /// `nil` where nothing is saved, and for those who may not write statements for the database: a saved one shows nothing that they may not see
  /// by one of their own.
  package init?(_ context: SiteContext, _ entry: SiteMap.DatabaseEntry, _ visitor: Visitor) {
    guard let store = context.services.savedQueries, context.mayQuery(entry) else { return nil }
    (self.context, self.entry, self.visitor, self.store) = (context, entry, visitor, store)
  }

  /// What the visitor is called where something of theirs is kept; `nil` for somebody unknown.
  private var name: String? { visitor.isSignedIn ? visitor.name : nil }

  package var maySave: Bool { name != nil }

  package func mayChange(_ query: SavedQuery) -> Bool { name != nil && (query.owner == name || isAdministrator) }

  private var isAdministrator: Bool { context.access.allows(.administer, visitor, entry.name, nil) }

  /// The visitor as one who saves.
  /// - Throws: `HTTPProblem` 401 or 403 for somebody unknown.
  package func editor() throws -> SavedQueryStore.Editor {
    guard let name else { throw context.access.denial(.read, visitor, of: "the queries that you save") }
    return .init(name, isAdministrator: isAdministrator)
  }

  /// Those that the visitor may know of.
  package func queries() throws -> [SavedQuery] {
    do { return try store.queries(in: entry.name, for: name) } catch { throw HTTPProblem(error) }
  }

  /// The one that a path names.
  /// - Throws: `HTTPProblem` 404 where there is none that the visitor may know of.
  package func query(_ key: String) throws -> SavedQuery {
    do { return try store.query(try Self.number(key), in: entry.name, for: name) } catch { throw problem(error) }
  }

  package static func number(_ key: String) throws(SavedQueryError) -> Int {
    guard let number = Int(key), number > 0, String(number) == key else { throw .missing }
    return number
  }

  package func address(of query: SavedQuery) -> String { "\(entry.savedQueriesAddress)/\(query.number)" }

  package var newAddress: String { entry.savedQueriesAddress + "/-/new" }

  /// What a visitor is told, with the way back.
  package func problem(_ error: SavedQueryError) -> HTTPProblem {
    HTTPProblem(error).leading(to: entry)
  }
}

extension SiteMap.DatabaseEntry {
  /// The path below which saved queries stand.
  package var savedQueriesAddress: String { address + "/-/queries" }
}

extension HTTPProblem {
  /// What keeps a query from being read or saved.
  package init(_ error: SavedQueryError) {
    switch error {
    case .unavailable(let reason):
      self.init(
        status: 503, messages: ["The file of saved queries can't be used. \(reason)"],
        heading: "Saved queries can't be used now", retryAfter: 5)
    case .missing:
      self.init(status: 404, messages: ["Saved query not found"], heading: "There is no such saved query")
    case .notPermitted:
      self.init(
        status: 403, messages: ["Only its owner and administrators may change this query"],
        heading: "This query is somebody else's")
    case .changed:
      self.init(
        status: 409, messages: ["The query was changed in the meantime"], heading: "This query has changed")
    case .full(let reason): self.init(status: 400, messages: [reason], heading: "This query can't be saved")
    }
  }

  /// Where nothing can be saved.
  package static func savesNoQueries(_ entry: SiteMap.DatabaseEntry) -> HTTPProblem {
    HTTPProblem(
      status: 403, messages: ["Queries can't be saved here"], heading: "Queries can't be saved here"
    ).leading(to: entry)
  }

  /// The same with the way to a database.
  fileprivate func leading(to entry: SiteMap.DatabaseEntry) -> HTTPProblem {
    var problem = self
    problem.crumbs = [.init(title: entry.heading, address: entry.address)]
    problem.recoveryLink = .init(title: "All tables of \(entry.heading)", address: entry.address)
    return problem
  }
}
