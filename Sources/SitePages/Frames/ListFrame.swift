package import SiteTables
package import TableArguments
package import TableModel
package import TableRendering

/// The values of a list page: a table built in code, drawn as cells in sections.
///
/// Unlike a database's table it may change in every respect from one page to the next, so nothing of it is kept.
package struct ListFrame {
  package let context: SiteContext
  package let entry: SiteMap.ControllerEntry
  package let page: TablePage
  package let arguments: PageArguments
  /// What the address says about the rows.
  package let events: EventArguments
  package let request: PageRequest
  /// The row that the page is about, with the title of its table; `nil` for a page of the table.
  package var row: (row: TableRow, table: String)?

  package init(
    context: SiteContext, entry: SiteMap.ControllerEntry, page: TablePage, arguments: PageArguments,
    events: EventArguments, request: PageRequest, row: (row: TableRow, table: String)? = nil
  ) {
    self.context = context
    self.entry = entry
    self.page = page
    self.arguments = arguments
    self.events = events
    self.request = request
    self.row = row
  }

  /// - Parameters:
  ///   - emptyView: the table's own words for having no rows.
  ///   - surroundings: what the table has around its rows, and what the visitor can do with them.
  ///   - isInteractive: whether the visitor can do anything.
  package func view(
    isEmpty: Bool, emptyView: HTML?, _ surroundings: ControllerPage.Surroundings, rows: HTML, isInteractive: Bool
  ) -> ListView {
    let page = page
    let frame = PageLayout(
      title: "\(page.title) · \(context.title)", crumbs: crumbs, alternate: alternate, returnTo: link(),
      preferences: request.preferences, flash: request.flash, visitor: request.visitor, hasViewMenu: true)
    let links = PagerLinks(page) { position in link { $0.query.position = position } }
    var frameView = frame.view(context, isLive: true)
    frameView.rowScripts = context.assets.pageScripts
    if isInteractive {
      frameView.editStyle = context.assets.editStyle
      frameView.rowScripts += context.assets.selectionScripts
    }
    // Cells may have addresses that begin where their table is.
    if row != nil { frameView.base = .init(baseAddress: entry.address, ownAddress: pageAddress) }
    let count = HTML {
      CountText.write(
        page.count, of: nil, countAll: { $0.address(link()) }, stop: { $0.address(link()) }, into: &$0)
    }
    let grid: ListView.Grid? =
      if case .grid(let schema) = page.style { self.grid(RecordColumns(schema), isInteractive) } else { nil }
    return ListView(
      frame: frameView,
      head: PageHeadView(
        heading: page.title, count: .known(page.count == .unknown ? nil : count), summary: page.summary,
        notices: .known(nil), exports: exports),
      listTools: surroundings.tools, view: ViewMenuView(choices: frame.choices(context, isGrid: grid != nil)),
      empty: isEmpty ? EmptyView(emptyTitle: "No rows yet", emptyView: emptyView) : nil,
      isGrouped: page.style == .grouped, grid: grid, header: surroundings.header, footer: surroundings.footer,
      rows: rows, newRows: row == nil ? surroundings.newRows : nil, values: row.map { values(of: $0.row) },
      hasIndex: !page.indexTitles.isEmpty,
      indexEntries: page.indexTitles.map(indexEntry),
      hasFoot: grid != nil || page.next != nil || page.previous != nil,
      foot: PageFootView(
        previous: .known(links.previous), next: .known(links.next), timing: .known(PassingText(request.timing))))
  }

  /// The address of this table, or of this row, with changed arguments.
  func link(_ change: (inout PageArguments) -> Void = { _ in }) -> String { address(address, change) }

  /// The address below which the rows have pages of their own, on another page than that of one of them.
  package var rowPages: String? { row == nil ? entry.address : nil }

  private var address: String { row.map { entry.address(of: $0.row.cell) } ?? entry.address }

  /// The address of this page, without what it says about its rows.
  package var pageAddress: String { address.with(arguments.items(schema: nil, limits: context.options.limits)) }

  /// The address of a page in the format that was asked for.
  package func address(_ position: PagePosition) -> String {
    request.format == .html ? link { $0.query.position = position } : dataAddress(position)
  }

  /// The address of a page's data.
  package func dataAddress(_ position: PagePosition) -> String {
    address(address + ".json") { $0.query.position = position }
  }

  /// The same page as JSON.
  package var alternate: String { dataAddress(arguments.query.position) }

  private func address(_ path: String, _ change: (inout PageArguments) -> Void) -> String {
    var arguments = arguments
    arguments.query.position = .first
    change(&arguments)
    return path.with(arguments.items(schema: nil, limits: context.options.limits) + events.items)
  }

  private var crumbs: [Crumb] {
    let table = row.map { Crumb(title: $0.table, address: entry.address) }
    return entry.folders(below: context.map.base) + [table, Crumb(title: page.title)].compactMap(\.self)
  }

  private var exports: ExportsView {
    ExportsView(
      exportHeading: "This page",
      formats: [.init(title: "JSON", address: alternate, remark: "sections and cells")]
        + (row == nil ? [.init(title: "Text", address: address + ".txt", remark: "for terminals")] : []))
  }

  /// What a row holds, as JSON names it.
  private func values(of row: TableRow) -> ListView.Values {
    ListView.Values(
      fields: RowValues(row.cell).items.map { item in
        RowView.Field(field: item.name, value: HTML { $0.text(item.text) })
      })
  }

  private func indexEntry(_ title: IndexTitle) -> LinkView {
    let page = link { $0.query.position = title.position }
    return LinkView(title: title.title, address: page + "#" + DOMID.section(indexTitle: title.title))
  }

  /// The head of a grid whose columns nobody sorts, with one for what can be done with its rows.
  private func grid(_ columns: RecordColumns, _ isInteractive: Bool) -> ListView.Grid {
    ListView.Grid(
      asCells: request.preferences.phone == .cells,
      caption: "\(page.title); \(page.cellCount.counted("row", "rows")) on this page",
      head: GridHeadView(
        columns: columns.order.map { .init(columns, $0) } + (isInteractive ? [.actions] : [])))
  }
}

extension SiteMap.ControllerEntry {
  /// The page of a row.
  func address(of row: any CellViewModel) -> String { address.below("/" + row.encodedID) }
}
