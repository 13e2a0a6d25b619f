internal import MicroHTTP
import SiteAccess
import SiteConfiguration
import SitePages
import SiteTables

/// A request whose route is found, of a visitor who may make it.
struct RouteCall: Sendable {
  let service: PageService
  let match: RouteMatch
  let request: Request
  let visitor: Visitor
  /// What the visitor may see of the site.
  let view: SiteView
  /// What of it the path names; `nil` for what is no part of a database.
  let known: SiteMap.DatabaseEntry?
  /// The table built in code that the path names.
  var mounted: SiteMap.ControllerEntry?
  /// Whether it came over the administrators' own address.
  var isAdministration = false

  var context: SiteContext { view.context }
  var tables: MountedTables { view.tables }

  /// The database that the path names, or the table with columns that is built in code.
  var entry: SiteMap.DatabaseEntry {
    get throws(HTTPProblem) {
      guard let known else { throw context.map.unknownName(match.firstName) }
      return known
    }
  }

  /// The table built in code that the path names.
  var list: SiteMap.ControllerEntry {
    get throws(HTTPProblem) {
      guard let list = mounted else { throw context.map.unknownName(match.firstName) }
      return list
    }
  }

  /// The statement of the site's owner that the path names.
  var query: StoredQuery? { known?.notes.queries.first { $0.name == match.table } }
}
