internal import MicroHTTP
import SiteDescriptions
import SitePages
import SiteTables
import TableArguments
import TableModel

/// Answers the pages of database tables.
struct TableResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables
  /// How many times more of a text is looked through for what was searched than is shown of it.
  private static let searchedDepth = 16
  /// How often a page is asked for again when the schema has changed each time.
  private static let attempts = 2

  /// One page of a table in any format, or all of its rows.
  func answer(_ name: String, in entry: SiteMap.DatabaseEntry, _ request: PageRequest) async throws -> PageAnswer {
    let mounted = try await tables.table(name, in: entry)
    do {
      return try await answer(mounted, request)
    } catch TableError.notFound {
      tables.forget(name, in: entry)
      throw await MountedTables.notFound(name, in: entry)
    }
  }

  /// The answer under the schema that was found last, as long as there is no other: pages notice that by themselves.
  private func answer(_ mounted: MountedTable, _ request: PageRequest) async throws -> PageAnswer {
    if let known = mounted.presentation {
      do {
        if let answer = try await answer(mounted, known, request) { return answer }
      } catch {
        // What went wrong may be about a column that has just been added, or has gone.
        if try await presentation(of: mounted) === known { throw error }
      }
    }
    for _ in 0..<Self.attempts {
      if let answer = try await answer(mounted, try await presentation(of: mounted), request) { return answer }
    }
    throw TableError.busy("The table's schema is changing; try again in a moment")
  }

  /// - Returns: `nil` if the schema turned out to be another.
  private func answer(
    _ mounted: MountedTable, _ presentation: TablePresentation, _ asked: PageRequest
  ) async throws -> PageAnswer? {
    var request = asked
    if let address = remembered(presentation, request) { return PageAnswer(.redirect(to: address, status: .found)) }
    let parsed: ParsedArguments, position: PagePosition
    var editing: GridEditing?
    let controller: ControllerPage?
    do {
      controller = try ControllerPage(context, mounted.entry, takingFrom: &request)
      editing = controller == nil ? try GridEditing(takingFrom: &request) : nil
      (parsed, position) = try presentation.arguments(request)
    } catch {
      throw HTTPProblem(error, presentation.schema, request, table: presentation.address, in: mounted.entry)
    }
    var arguments = parsed.arguments
    arguments.query.position = position
    if parsed.isFormSent || request.format.isRowsOnly {
      if parsed.isFormSent {
        await ReferenceFields(context: context, entry: mounted.entry, visitor: request.visitor)
          .resolve(&arguments.query.selection, presentation.schema)
      }
      let export = TableExport(
        context: context, presentation: presentation, arguments: arguments, options: parsed.export, request: request)
      if parsed.isFormSent {
        return PageAnswer(.redirect(to: export.address(position).with(editing?.items ?? []), status: .found))
      }
      return try await answer(export, mounted)
    }
    let hasEnvelope = presentation.shape(arguments).ofRecords?.hasEnvelope == true
    if request.format == .json, !hasEnvelope { try request.requireAllRows() }
    if request.format == .html {
      // What was searched for may stand further down in a text than a page shows of it.
      let depth = arguments.query.selection.searches.isEmpty ? 1 : Self.searchedDepth
      arguments.query.values = .excerpt(textBytes: context.excerptBytes * depth)
    }
    if let question = try await controller?.question(asked) { return question }
    var query = arguments.query
    // A page that people read has its count when it comes; data count nothing that they don't tell.
    if request.format == .html {
      query.counting = .later
    } else {
      if arguments.extras.isDisjoint(with: [.count, .countTruncated]) { query.count = .none }
      // Cells are the same as on the page that people read.
      let hasCells = presentation.shape(arguments) == .sections || arguments.extras.contains(.renderCell)
      query.bringsLabels = hasCells || arguments.json.tellsLabels
    }
    // Looked at before the rows: what is loaded in between is in them, and the page is not kept.
    let isChanging = mounted.entry.database.notices(about: presentation.source.table).contains(where: \.isTransient)
    var page: TablePage
    do { page = try await Self.page(query, of: mounted, within: try Self.timeLimit(request, mounted)) } catch let error
      as TableError
      where error == .invalidPageToken && request.format == .html
    {
      // People came by a link that they kept; what they want is the table.
      var first = arguments
      first.query.position = .first
      first.query.values = .whole
      let address = pageAddress(presentation, first, request)(.first).with(editing?.items ?? [])
      var answer = PageAnswer(.redirect(to: address, status: .found))
      answer.flash = Flash("This page link has expired. Here is the first page.", .refused)
      return answer
    }
    // Columns are positions: a page of another schema than that of the arguments would show the wrong ones.
    guard page.style == .grid(presentation.source) else { return nil }
    if let controller, let index = controller.index {
      let link = pageAddress(presentation, arguments, request)
      let section = try page.address(ofIndexTitle: index, request.format, table: presentation.address, link: link)
      return PageAnswer(.redirect(to: section, status: .found))
    }
    // A page shows its rows and says that they are being counted; data have the number that was asked for.
    if case .counting = page.count, request.format != .html {
      page.count = try await mounted.table.exactCount(of: arguments.query.selection)
    }
    let facets = try await facets(arguments, mounted, request)
    let sectionsOfPage = try await sections(of: page, arguments, mounted, presentation, request)
    var answer: PageAnswer
    var isKept = controller?.isKept(request) ?? true
    switch request.format {
    case .html:
      let editing = try await editable(editing, mounted, presentation, request)
      // Every choice of rows has an address of its own, which nobody else asks for.
      isKept = isKept && editing == nil
      answer = try await TableHTML(
        context: context, mounted: mounted, presentation: presentation, parsed: parsed, arguments: arguments,
        facets: facets, sectionsOfPage: sectionsOfPage, editing: editing, controller: controller
      ).answer(page, request)
    default:
      var json = TableJSON(
        context: context, entry: mounted.entry, presentation: presentation, arguments: arguments, facets: facets)
      if arguments.extras.contains(.suggestedFacets), !arguments.facets.areUnsuggested {
        json.suggestions = try await mounted.table.suggestedFacets(in: arguments.query.selection)
      }
      json.sectionsOfPage = sectionsOfPage
      if presentation.shape(arguments) == .sections {
        json.decorator = try await controller?.decorator(request) {
          pageAddress(presentation, arguments, request)(arguments.query.position)
        }
      }
      json.notes = try await TableMetadata(arguments.extras, arguments.query, of: mounted, presentation.schema)
      answer = try json.answer(page, request)
    }
    let database = mounted.entry.database
    // What is still being counted makes another page in a moment, but for a database that is asked for each count.
    let isCounted =
      page.count.isFinal || query.count == .none || page.count == .unknown && database.versionSource.isAsked
    answer.isShared = isKept
    let isCounting = facets.contains { $0.answer == .pending }
    answer.hasLateParts = request.format == .html && (isCounting || !page.count.isExact && query.count != .none)
    if request.refused == nil, isCounted, !isCounting, !isChanging, sectionsOfPage.areKnown {
      answer.version = page.version
    }
    // What extras tell may be of any table.
    answer.stands(as: arguments.extras.isEmpty ? mounted.table.lastChange(ofPages: query) : nil, in: database)
    return answer
  }

  /// The address of the same page as the visitor's browser has kept how it looks; `nil` where its address says so itself, or nothing is kept.
  private func remembered(_ presentation: TablePresentation, _ request: PageRequest) -> String? {
    guard request.format == .html, let view = request.remembered, !RememberedView.isSaid(in: request.target) else {
      return nil
    }
    // With another schema it may mean nothing any more.
    let known = try? PageArguments(view.items, schema: presentation.schema, limits: presentation.limits)
    return known == nil ? nil : request.target.with(view.items)
  }

  /// How long the rows may take where data are asked for with a limit of their own (`_timelimit`), which is at most that of the database.
  private static func timeLimit(_ request: PageRequest, _ mounted: MountedTable) throws -> Double? {
    guard request.format == .json, let value = request.rareArgument("_timelimit") else { return nil }
    guard let milliseconds = Int(value), milliseconds > 0 else {
      throw TableError.badRequest("_timelimit must be a number of milliseconds")
    }
    let limit = (mounted.entry.database as? any StatementDatabase)?.statementTimeLimit ?? 1
    return min(Double(milliseconds) / 1_000, limit)
  }

  /// One page. For no rows at all (`_size=0`) one is read, which finds out all that is told beside rows, and left out.
  static func page(
    _ query: TableQuery, of mounted: MountedTable, within seconds: Double? = nil
  ) async throws -> TablePage {
    func page(_ query: TableQuery) async throws -> TablePage {
      guard let seconds else { return try await mounted.table.page(query) }
      return try await mounted.table.page(query, within: seconds)
    }
    guard query.pageSize == 0 else { return try await page(query) }
    var one = query
    one.pageSize = 1
    return try await page(one).withoutRows
  }

  /// The address of the page at a position, in the format that was asked for.
  private func pageAddress(
    _ presentation: TablePresentation, _ arguments: PageArguments, _ request: PageRequest
  ) -> (PagePosition) -> String {
    { position in
      var arguments = arguments
      arguments.query.position = position
      let text = arguments.queryText(schema: presentation.schema, limits: presentation.limits)
      let path = presentation.address + (request.format == .html ? "" : ".json")
      return text.isEmpty ? path : path + "?" + text
    }
  }

  /// What can be done with the rows of a page; `nil` for those who may change none, whose page is like any other.
  private func editable(
    _ editing: GridEditing?, _ mounted: MountedTable, _ presentation: TablePresentation, _ request: PageRequest
  ) async throws -> GridEditing? {
    guard var editing, context.mayWrite(request.visitor, mounted, presentation.schema),
      let writer = mounted.table.writer
    else { return nil }
    let rule = EditingRule(presentation.schema.table, in: mounted.entry)
    let columns = try await writer.writableColumns()
    editing.allowsRows = rule.allowsRows
    let visitor = request.visitor, table = mounted.table
    editing.actions = { presentation.actions(for: [$0], visitor, table) }
    editing.columns = Set(
      presentation.schema.columns.indices.filter { position in
        let column = presentation.schema.columns[position]
        return columns.indices.contains(position) && !columns[position].isComputed && !column.isPrimaryKey
          && rule.allows(column.name)
      })
    return editing
  }

  /// What is known of the sections that a page shows: by now on a page that people read, in a moment in data.
  private func sections(
    of page: TablePage, _ arguments: PageArguments, _ mounted: MountedTable, _ presentation: TablePresentation,
    _ request: PageRequest
  ) async throws -> SectionsOfPage {
    guard request.format == .html || arguments.shape == .sections, let sections = presentation.configuration.sections,
      let query = sections.query(arguments)
    else { return SectionsOfPage() }
    var known = SectionsOfPage()
    known.summaries =
      request.format == .html
      ? try await mounted.table.sections(query) : try await TableSections.settled(query, of: mounted.table)
    known.areKnown = known.summaries != nil
    guard sections.hasFooters(presentation.own) else { return known }
    let end = try await sections.endsWithPage(page, of: arguments.query, in: mounted.table)
    known.endWithPage = end.ends
    // Of two states of the data no page is kept.
    if end.version != page.version { known.areKnown = false }
    return known
  }

  /// How pages are drawn under the schema as it is now.
  private func presentation(of mounted: MountedTable) async throws -> TablePresentation {
    mounted.presentation(for: try await mounted.table.schema(), context)
  }

  private static let facetExtras: Set<JSONExtra> = [.facetResults, .sortedFacetResults, .facetsTimedOut]

  /// The facets that were asked for: a page shows what is known of them, and data wait for them.
  private func facets(
    _ arguments: PageArguments, _ mounted: MountedTable, _ request: PageRequest
  ) async throws -> [AnsweredFacet] {
    let isPage = request.format == .html
    guard !arguments.facets.asked.isEmpty, isPage || !arguments.wantedExtras.isDisjoint(with: Self.facetExtras) else {
      return []
    }
    return try await AnsweredFacet.all(
      arguments, of: mounted.table,
      size: arguments.facets.size ?? (isPage ? FacetArguments.pageSize : FacetArguments.dataSize), waits: !isPage,
      showsOthers: isPage)
  }
}
