import Charts
package import GroupPresentation
package import SiteTables
import TableArguments
package import TableGroups
package import TableModel
import TableRendering

/// The page of the groups of a table.
package struct GroupsPage {
  let context: SiteContext
  let entry: SiteMap.DatabaseEntry
  let presentation: TablePresentation
  package let arguments: GroupArguments
  let request: PageRequest

  package init(
    context: SiteContext, entry: SiteMap.DatabaseEntry, presentation: TablePresentation, arguments: GroupArguments,
    request: PageRequest
  ) {
    self.context = context
    self.entry = entry
    self.presentation = presentation
    self.arguments = arguments
    self.request = request
  }

  package var schema: RecordSchema { presentation.schema }
  private var selection: RowSelection { arguments.table.query.selection }
  private var tableAddress: String { presentation.address.with(selection.items(schema)) }

  /// The address of groups, in a format.
  package func address(
    _ arguments: GroupArguments, _ suffix: String = "", _ more: [(name: String, value: String)] = []
  ) -> String {
    (entry.groupsAddress(ofTable: schema.table) + suffix).with(arguments.items(schema) + more)
  }

  /// The page behind the one that was asked for; `nil` behind the last.
  package func next(_ query: GroupQuery, _ result: GroupResult) -> Int? {
    let end = query.offset + result.groups.count
    return end < result.groupCount && !result.groups.isEmpty ? end : nil
  }

  /// The groups of the page, if something to group by was chosen.
  package func view(_ answer: (query: GroupQuery, result: GroupResult)?) throws -> GroupsView {
    let heading = answer.map { "\(schema.title) by \(schema.columns[$0.query.key.column].heading)" }
    let frame = PageLayout(
      title: "\(heading ?? "Groups of \(schema.title)") · \(entry.heading)",
      crumbs: entry.crumbs + [.init(title: schema.title, address: tableAddress), .init(title: "Groups")],
      alternate: answer == nil ? nil : address(arguments, ".json"), returnTo: request.target,
      preferences: request.preferences, flash: request.flash, visitor: request.visitor, database: entry)
    var frameView = frame.view(context, pageStyle: context.assets.chartStyle, isLive: answer != nil)
    frameView.flash = .known(request.flash?.html(context))
    let form = GroupForm(arguments, schema)
    var drawn: (chart: HTML?, note: String?)
    if let answer { drawn = drawing(answer.query, answer.result) }
    let next = answer.flatMap { self.next($0.query, $0.result) }
    let previous = arguments.offset > 0 ? max(arguments.offset - arguments.pageSize, 0) : nil
    func page(_ offset: Int) -> String { address(arguments, "", offset == 0 ? [] : [("_next", String(offset))]) }
    return GroupsView(
      frame: frameView, heading: heading ?? "Groups of \(schema.title)", count: answer.map { count($0.result) },
      summary: presentation.summary(of: arguments.table), tableAddress: tableAddress,
      groupAction: entry.groupsAddress(ofTable: schema.table), kept: form.kept, columns: form.columns,
      parts: form.parts, numbers: form.numbers, kinds: form.kinds, hasCharts: answer != nil, charts: charts,
      chart: drawn.chart, note: drawn.note, result: try answer.map { try result($0.query, $0.result) },
      hasPages: next != nil || previous != nil,
      previous: previous.map(page), next: next.map(page),
      timing: PassingText(
        "\((answer?.result.groups.count ?? 0).counted("group", "groups")) in \(request.timing)"))
  }

  private func count(_ result: GroupResult) -> HTML {
    HTML { html in
      html.markup("<b>")
      html.grouped(result.groupCount)
      html.markup(result.groupCount == 1 ? "</b> group of " : "</b> groups of ")
      html.grouped(result.total.count)
      html.markup(result.total.count == 1 ? " row" : " rows")
    }
  }

  // MARK: Chart

  private var charts: [LinkView] {
    guard let key = arguments.key else { return [] }
    let table = LinkView(
      title: "Table", address: address(arguments.changed { $0.draw(nil) }), isCurrent: arguments.chart == nil)
    return [table]
      + GroupChart.keys(for: key, schema).map { kind, key in
        LinkView(
          title: kind.title, address: address(arguments.changed { $0.draw(kind, by: key) }),
          isCurrent: arguments.chart == kind)
      }
  }

  private func drawing(_ query: GroupQuery, _ result: GroupResult) -> (chart: HTML?, note: String?) {
    guard let kind = arguments.chart else { return (nil, nil) }
    let records = GroupRecords(result, query, schema)
    guard let chart = GroupChart(query: query, schema: schema).chart(kind, result, records) else {
      return (nil, result.groups.isEmpty ? nil : "These groups have no numbers to draw.")
    }
    let note =
      chart.points.count < result.groupCount
      ? "The chart shows \(chart.points.count.withThousandsMarks) of \(result.groupCount.withThousandsMarks) groups."
      : nil
    return (chart.html, note)
  }

  // MARK: Table

  private func result(_ query: GroupQuery, _ result: GroupResult) throws -> GroupsView.Result {
    let records = GroupRecords(result, query, schema)
    let shown = records.shownSchema
    let columns = RecordColumns(shown, showing: records.shown, isOrdered: true)
    let links = RecordLinks(table: presentation.address, database: entry.address, sprite: context.assets.sprite)
    let cell = try GroupCells(shown, links).row(columns, links)
    var adapters = AdapterMap()
    try adapters.register(CellAdapter { cell })
    let pool = context.pool(adapters)
    func drawn(_ page: RecordPage) throws -> HTML {
      let table = TablePage(title: "", style: .grid(shown), sections: [RecordSection(page)])
      return try pool.withPass { pass in
        try context.part { html in _ = try HTMLPageWriter.write(table, pass, chrome: context.chrome, into: &html) }
      }
    }
    return GroupsView.Result(
      exports: exports(), hasRows: !result.groups.isEmpty,
      rows: try drawn(records.shownPage(shown) { rowsAddress($0, query.key, result.width) }),
      total: try drawn(records.totalPage(shown, address: tableAddress)),
      head: GridHeadView(columns: columns.order.map { head($0, columns, query) }))
  }

  private func head(_ position: Int, _ columns: RecordColumns, _ query: GroupQuery) -> GridHeadView.Column {
    var head = GridHeadView.Column(columns, position)
    let term: GroupOrder.Term = position == 0 ? .key : position == 1 ? .count : .figure(position - 2)
    head.isSorted = query.order.term == term
    head.isDescending = head.isSorted && query.order.isDescending
    if head.isSorted { head.ariaSort = head.isDescending ? "descending" : "ascending" }
    // Of numbers people look for the greatest first.
    let isDescending = head.isSorted ? !head.isDescending : term != .key
    head.sortAddress = address(arguments.changed { $0.sort(by: GroupOrder(term, isDescending: isDescending)) })
    return head
  }

  private func exports() -> ExportsView {
    let formats = FormatsView(
      whole: .init(allRows: "All groups", files: files), exportHeading: "This page",
      formats: [
        .init(title: "JSON", address: address(arguments, ".json", place), remark: "rows as objects"),
        .init(
          title: "JSON array", address: address(arguments, ".json", place + [("_shape", "array")]),
          remark: "rows only"),
      ])
    return ExportsView(formats: formats)
  }

  /// All groups, as files.
  private var files: [FormatView] {
    [
      .init(
        title: "CSV", address: address(arguments, ".csv", [("_dl", "on")]), type: "text/csv",
        remark: "for spreadsheets"),
      .init(
        title: "NDJSON", address: address(arguments, ".ndjson", [("_dl", "on")]), type: "application/x-ndjson",
        remark: "one object per line"),
      .init(title: "Text", address: address(arguments, ".txt"), type: "text/plain", remark: "for terminals"),
    ]
  }

  private var place: [(name: String, value: String)] {
    arguments.offset == 0 ? [] : [("_next", String(arguments.offset))]
  }

  /// The rows of a group; `nil` where no filter can be told what they have in common.
  private func rowsAddress(_ group: Group, _ key: GroupKey, _ width: Double?) -> String? {
    let column = schema.columns[key.column]
    func filters() -> [ColumnFilter]? {
      if let width {
        guard group.value != .null else { return nil }
        let end = GroupRecords.end(of: group.value, width)
        return [
          ColumnFilter(column: key.column, condition: .gte, value: group.value.description),
          ColumnFilter(column: key.column, condition: .lt, value: end.description),
        ]
      }
      switch group.value {
      case .null: return [ColumnFilter(column: key.column, condition: .isnull, values: [])]
      case .blob: return nil
      default:
        let text = key.part.length == nil ? column.text(of: group.value) : group.value.description
        return [
          ColumnFilter(column: key.column, condition: key.part.length == nil ? .exact : .startswith, value: text)
        ]
      }
    }
    guard let filters = filters(), filters.allSatisfy({ column.abilities.conditions.contains($0.condition) }) else {
      return nil
    }
    var rows = selection
    for filter in filters where !rows.filters.contains(filter) { rows.filters.append(filter) }
    return presentation.address.with(rows.items(schema))
  }
}
