import SiteConfiguration
import RichTextRendering
import TableModel
import TableRendering

/// The values of a table page that are the same for all pages of one query: everything but rows, count and pager.
struct GridFrame {
  let context: SiteContext
  let entry: SiteMap.DatabaseEntry
  let address: String
  let arguments: PageArguments
  let columns: RecordColumns
  let configuration: TableConfiguration
  /// What the owner wants to stand in place of rows where the table has none.
  var ownEmpty: HTML?
  /// What is being done with the rows; `nil` for those who read.
  var editing: GridEditing?
  /// What the page of a table built in code says of itself.
  var words: ControllerPage.Words?

  /// What the table's arguments are held against.
  var limits: ArgumentLimits { configuration.limits(context.options) }

  private var schema: RecordSchema { columns.schema }
  /// Whether cells draw the rows.
  var isList: Bool { words?.isList ?? !configuration.notes.cells.isEmpty }

  /// - Parameter page: title, crumbs and neighbours of the page.
  func values(_ page: PageFrame, isEmpty: Bool, isEditable: Bool, isMovable: Bool) -> NibValue {
    var values = page.values(context)
    if isEditable { values["editing"] = editingWays }
    if isMovable {
      values["moving"] = .object([
        "moveForm": .text(GridEditing.moveForm), "moveAction": .text(address + "/-/move"),
        "returnTo": .slot("returnTo"),
      ])
      values["hasMoveColumn"] = .boolean(editing == nil)
      values["rowScript"] = .text(context.assets.rowScript)
      if isList { values["rowStyle"] = .text(context.assets.eventStyle) }
    }
    values["heading"] = .text(schema.title)
    values["summary"] = NibValue(searchRemark ?? keyRemark)
    values["exports"] = exports
    values["sort"] = .object(sortMenu)
    if case .object(var view) = NibValue(view: page.choices(context, isGrid: true)) {
      view["shownColumns"] = .object(columnChoices)
      values["view"] = .object(view)
    }
    let chips = chips
    values["hasFilters"] = .boolean(!chips.isEmpty)
    values["filters"] = .list(chips.map(value))
    values["filterMenu"] = .object(filterMenu)
    values["searchForm"] = .object(searchForm)
    values["facetMenu"] = .object(facetMenu)
    if !arguments.facets.asked.isEmpty {
      values["facetPanel"] = .object(["facetCount": .text(String(arguments.facets.asked.count))])
      values["pageStyle"] = .text(context.assets.facetStyle)
    }
    if editing != nil {
      values["rowStyle"] = .text(context.assets.eventStyle)
      values["editStyle"] = .text(context.assets.editStyle)
      values["editScript"] = .text(context.assets.editScript)
      values["rowScript"] = .text(context.assets.rowScript)
      values["hasRowTools"] = true
    }
    addNotes(to: &values)
    values["columns"] = .list(
      columns.order.map(head) + (hasActions ? [.object(["columnTitle": "Actions"])] : []))
    values["isList"] = .boolean(isList)
    if let words { add(words, to: &values) }
    values["asCells"] = .boolean(page.preferences.phone == .cells)
    values["hasPageSizes"] = .boolean(!isEmpty)
    values["pageSizes"] = .list(pageSizes)
    if isEmpty { values["empty"] = .object(emptyView.map { ["emptyView": .html($0)] } ?? emptyState) }
    for slot in [
      "account", "flash", "count", "notices", "tools", "caption", "facets", "index", "rows", "insertion", "previous",
      "next", "timing", "header", "footer", "newRows", "listTools",
    ] {
      values[slot] = .slot(slot)
    }
    return .object(values)
  }

  /// Whether rows have a column for what can be done with them.
  private var hasActions: Bool { editing != nil || words?.isInteractive == true }

  private func add(_ words: ControllerPage.Words, to values: inout [String: NibValue]) {
    values["heading"] = .text(words.title)
    if let summary = words.summary, searchRemark == nil { values["summary"] = .text(summary) }
    values["isGrouped"] = .boolean(words.isGrouped)
    guard words.isInteractive else { return }
    values["rowStyle"] = .text(context.assets.eventStyle)
    values["rowScript"] = .text(context.assets.rowScript)
  }

  /// The address of this table with changed arguments, from the first page on.
  func link(_ change: (inout PageArguments) -> Void = { _ in }) -> String {
    var arguments = arguments
    arguments.query.position = .first
    arguments.query.values = .whole
    change(&arguments)
    let text = arguments.queryText(schema: schema, limits: limits)
    return (text.isEmpty ? address : address + "?" + text).with(editing?.items ?? [])
  }

  /// The same rows as JSON.
  var alternate: String {
    let text = arguments.queryText(schema: schema, limits: limits)
    return address + ".json" + (text.isEmpty ? "" : "?" + text)
  }

  // MARK: Head

  private func head(_ position: Int) -> NibValue {
    let column = schema.columns[position]
    let place = arguments.query.sort.firstIndex { $0.column == position }
    let isDescending = place.map { arguments.query.sort[$0].isDescending } ?? false
    // Without a wish the table stands in the order of its key.
    let isDefault =
      arguments.query.sort.isEmpty && arguments.query.tree == nil && !schema.isView
      && schema.keyFields == [position]
    return .object([
      "columnTitle": .text(columns.title(of: position)),
      "editName": editing?.columns.contains(position) == true ? .text(column.name) : .null,
      "sortAddress": !isSortable(position)
        ? .null
        : .text(
          link {
            $0.query.sort = [SortTerm(column: position, isDescending: (place == 0 || isDefault) && !isDescending)]
          }),
      "isNumber": .boolean(columns.alignmentClass(of: position) == "number"),
      "isIdentifier": .boolean(columns.alignmentClass(of: position) == "identifier"),
      "isKey": .boolean(column.isPrimaryKey),
      "isSorted": .boolean(place != nil || isDefault),
      "ariaSort": place == 0 || isDefault ? .text(isDescending ? "descending" : "ascending") : .null,
      "isDescending": .boolean(isDescending),
      "order": arguments.query.sort.count > 1 ? NibValue(place.map { String($0 + 1) }) : .null,
    ])
  }

  private func isSortable(_ column: Int) -> Bool { limits.sortable?.contains(column) ?? true }

  /// What the owner says about the table and its columns.
  private func addNotes(to values: inout [String: NibValue]) {
    if configuration.isStyled { values["notesStyle"] = .text(context.assets.notesStyle) }
    values["richText"] = configuration.notes.description.map { .html($0.html) } ?? .null
    guard !configuration.described.isEmpty else { return }
    values["columnNotes"] = .object([
      "notedColumns": .list(
        configuration.described.map { note in
          .object(["notedColumn": .text(columns.title(of: note.column)), "columnNote": .html(note.text.html)])
        })
    ])
  }

  /// Where rows are inserted, and where several are chosen.
  private var editingWays: NibValue {
    let newAddress: NibValue =
      EditingRule(configuration.notes.editable).allowsRows ? .text(address + "/-/new") : .null
    return .object([
      "newAddress": newAddress, "isEditing": .boolean(editing != nil),
      "editAddress": .slot("editAddress"), "doneAddress": .slot("doneAddress"),
    ])
  }

  // MARK: Menus

  private var exports: NibValue {
    let text = arguments.queryText(schema: schema, limits: limits)
    func format(_ title: String, _ shape: JSONShape?, _ remark: String) -> NibValue {
      var query = text
      if let shape { query += (query.isEmpty ? "" : "&") + "_shape=\(shape.rawValue)" }
      return .object([
        "format": .text(title), "formatAddress": .text(address + ".json" + (query.isEmpty ? "" : "?" + query)),
        "type": "application/json", "remark": .text(remark),
      ])
    }
    return .object([
      "exportHeading": "This page, current filters and sort",
      "formats": .list(
        [
          format("JSON", limits.shape == .objects ? nil : .objects, "rows as objects"),
          format("JSON array", .array, "the bare rows"),
          format("JSON sections", .sections, "as view models"),
        ] + rowFormats),
    ])
  }

  /// The arguments that a form keeps, but for those that it sets itself.
  func kept(without isSetByForm: (String) -> Bool) -> NibValue {
    var arguments = arguments
    arguments.query.position = .first
    return .list(
      (arguments.items(schema: schema, limits: limits) + (editing?.items ?? [])).filter { !isSetByForm($0.name) }.map {
        .object(["argument": .text($0.name), "value": .text($0.value)])
      })
  }

  private var sortMenu: [String: NibValue] {
    let terms = arguments.query.sort
    let sortable = schema.columns.indices.filter(isSortable)
    let levels = (0..<3).map { level -> NibValue in
      let term = level < terms.count ? terms[level] : nil
      return .object([
        "levelLabel": level == 0 ? "Sort by" : "Then by", "number": .text(String(level + 1)), "mayBeNone": true,
        "columns": .list(
          sortable.map {
            .object([
              "column": .text(schema.columns[$0].name),
              "columnTitle": .text(schema.columns[$0].heading),
              "isSelected": .boolean(term?.column == $0),
            ])
          }),
        "isDescending": .boolean(term?.isDescending ?? false),
      ])
    }
    return [
      "sortCount": terms.isEmpty ? .null : .text(String(terms.count)), "sortAction": .text(address),
      "kept": kept { $0.hasPrefix("_sort") }, "levels": .list(levels),
    ]
  }

  private var columnChoices: [String: NibValue] {
    [
      "columnsAction": .text(address), "kept": kept { $0 == "_col" },
      "choices": .list(
        schema.columns.indices.map {
          .object([
            "column": .text(schema.columns[$0].name), "columnTitle": .text(schema.columns[$0].heading),
            "isShown": .boolean(columns.order.contains($0)),
          ])
        }),
    ]
  }

  private var pageSizes: [NibValue] {
    let limit = context.options.maximumPageSize
    let sizes = Set([25, 50, 100, 200, limits.pageSize, arguments.query.pageSize]).filter {
      $0 <= limit
    }
    return sizes.sorted().map { size in
      .object([
        "rowsPerPage": .text(String(size)), "isCurrent": .boolean(size == arguments.query.pageSize),
        "sizeAddress": .text(link { $0.query.pageSize = size }),
      ])
    }
  }

  // MARK: Nothing to show

  private var emptyState: [String: NibValue] {
    let chips = chips
    guard !chips.isEmpty else {
      return ["emptyTitle": "There are no rows here", "ways": .list(isFirstPage ? [] : [way("First page", link())])]
    }
    let heading =
      switch chips.count {
      case 1: "No row matches this filter"
      case 2: "No row matches both filters"
      default: "No row matches all \(chips.count) filters"
      }
    var ways = chips.map { chip in way("Without “\(chip.words)”", link { chip.remove(&$0.query.selection) }) }
    if chips.count > 1 { ways.append(way("Without any filter", link { $0.query.selection = .everything })) }
    return ["emptyTitle": .text(heading), "emptyMessage": "Removing a filter shows rows again.", "ways": .list(ways)]
  }

  /// The owner's own words, where no filter is the reason that there are no rows.
  private var emptyView: HTML? { chips.isEmpty && isFirstPage ? ownEmpty : nil }

  private var isFirstPage: Bool { arguments.query.position == .first }

  private func way(_ title: String, _ address: String) -> NibValue {
    .object(["way": .text(title), "wayAddress": .text(address)])
  }
}
