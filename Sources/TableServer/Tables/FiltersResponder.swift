internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Answers the page on which all conditions on a table's rows are changed together.
struct FiltersResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  func answer(_ name: String, in entry: SiteMap.DatabaseEntry, _ asked: PageRequest) async throws -> PageAnswer {
    let mounted = try await tables.table(name, in: entry)
    let presentation = mounted.presentation(for: try await mounted.table.schema(), context)
    let schema = presentation.schema
    guard schema.columns.contains(where: { !$0.abilities.conditions.isEmpty }) else {
      throw TableError.badRequest("This table can't be filtered")
    }
    var request = asked
    let editing: GridEditing?
    do { editing = try GridEditing(takingFrom: &request) } catch {
      throw HTTPProblem(error, schema, request, table: presentation.address, in: entry)
    }
    let grid = GridFrame(
      context: context, entry: entry, address: presentation.address,
      arguments: try presentation.arguments(ofPart: request, in: entry), columns: RecordColumns(schema),
      configuration: presentation.configuration, editing: editing)
    let layout = PageLayout(
      title: "Filters of \(schema.title) · \(entry.heading)",
      crumbs: entry.crumbs + [.init(title: schema.title, address: grid.link()), .init(title: "Filters")],
      returnTo: request.target, preferences: request.preferences, flash: request.flash, visitor: request.visitor,
      database: entry)
    return try context.page(context.nibs.filters, grid.filtersView(layout), headers: PageHeaders.html())
  }
}
