internal import MicroHTTP
import TableModel
import TableRendering

/// Answers the pages of database tables.
struct TableResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables
  /// How many times more of a text is looked through for what was searched than is shown of it.
  private static let searchedDepth = 16

  /// One page of a table in any format, or all of its rows.
  func answer(_ name: String, in entry: SiteMap.DatabaseEntry, _ request: PageRequest) async throws -> PageAnswer {
    let mounted = try await tables.table(name, in: entry)
    do {
      return try await answer(mounted, request, attemptsLeft: 2)
    } catch TableError.notFound {
      tables.forget(name, in: entry)
      throw await MountedTables.notFound(name, in: entry)
    }
  }

  private func answer(_ mounted: MountedTable, _ request: PageRequest, attemptsLeft: Int) async throws -> PageAnswer {
    let schema = try await mounted.table.schema()
    let presentation = mounted.presentation(for: schema, context)
    let described = presentation.schema
    var arguments: PageArguments
    do {
      arguments = try PageArguments(request.arguments, schema: described, limits: presentation.limits)
    } catch {
      throw PageFailure(error, described, request, table: presentation.address, in: mounted.entry)
    }
    let export = TableExport(
      context: context, presentation: presentation, arguments: arguments,
      options: try ExportOptions(request.arguments), request: request)
    if FilterForm.isSent(in: request.arguments) {
      return PageAnswer(.redirect(to: export.address(arguments.query.position), status: .found))
    }
    if request.format.isRowsOnly {
      if let answer = try await self.answer(export, mounted) { return answer }
      return try await again(mounted, request, attemptsLeft)
    }
    if request.format == .html {
      // What was searched for may stand further down in a text than a page shows of it.
      let depth = arguments.query.selection.searches.isEmpty ? 1 : Self.searchedDepth
      arguments.query.values = .excerpt(textBytes: context.options.excerptBytes * depth)
    }
    // Looked at before the rows: what is loaded in between is in them, and the page is not kept.
    let isChanging = mounted.entry.database.notices(about: schema.table).contains(where: \.isTransient)
    let page = try await mounted.table.page(arguments.query)
    // Columns are positions: a page of another schema than that of the arguments would show the wrong ones.
    guard page.style == .grid(schema) else { return try await again(mounted, request, attemptsLeft) }
    let facets = try await facets(arguments, mounted, request)
    let sections = request.format == .html ? presentation.configuration.sections?.query(arguments) : nil
    var summaries: [SectionSummary]?
    if let sections { summaries = try await mounted.table.sections(sections) }
    var answer: PageAnswer
    switch request.format {
    case .html:
      answer = try await TableHTML(
        context: context, mounted: mounted, presentation: presentation, arguments: arguments, facets: facets,
        summaries: summaries
      ).answer(page, request)
    default:
      var json = TableJSON(
        context: context, entry: mounted.entry, presentation: presentation, arguments: arguments, facets: facets)
      if arguments.extras.contains(.suggestedFacets), !arguments.facets.areUnsuggested {
        json.suggestions = try await mounted.table.suggestedFacets(in: arguments.query.selection)
      }
      json.notes = try await TableNotes(arguments.extras, arguments.query, of: mounted, described)
      answer = try json.answer(page, request)
    }
    // What is still being counted makes another page in a moment.
    let isCounted = page.count.isFinal || arguments.query.count == .none
    let areSectionsKnown = sections == nil || summaries != nil
    if isCounted, !isChanging, areSectionsKnown, !facets.contains(where: { $0.answer == .pending }) {
      answer.version = page.version
    }
    let database = mounted.entry.database
    answer.source = { database.currentVersion }
    return answer
  }

  /// The facets that were asked for: a page shows what is known of them, and data wait for them.
  private func facets(
    _ arguments: PageArguments, _ mounted: MountedTable, _ request: PageRequest
  ) async throws -> [AnsweredFacet] {
    let isPage = request.format == .html
    let extras: Set<JSONExtra> = [.facetResults, .sortedFacetResults, .facetsTimedOut]
    guard !arguments.facets.asked.isEmpty, isPage || !arguments.wantedExtras.isDisjoint(with: extras) else { return [] }
    return try await AnsweredFacet.all(
      arguments, of: mounted.table,
      size: arguments.facets.size ?? (isPage ? FacetArguments.pageSize : FacetArguments.dataSize), waits: !isPage,
      showsOthers: isPage)
  }

  /// The answer with the schema as it is now.
  private func again(_ mounted: MountedTable, _ request: PageRequest, _ attemptsLeft: Int) async throws -> PageAnswer {
    guard attemptsLeft > 0 else { throw TableError.busy("The table is being changed; try again in a moment") }
    return try await answer(mounted, request, attemptsLeft: attemptsLeft - 1)
  }
}
