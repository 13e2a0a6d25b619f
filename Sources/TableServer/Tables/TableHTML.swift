internal import MicroHTTP
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

  func answer(_ page: TablePage, _ request: PageRequest) async throws -> PageAnswer {
    let rowCount = page.recordCount
    let tools = editing.map { gridTools(page, $0) }
    let page = presentation.divided(page, arguments, sectionsOfPage)
    let index =
      presentation.configuration.sections?.index(sectionsOfPage.summaries ?? [], presentation.schema) ?? []
    let notices = mounted.entry.database.notices(about: presentation.schema.table)
    let key = TablePresentation.FrameKey(
      arguments: parsed, emptyPosition: rowCount == 0 ? arguments.query.position : nil,
      preferences: request.preferences,
      isEditable: context.mayWrite(request.visitor, mounted, presentation.schema),
      isMovable: presentation.configuration.isMovable(arguments)
        && context.mayAct(request.visitor, mounted, presentation.schema))
    // Its links hold what is chosen, so that it is good for this page alone.
    let frame =
      editing == nil
      ? try await presentation.frame(key) { try await makeFrame(key) } : try await makeFrame(key)
    let isDecorated = editing != nil || (key.isMovable && presentation.cells != nil)
    let decorator =
      isDecorated ? RecordDecorator(context, presentation, editing, isMovable: key.isMovable) : nil
    let insertion = try await insertionRow(request)
    let facetSections = facets.isEmpty ? nil : HTML { context.nibs.facetSections.write(sections, into: &$0) }
    let html = try frame.pool.withPass { pass in
      var html = context.sink(expecting: presentation.expectedBytes)
      let drawing = RowDrawing()
      let source = TableFrameSource(
        frame: frame, page: page, rowCount: rowCount, showsCount: arguments.query.count != .none,
        notices: notices, receivedAt: request.receivedAt,
        flash: request.flash?.html(context), account: context.account(request.visitor, returnTo: request.target),
        facets: facetSections, index: index, tools: tools, insertion: insertion, target: request.target,
        returnTo: editing?.returnTo ?? request.target,
        rows: { html in
          drawing.attempt {
            _ = try HTMLPageWriter.write(
              page, pass, chrome: context.chrome, decorator: decorator,
              moreColumns: editing != nil || key.isMovable ? 1 : 0, into: &html)
          }
        })
      frame.nib.write(source, into: &html)
      try drawing.rethrow()
      presentation.expect(bytes: html.count)
      return html
    }
    var answer = try PageAnswer(
      html, contentType: PageFormat.html.contentType, headers: frame.headers, pool: context.buffers)
    // A page on which something is being written doesn't go away by itself.
    guard editing == nil else { return answer }
    // The page asks again by itself until the number is there; the link beside it stops that.
    if case .counting = page.count { answer.response.headers.append(Header("Refresh", "1")) }
    // A page that is still being loaded does so too, but for those where someone has begun to ask for something.
    if notices.contains(where: \.isTransient), request.arguments.isEmpty {
      answer.response.headers.append(Header("Refresh", "2"))
    }
    return answer
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
    let values = GridTools(grid: grid, editing: editing, shown: shown).values
    return HTML { context.nibs.gridTools.write(values, into: &$0) }
  }

  /// Where a new row is written, on pages on which rows may come and go.
  private func insertionRow(_ request: PageRequest) async throws -> HTML? {
    guard let editing, editing.allowsRows, presentation.cells == nil else { return nil }
    let references = ReferenceFields(context: context, entry: mounted.entry, visitor: request.visitor)
    let row = try await InsertionRow(mounted, presentation, grid.columns, editing, references).values(context)
    return HTML { context.nibs.insertionRow.write(row, into: &$0) }
  }

  /// The facets as they stand beside the rows.
  private var sections: NibValue {
    .object(["assets": context.assets.values, "facets": grid.sections(facets)])
  }

  private func makeFrame(_ key: TablePresentation.FrameKey) async throws -> TableFrame {
    let entry = mounted.entry
    let table = presentation.schema.table
    let grid = grid
    let siblings = try await entry.tables().filter { !$0.isHidden || $0.name == table }
    let page = PageFrame(
      title: "\(presentation.schema.title) · \(entry.heading)",
      crumbs: [PageFrame.Crumb(title: entry.heading, address: entry.address)],
      neighbours: siblings.map {
        PageFrame.Neighbour(
          title: entry.title(ofTable: $0.name), address: entry.address(ofTable: $0.name), isCurrent: $0.name == table)
      },
      alternate: grid.alternate, returnTo: grid.link(), preferences: key.preferences, hasViewMenu: true,
      hasLateParts: true)
    return TableFrame(
      context.nibs.table.specialized(
        with: grid.values(page, isEmpty: key.isEmpty, isEditable: key.isEditable, isMovable: key.isMovable)), grid,
      engine: engine(try await entry.database.kind()),
      pool: try presentation.pool(
        grid.columns, layout: key.preferences.phone == .cells ? .cells : .grid,
        isTree: arguments.query.tree != nil, isMovable: editing == nil && key.isMovable,
        searches: arguments.query.selection.searches,
        textBytes: context.options.excerptBytes, tools: editing?.tools))
  }

  /// `SQLite, 984 kB, read-only` without the size, which may change before the frame does.
  private func engine(_ kind: String) -> String {
    kind.split(separator: ",").filter { !$0.hasSuffix("B") }.map { $0.drop { $0 == " " } }.joined(separator: " · ")
  }
}

/// Carries what went wrong while rows were drawn out of the nib that they were drawn into, which can't throw.
final class RowDrawing {
  private var failure: (any Error)?

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
