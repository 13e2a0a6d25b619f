import SiteAccess
import TableModel
import TableRendering
internal import TextCoding

/// The values of a list page: a table built in code, drawn as cells in sections.
///
/// Unlike a database's table it may change in every respect from one page to the next, so nothing of it is kept.
struct ListFrame {
  let context: SiteContext
  let entry: SiteMap.ControllerEntry
  let page: TablePage
  let arguments: PageArguments
  /// What the address says about the rows.
  let events: EventArguments
  let request: PageRequest

  /// - Parameters:
  ///   - emptyView: the table's own words for having no rows.
  ///   - tools: what the visitor can do with the rows; `nil` where they are only looked at.
  func values(
    isEmpty: Bool, emptyView: HTML?, header: HTML?, footer: HTML?, rows: HTML, tools: ListTools? = nil
  ) -> NibValue {
    let frame = PageFrame(
      title: "\(page.title) · \(context.title)", crumbs: crumbs, alternate: alternate, returnTo: link(),
      preferences: request.preferences, flash: request.flash, visitor: request.visitor, hasViewMenu: true)
    let links = PagerLinks(page) { position in link { $0.query.position = position } }
    var values = frame.values(context)
    values["heading"] = .text(page.title)
    values["summary"] = NibValue(page.summary)
    if page.count != .unknown {
      values["count"] = .html(
        HTML { CountText.write(page.count, isFiltered: false, countAll: link(), stop: link(), into: &$0) })
    }
    values["exports"] = exports
    values["view"] = NibValue(view: frame.choices(context, isGrid: isGrid))
    values["isGrouped"] = .boolean(page.style == .grouped)
    values["hasFoot"] = .boolean(isGrid || page.next != nil || page.previous != nil)
    values["hasPageSizes"] = false
    values["previous"] = NibValue(links.previous)
    values["next"] = NibValue(links.next)
    values["timing"] = .text(request.timing)
    values["hasIndex"] = .boolean(!page.indexTitles.isEmpty)
    values["indexEntries"] = .list(page.indexTitles.map(indexEntry))
    values["header"] = header.map { .html($0) } ?? .null
    values["footer"] = footer.map { .html($0) } ?? .null
    values["rows"] = .html(rows)
    if let tools {
      values["pageStyle"] = .text(context.assets.eventStyle)
      values["rowScript"] = .text(context.assets.rowScript)
      values["listTools"] = tools.bar ?? .null
      values["newRows"] = tools.newRows ?? .null
    }
    if isEmpty { values["empty"] = .object(emptyState(emptyView)) }
    if case .grid(let schema) = page.style { values["grid"] = grid(RecordColumns(schema), hasTools: tools != nil) }
    return .object(values)
  }

  private var isGrid: Bool { if case .grid = page.style { true } else { false } }

  /// The address of this table with changed arguments.
  func link(_ change: (inout PageArguments) -> Void = { _ in }) -> String { address(entry.address, change) }

  /// The address of this page with changed arguments about its rows.
  func link(rows change: (inout EventArguments) -> Void) -> String {
    address(entry.address, { $0.query.position = arguments.query.position }, change)
  }

  /// The address of a page in the format that was asked for.
  func address(_ position: PagePosition) -> String {
    request.format == .html ? link { $0.query.position = position } : dataAddress(position)
  }

  /// The address of a page's data.
  func dataAddress(_ position: PagePosition) -> String { address(alternate) { $0.query.position = position } }

  /// The same table as JSON.
  var alternate: String { entry.address + ".json" }

  private func address(
    _ path: String, _ change: (inout PageArguments) -> Void, _ changeRows: (inout EventArguments) -> Void = { _ in }
  ) -> String {
    var arguments = arguments
    arguments.query.position = .first
    change(&arguments)
    var events = events
    changeRows(&events)
    var query = QueryText()
    for (name, value) in arguments.items(schema: nil, limits: context.options.limits) + events.items {
      query.append(name, value)
    }
    return query.text.isEmpty ? path : path + "?" + query.text
  }

  private var crumbs: [PageFrame.Crumb] {
    entry.folders(below: context.map.base) + [PageFrame.Crumb(title: page.title)]
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

  /// The head of a grid whose columns nobody sorts, with one for what can be done with its rows.
  private func grid(_ columns: RecordColumns, hasTools: Bool) -> NibValue {
    let heads = columns.order.map { position -> NibValue in
      .object([
        "columnTitle": .text(columns.title(of: position)),
        "isNumber": .boolean(columns.alignmentClass(of: position) == "number"),
        "isIdentifier": .boolean(columns.alignmentClass(of: position) == "identifier"),
        "isKey": .boolean(columns.schema.columns[position].isPrimaryKey),
      ])
    }
    return .object([
      "asCells": .boolean(request.preferences.phone == .cells),
      "caption": .text("\(page.title); \(page.cellCount.counted("row", "rows")) on this page"),
      "columns": .list(heads + (hasTools ? [.object(["columnTitle": "Actions"])] : [])),
    ])
  }
}
