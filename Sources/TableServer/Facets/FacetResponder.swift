import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// Answers the facets of a table without its rows: the page that waits for what a page of rows only shows as being counted.
struct FacetResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  func answer(_ name: String, in entry: SiteMap.DatabaseEntry, _ request: PageRequest) async throws -> PageAnswer {
    let mounted = try await tables.table(name, in: entry)
    let presentation = mounted.presentation(for: try await mounted.table.schema(), context)
    let schema = presentation.schema
    guard schema.columns.contains(where: \.abilities.hasFacets) else {
      throw TableError.badRequest("This table doesn't support facets")
    }
    let arguments = try presentation.arguments(ofPart: request, in: entry)
    let isPage = request.format == .html
    async let suggested =
      arguments.facets.areUnsuggested ? [] : mounted.table.suggestedFacets(in: arguments.query.selection)
    let answers = try await AnsweredFacet.all(
      arguments, of: mounted.table,
      size: arguments.facets.size ?? (isPage ? FacetArguments.pageSize : FacetArguments.dataSize), waits: true,
      showsOthers: isPage)
    let suggestions = try await suggested
    guard isPage else {
      return try TableJSON(
        context: context, entry: entry, presentation: presentation, arguments: arguments, facets: answers,
        suggestions: suggestions
      ).facetAnswer(request)
    }
    return try html(answers, suggestions, arguments, mounted, presentation, request)
  }

  private func html(
    _ answers: [AnsweredFacet], _ suggestions: [Facet], _ arguments: PageArguments, _ mounted: MountedTable,
    _ presentation: TablePresentation, _ request: PageRequest
  ) throws -> PageAnswer {
    let entry = mounted.entry
    let schema = presentation.schema
    let grid = GridFrame(
      context: context, entry: entry, address: presentation.address, arguments: arguments,
      columns: RecordColumns(schema), configuration: presentation.configuration)
    let frame = PageLayout(
      title: "Facets of \(schema.title) · \(entry.heading)",
      crumbs: entry.crumbs + [.init(title: schema.title, address: grid.link()), .init(title: "Facets")],
      returnTo: grid.facetsAddress, preferences: request.preferences, flash: request.flash, visitor: request.visitor,
      database: entry)
    let view = FacetsView(
      frame: frame.view(context, pageStyle: context.assets.facetStyle), heading: "Facets of \(schema.title)",
      tableAddress: grid.link(), summary: presentation.summary(of: arguments),
      facetForm: grid.facetForm(leadsToSuggestions: false),
      facets: answers.map(grid.view), suggestions: grid.suggestions(suggestions),
      timing: "\(answers.count.counted("facet", "facets")) in \(request.timing)")
    return try context.page(context.nibs.facets, view, headers: PageHeaders.html())
  }
}
