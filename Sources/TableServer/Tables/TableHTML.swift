internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// One page of a database table as HTML: the frame of its query, filled with its rows.
struct TableHTML {
  let context: SiteContext
  let mounted: MountedTable
  let presentation: TablePresentation
  /// What the frame is found by: the arguments without their place.
  let parsed: ParsedArguments
  let arguments: PageArguments
  let facets: [AnsweredFacet]
  let sectionsOfPage: SectionsOfPage
  /// What is being done with the rows; `nil` for those who read.
  let editing: GridEditing?
  /// What the page of a table built in code has besides; `nil` for tables of databases.
  let controller: ControllerPage?

  func answer(_ page: TablePage, _ request: PageRequest) async throws -> PageAnswer {
    let rowCount = page.recordCount
    let firstRecord = page.sections.lazy.compactMap { ($0 as? RecordSection)?.page }.first { $0.count > 0 }?[0]
    let tools = editing.map { gridTools(page, $0) }
    let page = presentation.divided(page, arguments, sectionsOfPage)
    let index =
      controller?.index(page)
      ?? presentation.configuration.sections?.index(sectionsOfPage.summaries ?? [], presentation.schema) ?? []
    let words = controller?.words(page, isList: presentation.cells != nil)
    let listDecorator = try await controller?.decorator(request) { address }
    let notices = mounted.entry.database.notices(about: presentation.schema.table)
    // What stands in place of rows names each condition, and links beside chosen rows are good for these alone.
    let isOpen = editing == nil && rowCount > 0
    let filters = arguments.query.selection.filters
    let names = await FilterNames.all(of: filters, presentation.schema, firstRecord, in: mounted.entry)
    let values = FrameValues(
      isOpen ? parsed.values : [],
      names: names.isEmpty ? [] : filters.indices.filter { filters[$0].hasOneValue }.map { names[$0] },
      at: arguments.query.position)
    let key = TablePresentation.FrameKey(
      arguments: isOpen ? parsed.frame : FrameArguments(parsed.arguments), isOpen: isOpen,
      emptyPosition: rowCount == 0 ? arguments.query.position : nil,
      preferences: request.preferences,
      isEditable: context.mayWrite(request.visitor, mounted, presentation.schema),
      isMovable: presentation.configuration.isMovable(arguments)
        && context.mayAct(request.visitor, mounted, presentation.schema), words: words)
    // Its links hold what is chosen, or its words what a row is called now, so that it is good for this page alone.
    let frame =
      editing == nil && (page.emptyState == nil || rowCount > 0) && (isOpen || names.isEmpty)
      ? try await presentation.frame(key) { try await makeFrame(key, page) } : try await makeFrame(key, page, names)
    let isDecorated = editing != nil || (key.isMovable && presentation.cells != nil)
    let decorator: (any RowDecorator)? =
      isDecorated ? RecordDecorator(context, presentation, editing, isMovable: key.isMovable) : listDecorator
    let insertion = try await insertionRow(request)
    let facetSections = facets.isEmpty ? nil : context.nibs.facetSections.html(sections)
    let refresh = refresh(page, notices, request)
    let drawing = RowDrawing()
    let html = try frame.pool.withPass { pass in
      var html = context.sink(expecting: presentation.expectedBytes)
      let surroundings = controller.map { _ in
        ControllerPage.Surroundings(page, pass, listDecorator, context, &drawing.problems)
      }
      let source = TableFrameSource(
        frame: frame, values: values, page: page, rowCount: rowCount, showsCount: arguments.query.count != .none,
        notices: notices, refresh: refresh, receivedAt: request.receivedAt,
        flash: request.flash?.html(context), account: context.account(request.visitor, returnTo: request.target),
        facets: facetSections, index: index, tools: tools, insertion: insertion,
        surroundings: surroundings, target: request.target, returnTo: editing?.returnTo ?? request.target,
        rows: { html in
          drawing.attempt {
            drawing.problems += try HTMLPageWriter.write(
              page, pass, chrome: context.chrome, decorator: decorator,
              moreColumns: editing != nil || key.isMovable || listDecorator != nil ? 1 : 0, into: &html)
          }
        })
      frame.nib.write(source, into: &html)
      try drawing.rethrow()
      presentation.expect(bytes: html.count)
      return html
    }
    var answer = try PageAnswer(
      html, contentType: PageFormat.html.contentType, headers: frame.headers(values), pool: context.buffers,
      whenReleased: listDecorator?.whenSent)
    answer.problems = drawing.problems
    // Where scripts follow the page, it says the same to browsers that run none.
    if let refresh, !context.options.isLive { answer.response.headers.append(Header("Refresh", refresh)) }
    return answer
  }

  /// After how many seconds the page comes again by itself; `nil` where all is there.
  private func refresh(_ page: TablePage, _ notices: [TableNotice], _ request: PageRequest) -> String? {
    // A page on which something is being written doesn't go away.
    guard editing == nil else { return nil }
    // Until the number is there; the link beside it stops that.
    if case .counting = page.count { return "1" }
    // A page that is still being loaded comes again too, but for those where someone has begun to ask for something.
    return notices.contains(where: \.isTransient) && request.arguments.isEmpty ? "2" : nil
  }

  private var grid: GridFrame {
    GridFrame(
      context: context, entry: mounted.entry, address: presentation.address, arguments: arguments,
      columns: presentation.configuration.columns(arguments.columns), configuration: presentation.configuration,
      ownEmpty: presentation.own.empty, editing: editing)
  }

  /// The bar above the rows.
  private func gridTools(_ page: TablePage, _ editing: GridEditing) -> HTML {
    var shown: Set<String> = []
    for case let section as RecordSection in page.sections {
      for row in 0..<section.page.count {
        var key = ByteSink(capacity: 32)
        presentation.fields.writeKey(of: section.page[row], into: &key)
        shown.insert(key.string)
      }
    }
    return editing.toolbar(grid, shown: shown)
  }

  /// Where a new row is written, on pages on which rows may come and go.
  private func insertionRow(_ request: PageRequest) async throws -> HTML? {
    guard let editing, editing.allowsRows, presentation.cells == nil else { return nil }
    let references = ReferenceFields(context: context, entry: mounted.entry, visitor: request.visitor)
    return try await InsertionRow(
      mounted, presentation, grid.columns, editing, references, in: arguments.query.selection
    ).html(context)
  }

  /// The facets as they stand beside the rows.
  private var sections: FacetSectionsView {
    FacetSectionsView(assets: context.assets.view, facets: facets.map(grid.view))
  }

  /// The page itself, without what it says about rows.
  private var address: String {
    let text = arguments.queryText(schema: presentation.schema, limits: presentation.limits)
    return text.isEmpty ? presentation.address : presentation.address + "?" + text
  }

  private func makeFrame(_ key: TablePresentation.FrameKey, _ rows: TablePage, _ names: [Int: String] = [:])
    async throws -> TableFrame
  {
    let entry = mounted.entry
    let table = presentation.schema.table
    var grid = grid
    grid.arguments = key.arguments.arguments
    if key.isOpen { grid.openValues = key.arguments.valueCount }
    grid.filterNames = names
    grid.arguments.query.position = arguments.query.position
    grid.arguments.query.values = arguments.query.values
    grid.words = key.words
    grid.columnStyle = ColumnStyle(
      grid.columns, hasRowTools: editing != nil, isForPhones: key.preferences.phone == .cells,
      layout: grid.arguments.layout)
    if let empty = rows.emptyState, key.isEmpty { grid.ownEmpty = drawn(empty) }
    let page = PageLayout(
      title: "\(presentation.schema.title) · \(entry.heading)",
      crumbs: entry.crumbs + (key.words.map { [Crumb(title: $0.title)] } ?? []),
      neighbours: key.words != nil ? [] : try await presentation.neighbours { try await neighbours(of: table) },
      alternate: grid.alternate, returnTo: grid.link(), preferences: key.preferences, database: entry,
      hasViewMenu: true,
      hasLateParts: true)
    return TableFrame(
      try context.nibs.table.nib(),
      grid.view(page, isEmpty: key.isEmpty, isEditable: key.isEditable, isMovable: key.isMovable), grid,
      engine: engine(try await entry.database.kind()),
      pool: try presentation.pool(
        grid.columns, isAnchored: key.isEditable, isTree: arguments.query.tree != nil,
        isMovable: editing == nil && key.isMovable,
        searches: arguments.query.selection.searches,
        textBytes: context.excerptBytes, tools: editing?.tools))
  }

  /// The tables that the page leads to: of many those around it, and then the list of all.
  private func neighbours(of table: String) async throws -> [PageLayout.Neighbour] {
    let entry = mounted.entry
    let siblings = try await entry.tables().filter { !$0.isHidden || $0.name == table }
    let place = siblings.firstIndex { $0.name == table } ?? 0
    let start = max(0, min(place - Self.neighbourLimit / 2, siblings.count - Self.neighbourLimit))
    let near = siblings[start..<min(start + Self.neighbourLimit, siblings.count)].map {
      PageLayout.Neighbour(
        title: entry.title(ofTable: $0.name), address: entry.address(ofTable: $0.name), isCurrent: $0.name == table)
    }
    guard near.count < siblings.count else { return near }
    let all = "All \(siblings.count.counted("table or view", "tables and views"))"
    return near + [PageLayout.Neighbour(title: all, address: entry.address, isCurrent: false)]
  }

  private static let neighbourLimit = 100

  /// The table's own words for having no rows.
  private func drawn(_ view: any SupplementaryViewModel) -> HTML {
    context.pool(mounted.entry.controller?.controller.adapters ?? AdapterMap()).withPass { pass in
      HTML { html in _ = HTMLPageWriter.write(view, pass, into: &html) }
    }
  }

  /// `SQLite, 984 kB, read-only` without the size, which may change before the frame does.
  private func engine(_ kind: String) -> String {
    kind.split(separator: ",").filter { !$0.hasSuffix("B") }.map { $0.drop { $0 == " " } }.joined(separator: " · ")
  }
}

/// Carries what went wrong while rows were drawn out of the nib that they were drawn into, which can't throw.
final class RowDrawing {
  private var failure: (any Error)?
  /// What could not be drawn as it should, for the log.
  var problems: [RenderingProblem] = []

  func attempt(_ body: () throws -> Void) {
    do { try body() } catch { failure = error }
  }

  func rethrow() throws {
    if let failure { throw failure }
  }
}

extension TablePage {
  /// Rows of a page that consists of records.
  var recordCount: Int { sections.reduce(0) { $0 + (($1 as? RecordSection)?.page.count ?? 0) } }
}
