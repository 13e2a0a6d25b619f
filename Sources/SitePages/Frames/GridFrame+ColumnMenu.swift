import SiteTables
import TableArguments
import TableGroups
import TableModel
import TableRendering

/// The menu of a column's head, and the page of all columns.
extension GridFrame {
  /// What widths a press makes wider or narrower.
  private static let widthStep = 64

  /// The page of all columns.
  var columnsAddress: String { part("/-/columns", []) }

  /// The address of a page about this one.
  private func part(_ path: String, _ own: [(name: String, value: String)]) -> String {
    var first = arguments
    first.query.position = .first
    first.query.values = .whole
    return address.below(path).with(
      own + first.items(schema: columns.schema, limits: limits) + (editing?.items ?? []))
  }

  /// - Parameters:
  ///   - answered: the most frequent values of the column; `nil` where they can't be counted.
  ///   - page: the way to the page.
  package func columnMenu(_ column: Int, _ answered: AnsweredFacet?, _ page: PageLayout) -> GridMenuView {
    let schema = columns.schema
    var groups: [GridMenuView.Group] = []
    let sorting = sortLinks(column)
    if !sorting.isEmpty { groups.append(.init(nil, sorting)) }
    var narrowing: [LinkView] = []
    if !schema.columns[column].abilities.conditions.isEmpty {
      narrowing.append(LinkView(title: "Filter…", address: conditionsAddress))
    }
    let facet = Facet(column: column, kind: .column)
    if schema.columns[column].abilities.hasFacets, !arguments.facets.standing.contains(facet) {
      let isShown = arguments.facets.facets.contains(facet)
      narrowing.append(
        LinkView(
          title: isShown ? "Hide the facet" : "Show as a facet",
          address: link { arguments in
            arguments.facets.facets.removeAll { $0 == facet }
            if !isShown { arguments.facets.add(facet) }
          }))
    }
    if schema.isGroupable(column) {
      narrowing.append(
        LinkView(title: "Group and total…", address: groupsAddress.with([("_group", schema.columns[column].name)])))
    }
    if !narrowing.isEmpty { groups.append(.init(nil, narrowing)) }
    groups.append(.init(nil, layoutLinks(column) + [LinkView(title: "All columns…", address: columnsAddress)]))
    let place = columns.order.firstIndex(of: column) ?? 0
    return GridMenuView(
      frame: page.view(context, pageStyle: context.assets.sheetStyle), heading: columns.title(of: column),
      tableAddress: link(), copied: nil, groups: groups,
      values: answered.map { frequent($0, pending: part("/-/column", [("_at", String(place)), ("_wait", "1")])) },
      width: .init(
        widthText: ColumnLayout.text(ColumnLayout.pinnedWidth, of: column, schema),
        widthAddress: link { $0.layout.widths[column] = ColumnLayout.pinnedWidth }))
  }

  private func frequent(_ answered: AnsweredFacet, pending: String) -> GridMenuView.Values {
    let shown = view(answered)
    return .init(
      pending: shown.pending == nil ? nil : pending, frequentRemark: shown.remark,
      frequent: shown.values.compactMap { bar in
        bar.valueAddress.map {
          LinkView(title: bar.value, address: $0, remark: bar.valueCount, isCurrent: bar.isSelected)
        }
      })
  }

  private func sortLinks(_ column: Int) -> [LinkView] {
    let schema = columns.schema, terms = arguments.query.sort
    guard schema.columns[column].abilities.isSortable else { return [] }
    func link(_ title: String, _ isDescending: Bool, after others: [SortTerm]) -> LinkView {
      let wanted = others + [SortTerm(column: column, isDescending: isDescending)]
      return LinkView(title: title, address: self.link { $0.query.sort = wanted }, isCurrent: terms == wanted)
    }
    var links = [link("Sort ascending", false, after: []), link("Sort descending", true, after: [])]
    let others = terms.filter { $0.column != column }
    if !others.isEmpty, others.count < schema.abilities.sortLimit {
      links.append(link("Then sort ascending", false, after: others))
      links.append(link("Then sort descending", true, after: others))
    }
    if others.count < terms.count {
      links.append(LinkView(title: "Don't sort by this", address: self.link { $0.query.sort = others }))
    }
    return links
  }

  private func layoutLinks(_ column: Int) -> [LinkView] {
    let order = columns.order, layout = arguments.layout
    guard let place = order.firstIndex(of: column) else { return [] }
    var links: [LinkView] = []
    func arranged(_ title: String, _ order: [Int]) {
      links.append(LinkView(title: title, address: link { $0.columns = order }))
    }
    func laidOut(_ title: String, _ change: @escaping (inout ColumnLayout) -> Void) {
      links.append(LinkView(title: title, address: link { change(&$0.layout) }))
    }
    // The key is part of each row, and the first column its title.
    if place > 0, !columns.schema.columns[column].isPrimaryKey {
      arranged("Hide", order.filter { $0 != column })
    }
    if place > 1 {
      var moved = order
      moved.swapAt(place, place - 1)
      arranged("Move before \(columns.title(of: order[place - 1]))", moved)
    }
    if place > 0, place + 1 < order.count {
      var moved = order
      moved.swapAt(place, place + 1)
      arranged("Move behind \(columns.title(of: order[place + 1]))", moved)
    }
    if place >= layout.pinned, place < ColumnLayout.pinLimit {
      laidOut(place == 1 ? "Pin" : "Pin up to here") { $0.pinned = place + 1 }
    } else if place > 0, place < layout.pinned {
      laidOut("Unpin") { $0.pinned = place }
    }
    let width = layout.widths[column] ?? ColumnLayout.pinnedWidth, limits = ColumnLayout.widthLimits
    if width + Self.widthStep <= limits.upperBound { laidOut("Wider") { $0.widths[column] = width + Self.widthStep } }
    if width - Self.widthStep >= limits.lowerBound {
      laidOut("Narrower") { $0.widths[column] = width - Self.widthStep }
    }
    if layout.widths[column] != nil { laidOut("As wide as its values") { $0.widths[column] = nil } }
    return links
  }

  /// - Parameter hasRemembered: whether the visitor's browser has kept how the table looks.
  package func columnsView(_ page: PageLayout, hasRemembered: Bool) -> ColumnsView {
    let order = columns.order, schema = columns.schema
    let shown = order.enumerated().map { place, column in
      ColumnsView.Column(
        columnTitle: columns.title(of: column),
        links: layoutLinks(column).filter { $0.title == "Hide" }
          + [LinkView(title: "More…", address: part("/-/column", [("_at", String(place))]))])
    }
    let hidden = schema.columns.indices.filter { !order.contains($0) }.map { column in
      ColumnsView.Column(
        columnTitle: columns.title(of: column),
        links: [LinkView(title: "Show", address: link { $0.columns = order + [column] })])
    }
    // The rows have these choices in their View menu, and are what a choice leads back to.
    var page = page
    page.hasViewMenu = true
    var rows = page
    rows.returnTo = link()
    let remembered = RememberedView(of: arguments.items(schema: schema, limits: limits))
    return ColumnsView(
      frame: page.view(context, pageStyle: context.assets.sheetStyle), heading: "Columns of \(schema.title)",
      tableAddress: link(), choices: rows.choices(context, isGrid: true), shownColumns: shownColumns,
      columns: shown + hidden, rememberAction: address.below("/-/remember"), remembered: remembered.text,
      canRemember: !remembered.items.isEmpty, hasRemembered: hasRemembered)
  }

  /// Which columns are shown, of all that can be.
  private var shownColumns: ColumnsView.ShownColumns {
    let schema = columns.schema
    return ColumnsView.ShownColumns(
      columnsAction: address, columnsPage: columnsAddress, kept: kept { $0 == "_col" },
      options: (schema.ownColumns + columns.order.filter { schema.columns[$0].isRowID }).map {
        .init(
          value: schema.columns[$0].name, label: schema.columns[$0].heading, isSelected: columns.order.contains($0))
      })
  }
}
