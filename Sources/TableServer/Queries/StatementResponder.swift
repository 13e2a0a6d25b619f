internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel

/// Leads from the rows of a table, as they are filtered and sorted, to the statement that reads them, where visitors may write some.
struct StatementResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  func answer(_ name: String, in entry: SiteMap.DatabaseEntry, _ request: PageRequest) async throws -> PageAnswer {
    let mounted = try await tables.table(name, in: entry)
    let presentation = mounted.presentation(for: try await mounted.table.schema(), context)
    guard context.mayQuery(entry) else {
      throw HTTPProblem(
        status: 403, messages: ["Custom queries are not allowed"], heading: "Custom queries are not allowed",
        crumbs: presentation.crumbs(in: entry),
        recoveryLink: .init(title: "Rows of \(presentation.schema.title)", address: presentation.address))
    }
    let arguments = try presentation.arguments(ofPart: request, in: entry)
    var query = arguments.query
    query.position = .first
    query.tree = nil
    let description = try await mounted.table.description(of: query)
    guard let statement = description.visitorStatement else {
      throw TableError.badRequest("No SQL reads the rows of this table")
    }
    let values = description.parameters.enumerated().map { (name: "p\($0)", value: $1.value.description) }
    return PageAnswer(.redirect(to: entry.queryAddress.with([("sql", statement)] + values), status: .found))
  }
}
