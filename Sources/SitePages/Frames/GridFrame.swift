import RichTextRendering
import SiteConfiguration
package import SiteTables
package import TableArguments
import TableModel
package import TableRendering

/// What is the same for all pages of one query of a table: everything but rows, count and pager.
package struct GridFrame {
  package let context: SiteContext
  package let entry: SiteMap.DatabaseEntry
  package let address: String
  package var arguments: PageArguments
  package let columns: RecordColumns
  package let configuration: TableConfiguration
  /// How many values of the arguments are filled in later, as is the place of the page; `nil` if nothing is.
  package var openValues: Int?
  /// What the rows are called that the filters' values refer to, where nothing is filled in later.
  package var filterNames: [Int: String] = [:]
  /// What the owner wants to stand in place of rows where the table has none.
  package var ownEmpty: HTML?
  /// What is being done with the rows; `nil` for those who read.
  package var editing: GridEditing?
  /// What the page of a table built in code says of itself.
  package var words: ControllerPage.Words?
  /// How phones show the values of each column beside each other.
  package var columnStyle: ColumnStyle?

  package init(
    context: SiteContext, entry: SiteMap.DatabaseEntry, address: String, arguments: PageArguments,
    columns: RecordColumns, configuration: TableConfiguration, ownEmpty: HTML? = nil, editing: GridEditing? = nil,
    words: ControllerPage.Words? = nil
  ) {
    self.context = context
    self.entry = entry
    self.address = address
    self.arguments = arguments
    self.columns = columns
    self.configuration = configuration
    self.ownEmpty = ownEmpty
    self.editing = editing
    self.words = words
  }

  /// What the table's arguments are held against.
  var limits: ArgumentLimits { configuration.limits(context.options) }

  private var schema: RecordSchema { columns.schema }
  /// The SQL that reads these rows; `nil` where there is none, or visitors may write none.
  private var statementAddress: String? {
    guard context.mayQuery(entry), schema.abilities.isInDatabase else { return nil }
    return entry.statementAddress(ofTable: schema.table).with(
      arguments.query.selection.items(schema)
        + (arguments.query.sort == limits.sort
          ? []
          : arguments.query.sort.map {
            ($0.isDescending ? "_sort_desc" : "_sort", schema.columns[$0.column].name)
          }))
  }

  /// Whether cells draw the rows.
  var isList: Bool { words?.isList ?? !configuration.notes.cells.isEmpty }

  /// - Parameter page: title, crumbs and neighbours of the page.
  package func view(_ page: PageLayout, isEmpty: Bool, isEditable: Bool, isMovable: Bool) -> TableView {
    let chips = chips
    let asked = arguments.facets.asked
    return TableView(
      frame: frame(page, isMovable: isMovable), head: head(isEditable: isEditable), columnNotes: columnNotes,
      formsPage: formsPage, searchForm: schema.isSearchable ? searchForm : nil, filterMenu: filterMenu, sort: sortMenu,
      facetMenu: hasFacets ? facetMenu : nil,
      view: ViewMenuView(viewPage: columnsAddress),
      statementAddress: statementAddress,
      hasFilters: !chips.isEmpty, filters: chips.map(view),
      clearAddress: chips.count < 2 ? nil : link { $0.query.selection = .everything },
      empty: isEmpty ? emptyState : nil,
      facetPanel: asked.isEmpty ? nil : .init(facetCount: String(asked.count)),
      moving: isMovable ? .init(moveForm: GridEditing.moveForm, moveAction: address.below("/-/move")) : nil,
      isList: isList,
      isGrouped: words?.isGrouped ?? false, asCells: page.preferences.phone == .cells,
      gridHead: GridHeadView(
        columns: columns.order.map(head) + (hasActions ? [.actions] : []), hasRowTools: editing != nil,
        hasMoveColumn: isMovable && editing == nil),
      foot: PageFootView(
        previous: .late, next: .late, hasPageSizes: !isEmpty, pageSizes: pageSizes, timing: .late))
  }

  private func frame(_ page: PageLayout, isMovable: Bool) -> FrameView {
    let assets = context.assets
    var frame = page.openView(
      context, pageStyle: arguments.facets.asked.isEmpty ? nil : assets.facetStyle,
      isDescribed: configuration.isStyled, isLive: true)
    if frame.isLive { frame.refresh = .late }
    if !isList { frame.columnStyle = columnStyle?.element }
    frame.rowScripts = isList ? assets.pageScripts : assets.gridScripts
    let isInteractive = editing != nil || words?.isInteractive == true
    if isInteractive {
      frame.rowScripts += editing != nil && !isList ? assets.cellScripts : assets.selectionScripts
    } else if isMovable {
      frame.rowScripts += assets.rowScripts
    }
    if isInteractive || isMovable && isList { frame.editStyle = assets.editStyle }
    return frame
  }

  private func head(isEditable: Bool) -> PageHeadView {
    let isNew = EditingRule(configuration.notes.editable).allowsRows
    return PageHeadView(
      heading: words?.title ?? schema.title, count: .late, summary: searchRemark ?? words?.summary ?? keyRemark,
      richText: configuration.notes.description?.html, notices: .late,
      editing: isEditable
        ? .init(newAddress: isNew ? newAddress : nil, isEditing: editing != nil) : nil,
      exports: ExportsView(formsPage: formsPage))
  }

  /// The form of a new row, which begins with the values that these rows are chosen by and leads back to them.
  private var newAddress: String {
    let values = arguments.query.selection.valuesOfNewRow(schema)
    let back = link()
    return address.below("/-/new").with(values + (back == address ? [] : [("_return", back)]))
  }

  /// Whether rows have a column for what can be done with them.
  private var hasActions: Bool { editing != nil || words?.isInteractive == true }

  /// The address of this table with changed arguments, from the first page on.
  package func link(_ change: (inout PageArguments) -> Void = { _ in }) -> String {
    var arguments = arguments
    arguments.query.position = .first
    arguments.query.values = .whole
    change(&arguments)
    let text = arguments.queryText(schema: schema, limits: limits)
    return (text.isEmpty ? address : address + "?" + text).with(editing?.items ?? [])
  }

  /// The same page as JSON.
  package var alternate: String { placed(".json") }

  /// The address of the same page in another format.
  func placed(_ suffix: String, _ items: [(name: String, value: String)] = []) -> String {
    placed(at: address + suffix, items)
  }

  /// The same place below another path.
  func placed(at path: String, _ items: [(name: String, value: String)]) -> String {
    var first = arguments
    first.query.position = .first
    let path = path.with(first.items(schema: schema, limits: limits) + items)
    guard openValues != nil else { return path.with(arguments.query.position.item.map { [$0] } ?? []) }
    return path + (path.utf8.contains(UInt8(ascii: "?")) ? FrameArguments.furtherPlace : FrameArguments.firstPlace)
  }

  /// The number of these rows alone.
  var countAddress: String {
    entry.countAddress(ofTable: schema.table).with(arguments.query.selection.items(schema))
  }

  // MARK: Head

  private func head(_ position: Int) -> GridHeadView.Column {
    let place = arguments.query.sort.firstIndex { $0.column == position }
    let isDescending = place.map { arguments.query.sort[$0].isDescending } ?? false
    // Without a wish the table stands in the order of its key.
    let isDefault =
      arguments.query.sort.isEmpty && arguments.query.tree == nil && !schema.isView
      && schema.keyFields == [position] && isSortable(position)
    var head = GridHeadView.Column(columns, position)
    if editing?.columns.contains(position) == true { head.editName = schema.columns[position].name }
    if isSortable(position) {
      head.sortAddress = link {
        $0.query.sort = [SortTerm(column: position, isDescending: (place == 0 || isDefault) && !isDescending)]
      }
    }
    head.isSorted = place != nil || isDefault
    if place == 0 || isDefault { head.ariaSort = isDescending ? "descending" : "ascending" }
    head.isDescending = isDescending
    if arguments.query.sort.count > 1 { head.order = place.map { String($0 + 1) } }
    return head
  }

  private func isSortable(_ column: Int) -> Bool { schema.columns[column].abilities.isSortable }

  /// What the owner says about the columns.
  private var columnNotes: TableView.ColumnNotes? {
    guard !configuration.described.isEmpty else { return nil }
    return TableView.ColumnNotes(
      notedColumns: configuration.described.map {
        .init(notedColumn: columns.title(of: $0.column), columnNote: $0.text.html)
      })
  }

  // MARK: Menus

  /// The arguments that a form keeps, but for those that it sets itself.
  func kept(without isSetByForm: (String) -> Bool) -> [FieldView] {
    var arguments = arguments
    arguments.query.position = .first
    return (arguments.items(schema: schema, limits: limits) + (editing?.items ?? []))
      .filter { !isSetByForm($0.name) }.map { FieldView(name: $0.name, value: $0.value) }
  }

  /// The columns that rows can be sorted by.
  private var sortable: [Int] {
    let own = schema.ownColumns
    return schema.columns.indices.filter { column in
      isSortable(column) && (own.contains(column) || arguments.query.sort.contains { $0.column == column })
    }
  }

  /// `nil` for rows that have one order.
  private var sortMenu: SortMenuView? {
    guard !sortable.isEmpty else { return nil }
    let terms = arguments.query.sort
    return SortMenuView(sortCount: terms.isEmpty ? nil : String(terms.count))
  }

  /// `nil` for rows that have one order.
  var sortForm: SortFormView? {
    let terms = arguments.query.sort, sortable = sortable
    guard !sortable.isEmpty else { return nil }
    let levels = (0..<min(3, schema.abilities.sortLimit)).map { level in
      let term = level < terms.count ? terms[level] : nil
      return SortFormView.Level(
        levelLabel: level == 0 ? "Sort by" : "Then by", number: String(level + 1),
        columns: sortable.map {
          .init(
            value: schema.columns[$0].optionValue, label: schema.columns[$0].heading, isSelected: term?.column == $0)
        }, isDescending: term?.isDescending ?? false)
    }
    return SortFormView(sortAction: address, kept: kept { $0.hasPrefix("_sort") }, levels: levels)
  }

  private var pageSizes: [LinkView] {
    let sizes = Set([25, 50, 100, 200, limits.pageSize, arguments.query.pageSize])
      .filter { $0 <= context.options.maximumPageSize }
    return sizes.sorted().map { size in
      LinkView(
        title: String(size), address: link { $0.query.pageSize = size }, isCurrent: size == arguments.query.pageSize)
    }
  }

  // MARK: Nothing to show

  private var emptyState: EmptyView {
    let chips = chips
    guard !chips.isEmpty else {
      // The owner's own words, where no filter is the reason that there are no rows.
      if isFirstPage, let ownEmpty { return EmptyView(emptyView: ownEmpty) }
      return EmptyView(
        emptyTitle: "This page is empty", ways: isFirstPage ? [] : [LinkView(title: "First page", address: link())])
    }
    let heading =
      switch chips.count {
      case 1: "No row matches this filter"
      case 2: "No row matches both filters"
      default: "No row matches all \(chips.count) filters"
      }
    var ways = chips.map { chip in
      LinkView(title: "Remove filter “\(chip.words)”", address: link { chip.remove(&$0.query.selection) })
    }
    if chips.count > 1 {
      ways.append(LinkView(title: "Remove all filters", address: link { $0.query.selection = .everything }))
    }
    return EmptyView(emptyTitle: heading, emptyMessage: "Remove a filter to see more rows.", ways: ways)
  }

  private var isFirstPage: Bool { arguments.query.position == .first }
}
