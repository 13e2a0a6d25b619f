import Charts
import GroupPresentation
import QuerySaving
import RichTextRendering
import SavedQueries
import SiteConfiguration
import SitePages
import SiteTables
import TableArguments
import TableModel
import TableRendering

/// The page of statements: a form for one, or for the parameters of one that the site's owner has written, and below it what it answered.
struct QueryPage {
  let context: SiteContext
  let subject: QuerySubject
  let arguments: QueryArguments
  let request: PageRequest
  /// What the statement can name.
  var tables: [TableSummary] = []
  /// Tables that are listed beside a statement at most.
  private static let tableLimit = 500

  /// The form alone.
  func form(timeLimit: Double) throws -> String { try context.nibs.query.string(view(timeLimit, parameters: [])) }

  /// The form of a statement that changes rows, which is run when the form is sent.
  /// - Parameter refusal: why the visitor can't run it.
  func change(_ parameters: [String], refusal: String?) -> QueryView {
    var view = view(0, parameters: refusal == nil ? parameters : [])
    view.refusal = refusal
    view.change = refusal == nil ? .init(runAction: subject.runAddress) : nil
    return view
  }

  /// The form, and what is wrong with the statement.
  func failure(_ failure: QueryFailure, timeLimit: Double) throws -> String {
    // Until the statement can be read, its parameters are those that the address has.
    let known =
      failure.parameters.isEmpty && !arguments.isStored
      ? arguments.statement.parameters.keys.sorted() : failure.parameters
    var view = view(timeLimit, parameters: known.filter { !$0.hasPrefix("_") })
    view.failure = failure.view
    if let fault = failure.fault(in: arguments.statement.text) {
      (view.faultStart, view.faultEnd) = (String(fault.lowerBound), String(fault.upperBound))
    }
    return try context.nibs.query.string(view)
  }

  /// The form, and the rows that the statement answered.
  func result(_ result: StatementResult, timeLimit: Double) throws -> QueryView {
    var view = view(timeLimit, parameters: result.parameters)
    view.result = try resultView(result)
    if view.result?.chart != nil { view.frame.chartStyle = context.assets.chartStyle }
    let offset = arguments.statement.rowOffset, size = arguments.statement.rowLimit
    if result.isTruncated, result.page.count > 0 { view.next = page(offset + result.page.count, result.parameters) }
    if offset > 0 { view.previous = page(max(offset - size, 0), result.parameters) }
    view.timing = PassingText("\(result.page.count.counted("row", "rows")) in \(request.timing)")
    return view
  }

  /// The address of the same statement with its values, in a format.
  func address(_ suffix: String, _ parameters: [String], shape: String? = nil) -> String {
    var query = arguments.queryText(parameters)
    if let shape { query.append("_shape", shape) }
    return query.behind(subject.address + suffix)
  }

  /// The same result from another row on.
  private func page(_ offset: Int, _ parameters: [String]) -> String {
    var items = arguments.resultItems
    if offset > 0 { items.append(("_next", String(offset))) }
    return address("", parameters).with(items)
  }

  private func view(_ timeLimit: Double, parameters: [String]) -> QueryView {
    let entry = subject.entry
    let frame = PageLayout(
      title: "\(subject.heading) · \(entry.heading)",
      crumbs: [.init(title: entry.heading, address: entry.address), .init(title: subject.heading)],
      returnTo: arguments.statement.text.isEmpty ? subject.address : address("", parameters),
      preferences: request.preferences, flash: request.flash, visitor: request.visitor,
      database: entry)
    let isShown = subject.stored != nil && subject.showsStatement
    let changesRows = subject.stored?.writing != nil
    let saved = subject.saved, description = saved?.content.description ?? ""
    let isOpen = context.options.allowsQueries && entry.allowsStatements && isShown && !changesRows
    let lines = arguments.statement.text.utf8.count { $0 == UInt8(ascii: "\n") } + 2
    // A field of these names would be read as an argument of its own.
    let fields = subject.ordered(parameters).filter { ($0 != "sql" || arguments.isStored) && !$0.hasPrefix("_") }
    var frameView = frame.view(
      context, pageStyle: context.assets.queryStyle, isLive: subject.isFollowed && !arguments.statement.isExplained)
    if subject.stored == nil { frameView.pageScript = context.assets.queryScript }
    var view = QueryView(
      frame: frameView, heading: subject.heading,
      summary: changesRows
        ? "\(entry.heading), changes rows"
        : "\(entry.heading), read-only, stops after \(Self.text(seconds: timeLimit))",
      description: description.isEmpty ? subject.stored?.description?.line : description,
      writeAddress: isOpen ? entry.queryAddress + "?" + subject.written(arguments, parameters) : nil,
      isWritten: subject.stored == nil, isShown: isShown, action: subject.address,
      statement: arguments.statement.text, lines: String(min(max(lines, 5), 24)), hasParameters: !fields.isEmpty,
      parameters: fields.map { .init(name: $0, value: arguments.statement.parameters[$0] ?? "") })
    if let saving = subject.saving { show(saving, saved, in: &view) }
    if subject.stored == nil {
      view.schemaTables = tables.filter { !$0.isHidden }.prefix(Self.tableLimit).map {
        .init($0, address: entry.address(ofTable: $0.name))
      }
    }
    return view
  }

  /// Who has saved the query, and what the visitor can do with it; or where a written one is saved.
  private func show(_ saving: SavedQueryPlace, _ saved: SavedQuery?, in view: inout QueryView) {
    if let saved {
      let change = saving.mayChange(saved) ? subject.address + "/-/" : nil
      view.saved = .init(
        remark: saving.remark(saved), edit: change.map { $0 + "edit" }, delete: change.map { $0 + "delete" },
        version: saved.version)
    } else if saving.maySave {
      view.savedNumber = arguments.savedNumber
      let known = arguments.savedNumber.map { subject.entry.savedQueriesAddress + "/\($0)/-/edit" }
      view.saveAddress = known ?? saving.newAddress
    }
  }

  private func resultView(_ result: StatementResult) throws -> QueryView.Result {
    let schema = result.page.schema
    let columns = RecordColumns(schema)
    let links = RecordLinks(table: subject.address, database: subject.entry.address, sprite: context.assets.sprite)
    var adapters = AdapterMap()
    let cell = RecordCell(columns, links: links)
    try adapters.register(CellAdapter { cell })
    let page = TablePage(title: "", style: .grid(schema), sections: [RecordSection(result.page)])
    let rows = try context.pool(adapters).withPass { pass in
      try context.part { html in _ = try HTMLPageWriter.write(page, pass, chrome: context.chrome, into: &html) }
    }
    var view = QueryView.Result(
      count: count(result),
      exports: ExportsView(
        exportHeading: "This result",
        formats: [
          .init(title: "JSON", address: address(".json", result.parameters), remark: "rows as objects"),
          .init(
            title: "JSON array", address: address(".json", result.parameters, shape: "array"),
            remark: "rows only"),
          .init(
            title: "CSV", address: address(".csv", result.parameters), type: "text/csv",
            remark: "for spreadsheets"),
          .init(
            title: "Text", address: address(".txt", result.parameters), type: "text/plain",
            remark: "for terminals"),
        ]), hasRows: result.page.count > 0, rows: rows,
      head: GridHeadView(columns: columns.order.map { head($0, columns, result) }))
    draw(result, in: &view)
    return view
  }

  /// The chart that was asked for, and links to those that suit the rows.
  private func draw(_ result: StatementResult, in view: inout QueryView.Result) {
    guard !arguments.statement.isExplained, let drawn = ResultChart(result.page) else { return }
    let shown = Chart.Kind(rawValue: arguments.chart)
    view.charts = drawn.kinds.map { kind in
      var items = arguments.resultItems.filter { $0.name != "_chart" }
      if kind != shown { items.append(("_chart", kind.rawValue)) }
      return LinkView(
        title: kind.title, address: address("", result.parameters).with(items), isCurrent: kind == shown)
    }
    view.chart = shown.flatMap { drawn.chart($0) }?.html
  }

  /// The head of a column; a result of at most one row needs no order.
  private func head(_ position: Int, _ columns: RecordColumns, _ result: StatementResult) -> GridHeadView.Column {
    var head = GridHeadView.Column(columns, position)
    head.columnTitle = columns.schema.columns[position].name
    head.isKey = false
    head.isSorted = arguments.statement.sortColumn?.lowercased() == head.columnTitle.lowercased()
    head.isDescending = head.isSorted && arguments.statement.isDescending
    if head.isSorted { head.ariaSort = head.isDescending ? "descending" : "ascending" }
    guard !arguments.statement.isExplained, result.page.count > 1 else { return head }
    var sorted = arguments.queryText(result.parameters)
    if !arguments.chart.isEmpty { sorted.append("_chart", arguments.chart) }
    sorted.append(head.isSorted && !head.isDescending ? "_sort_desc" : "_sort", head.columnTitle)
    head.sortAddress = subject.address + "?" + sorted.text
    return head
  }

  private func count(_ result: StatementResult) -> HTML {
    HTML { html in
      if result.isTruncated, arguments.statement.rowOffset == 0 { html.markup("the first ") }
      html.markup("<b>")
      html.text(result.page.count.withThousandsMarks)
      html.markup("</b> ")
      html.text(result.page.count == 1 ? "row, " : "rows, ")
      if arguments.statement.rowOffset > 0 {
        html.text("from row \((arguments.statement.rowOffset + 1).withThousandsMarks) on, ")
      }
      html.text(result.page.schema.columns.count.counted("column", "columns"))
    }
  }

  private static func text(seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(Int((seconds * 1000).rounded())) ms"
  }
}
