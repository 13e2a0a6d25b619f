import TableModel
import TableRendering

/// The values of a list page: a table built in code, drawn as cells in sections.
///
/// Unlike a database's table it may change in every respect from one page to the next, so nothing of it is kept.
struct ListFrame {
  let context: SiteContext
  let entry: SiteMap.ControllerEntry
  let page: TablePage
  let arguments: PageArguments
  let request: PageRequest

  /// - Parameter emptyView: the table's own words for having no rows.
  func values(isEmpty: Bool, emptyView: HTML?, header: HTML?, footer: HTML?, rows: HTML) -> NibValue {
    let frame = PageFrame(
      title: "\(page.title) · \(context.title)", crumbs: crumbs, alternate: alternate, returnTo: link(),
      preferences: request.preferences, flash: request.flash, hasViewMenu: true)
    let links = PagerLinks(page) { position in link { $0.query.position = position } }
    var values = frame.values(context)
    values["heading"] = .text(page.title)
    values["summary"] = NibValue(page.summary)
    if page.count != .unknown {
      values["count"] = .html(
        HTML { CountText.write(page.count, isFiltered: false, countAll: link(), stop: link(), into: &$0) })
    }
    values["exports"] = exports
    values["view"] = .object(frame.viewMenu(context, isGrid: false))
    values["hasTools"] = true
    values["isGrouped"] = .boolean(page.style == .grouped)
    values["hasPages"] = .boolean(page.next != nil || page.previous != nil)
    values["hasPageSizes"] = false
    values["previous"] = NibValue(links.previous)
    values["next"] = NibValue(links.next)
    values["timing"] = .text(request.timing)
    values["hasIndex"] = .boolean(!page.indexTitles.isEmpty)
    values["indexEntries"] = .list(page.indexTitles.map(indexEntry))
    values["header"] = header.map { .html($0) } ?? .null
    values["footer"] = footer.map { .html($0) } ?? .null
    values["rows"] = .html(rows)
    if isEmpty { values["empty"] = .object(emptyState(emptyView)) }
    if case .grid(let schema) = page.style { addGrid(RecordColumns(schema), to: &values) }
    return .object(values)
  }

  /// The address of this table with changed arguments.
  func link(_ change: (inout PageArguments) -> Void = { _ in }) -> String { address(entry.address, change) }

  /// The address of a page's data.
  func dataAddress(_ position: PagePosition) -> String { address(alternate) { $0.query.position = position } }

  /// The same table as JSON.
  var alternate: String { entry.address + ".json" }

  private func address(_ path: String, _ change: (inout PageArguments) -> Void) -> String {
    var arguments = arguments
    arguments.query.position = .first
    change(&arguments)
    let text = arguments.queryText(schema: nil, limits: context.options.limits)
    return text.isEmpty ? path : path + "?" + text
  }

  private var crumbs: [PageFrame.Crumb] {
    let folders = entry.segments.dropLast().indices.map { index in
      let names = entry.segments.prefix(index + 1)
      let address = context.map.base + names.map { "/" + TildeEncoding.encode($0) }.joined()
      return PageFrame.Crumb(title: HomeResponder.title(entry.segments[index]), address: address)
    }
    return folders + [PageFrame.Crumb(title: page.title)]
  }

  private var exports: NibValue {
    [
      "exportHeading": "This page",
      "formats": [
        [
          "format": "JSON", "formatAddress": .text(alternate), "type": "application/json",
          "remark": "sections and cells",
        ]
      ],
    ]
  }

  private func indexEntry(_ title: IndexTitle) -> NibValue {
    let page = link { $0.query.position = title.position }
    return .object([
      "entry": .text(title.title), "entryAddress": .text(page + "#" + DOMID.section(indexTitle: title.title)),
    ])
  }

  private func emptyState(_ view: HTML?) -> [String: NibValue] {
    if let view { return ["emptyView": .html(view)] }
    return ["emptyTitle": "There is nothing here yet", "ways": []]
  }

  /// The head of a grid whose columns nobody sorts.
  private func addGrid(_ columns: RecordColumns, to values: inout [String: NibValue]) {
    values["asCells"] = .boolean(request.preferences.phone == .cells)
    values["caption"] = .text("\(page.title); \(page.recordCount.withThousandsMarks) on this page")
    values["columns"] = .list(
      columns.order.map { position in
        .object([
          "columnTitle": .text(columns.title(of: position)),
          "isNumber": .boolean(columns.alignmentClass(of: position) == "number"),
          "isIdentifier": .boolean(columns.alignmentClass(of: position) == "identifier"),
          "isKey": .boolean(columns.schema.columns[position].isPrimaryKey),
        ])
      })
  }
}
