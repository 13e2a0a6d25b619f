internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Answers the page of a table's forms: conditions, order, facets and formats.
struct FiltersResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  func answer(_ name: String, in entry: SiteMap.DatabaseEntry, _ asked: PageRequest) async throws -> PageAnswer {
    let mounted = try await tables.table(name, in: entry)
    let presentation = mounted.presentation(for: try await mounted.table.schema(), context)
    let schema = presentation.schema
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
      title: "Filter, sort and export \(schema.title) · \(entry.heading)",
      crumbs: entry.crumbs + [
        .init(title: schema.title, address: grid.link()), .init(title: "Filter, sort and export"),
      ],
      returnTo: request.target, preferences: request.preferences, flash: request.flash, visitor: request.visitor,
      database: entry)
    return try context.page(context.nibs.filters, grid.filtersView(layout), headers: PageHeaders.html())
  }
}
