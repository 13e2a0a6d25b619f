internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Answers what can be done with a cell or a column of a table's page, and the page of all its columns.
struct GridMenuResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  /// Values of a column that are offered.
  private static let valueCount = 10

  /// A page of a table, as far as its menus have to know it.
  private struct Shown {
    let mounted: MountedTable
    let presentation: TablePresentation
    let grid: GridFrame
    let request: PageRequest

    func layout(_ title: String) -> PageLayout {
      let entry = mounted.entry, schema = presentation.schema
      return PageLayout(
        title: "\(title) · \(schema.title) · \(entry.heading)",
        crumbs: entry.crumbs + [.init(title: schema.title, address: grid.link()), .init(title: title)],
        returnTo: request.target, preferences: request.preferences, flash: request.flash, visitor: request.visitor,
        database: entry, hasLateParts: true)
    }
  }

  private func shown(
    _ name: String, in entry: SiteMap.DatabaseEntry, _ asked: PageRequest
  ) async throws -> Shown {
    let mounted = try await tables.table(name, in: entry)
    let presentation = mounted.presentation(for: try await mounted.table.schema(), context)
    var request = asked
    let editing: GridEditing?
    do { editing = try GridEditing(takingFrom: &request) } catch {
      throw HTTPProblem(error, presentation.schema, request, table: presentation.address, in: entry)
    }
    let arguments = try presentation.arguments(ofPart: request, in: entry)
    let grid = GridFrame(
      context: context, entry: entry, address: presentation.address, arguments: arguments,
      columns: presentation.configuration.columns(arguments.columns), configuration: presentation.configuration,
      editing: editing)
    return Shown(mounted: mounted, presentation: presentation, grid: grid, request: request)
  }

  // MARK: Columns

  func column(_ name: String, in entry: SiteMap.DatabaseEntry, _ asked: PageRequest) async throws -> PageAnswer {
    var request = asked
    let menu = try MenuArguments(takingFrom: &request)
    let shown = try await shown(name, in: entry, request)
    let column = try menu.column(of: shown.grid)
    var answered: AnsweredFacet?
    let abilities = shown.presentation.schema.columns[column].abilities
    if abilities.hasFacets, abilities.conditions.contains(.exact) {
      var counted = shown.grid.arguments
      counted.facets = FacetArguments()
      counted.facets.add(Facet(column: column, kind: .column))
      answered = try await AnsweredFacet.all(
        counted, of: shown.mounted.table, size: Self.valueCount, waits: menu.waits, showsOthers: true
      ).first
    }
    let view = shown.grid.columnMenu(column, answered, shown.layout(shown.grid.columns.title(of: column)))
    return try context.page(context.nibs.gridMenu, view, headers: PageHeaders.html())
  }

  func columns(_ name: String, in entry: SiteMap.DatabaseEntry, _ request: PageRequest) async throws -> PageAnswer {
    let shown = try await shown(name, in: entry, request)
    let view = shown.grid.columnsView(shown.layout("Columns"), hasRemembered: request.remembered != nil)
    return try context.page(context.nibs.columns, view, headers: PageHeaders.html())
  }

  // MARK: Cells

  func cell(_ name: String, in entry: SiteMap.DatabaseEntry, _ asked: PageRequest) async throws -> PageAnswer {
    var request = asked
    let menu = try MenuArguments(takingFrom: &request)
    let shown = try await shown(name, in: entry, request)
    let column = try menu.column(of: shown.grid), schema = shown.presentation.schema
    let record = try await record(menu, shown)
    let row = record.key.map { shown.presentation.address(of: $0) }
    var edit: String?
    if let row, context.mayWrite(request.visitor, shown.mounted, schema), !schema.columns[column].isPrimaryKey,
      EditingRule(schema.table, in: entry).allows(schema.columns[column].name)
    {
      edit = row.below("/-/edit").with([("_field", schema.columns[column].name), ("_return", shown.grid.link())])
    }
    let view = shown.grid.cellMenu(
      column, of: record, row: row, editAddress: edit, shown.layout(shown.grid.columns.title(of: column)))
    return try context.page(context.nibs.gridMenu, view, headers: PageHeaders.html())
  }

  /// The row of a menu: the one of a key, or one of a page by its place where no key names it.
  private func record(_ menu: MenuArguments, _ shown: Shown) async throws -> Record {
    if let key = menu.row {
      let key = try shown.presentation.schema.key(encoded: key)
      return try await shown.mounted.record(key, as: shown.presentation).record
    }
    var query = shown.grid.arguments.query
    query.count = .none
    let page = try await shown.mounted.table.page(query)
    guard page.style == .grid(shown.presentation.source) else {
      throw TableError.busy("The table's schema is changing; try again in a moment")
    }
    var number = menu.number ?? -1
    for case let section as RecordSection in page.sections {
      if number >= 0, number < section.page.count { return section.page[number] }
      number -= section.page.count
    }
    throw TableError.notFound("Record not found")
  }
}
