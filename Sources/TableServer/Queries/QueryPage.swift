import SiteAccess
import SiteConfiguration
import RichTextRendering
internal import MicroHTTP
import TableModel
import TableRendering

/// The page of statements: a form for one, or for the parameters of one that the site's owner has written, and below it what it answered.
struct QueryPage {
  let context: SiteContext
  let subject: QuerySubject
  let arguments: QueryArguments
  let request: PageRequest

  /// The form alone.
  func form(timeLimit: Double) -> String { text(values(timeLimit, parameters: [])) }

  /// The form, and what is wrong with the statement.
  func failure(_ failure: QueryFailure, timeLimit: Double) -> String {
    // Until the statement can be read, its parameters are those that the address has.
    let known =
      failure.parameters.isEmpty && !arguments.isStored
      ? arguments.statement.parameters.keys.sorted() : failure.parameters
    var values = values(timeLimit, parameters: known.filter { !$0.hasPrefix("_") })
    values["failure"] = failure.values
    return text(values)
  }

  /// The form, and the rows that the statement answered.
  func result(_ result: StatementResult, timeLimit: Double) throws -> NibValue {
    var values = values(timeLimit, parameters: result.parameters)
    values["result"] = .object(try resultValues(result))
    let rows = result.page.count.counted("row", "rows")
    values["timing"] = .text("\(rows) in \(request.timing)")
    return .object(values)
  }

  /// The address of the same statement with its values, in a format.
  func address(_ suffix: String, _ parameters: [String], shape: String? = nil) -> String {
    var query = arguments.queryText(parameters)
    if let shape { query.append("_shape", shape) }
    return subject.address + suffix + (query.text.isEmpty ? "" : "?" + query.text)
  }

  private func text(_ values: [String: NibValue]) -> String { context.nibs.query.string(.object(values)) }

  private func values(_ timeLimit: Double, parameters: [String]) -> [String: NibValue] {
    let entry = subject.entry
    let frame = PageFrame(
      title: "\(subject.heading) · \(entry.heading)",
      crumbs: [.init(title: entry.heading, address: entry.address), .init(title: subject.heading)],
      returnTo: arguments.statement.text.isEmpty ? subject.address : address("", parameters),
      preferences: request.preferences, flash: request.flash, visitor: request.visitor)
    var values = frame.values(context)
    values["pageStyle"] = .text(context.assets.queryStyle)
    values["heading"] = .text(subject.heading)
    values["description"] = NibValue(subject.stored?.description?.line)
    values["summary"] = .text("\(entry.heading), read-only, stops after \(Self.text(seconds: timeLimit))")
    values["action"] = .text(subject.address)
    values["statement"] = .text(arguments.statement.text)
    values["isWritten"] = .boolean(subject.stored == nil)
    values["isShown"] = .boolean(subject.stored != nil && subject.showsStatement)
    if context.options.allowsQueries, subject.entry.allowsStatements, subject.stored != nil, subject.showsStatement {
      let query = subject.written(arguments, parameters)
      values["writeAddress"] = .text(entry.queryAddress + "?" + query)
    }
    let lines = arguments.statement.text.utf8.count { $0 == UInt8(ascii: "\n") } + 2
    values["lines"] = .text(String(min(max(lines, 5), 24)))
    // A field of these names would be read as an argument of its own.
    let parameters = subject.ordered(parameters).filter {
      ($0 != "sql" || arguments.isStored) && !$0.hasPrefix("_")
    }
    values["hasParameters"] = .boolean(!parameters.isEmpty)
    values["parameters"] = .list(
      parameters.map {
        .object(["parameter": .text($0), "value": .text(arguments.statement.parameters[$0] ?? "")])
      })
    return values
  }

  private func resultValues(_ result: StatementResult) throws -> [String: NibValue] {
    let schema = result.page.schema
    let columns = RecordColumns(schema)
    let links = RecordLinks(table: subject.address, database: subject.entry.address, sprite: context.assets.sprite)
    var adapters = AdapterMap()
    let cell = RecordCell(columns, links: links, layout: .grid)
    try adapters.register(CellAdapter { cell })
    let page = TablePage(title: "", style: .grid(schema), sections: [RecordSection(result.page)])
    let rows = try RenderingPool(adapters).withPass { pass in
      try context.part { html in _ = try HTMLPageWriter.write(page, pass, chrome: context.chrome, into: &html) }
    }
    return [
      "count": .html(count(result)), "hasRows": .boolean(result.page.count > 0),
      "rows": .html(rows), "columns": .list(columns.order.map { head($0, columns, result) }),
      "exports": .object([
        "exportHeading": "This result",
        "formats": .list([
          format("JSON", "rows as objects", address(".json", result.parameters)),
          format("JSON array", "the bare rows", address(".json", result.parameters, shape: "array")),
          format("CSV", "for spreadsheets", address(".csv", result.parameters), type: "text/csv"),
          format("Text", "for terminals", address(".txt", result.parameters), type: "text/plain"),
        ]),
      ]),
    ]
  }

  private func format(
    _ title: String, _ remark: String, _ address: String, type: String = "application/json"
  ) -> NibValue {
    .object([
      "format": .text(title), "remark": .text(remark), "formatAddress": .text(address), "type": .text(type),
    ])
  }

  /// The head of a column; a result of at most one row needs no order.
  private func head(_ position: Int, _ columns: RecordColumns, _ result: StatementResult) -> NibValue {
    let name = columns.schema.columns[position].name
    let isSorted = arguments.statement.sortColumn?.lowercased() == name.lowercased()
    let isDescending = isSorted && arguments.statement.isDescending
    var sorted = arguments.queryText(result.parameters)
    sorted.append(isSorted && !isDescending ? "_sort_desc" : "_sort", name)
    let canSort = !arguments.statement.isExplained && result.page.count > 1
    return .object([
      "columnTitle": .text(name),
      "sortAddress": canSort ? .text(subject.address + "?" + sorted.text) : .null,
      "isNumber": .boolean(columns.alignmentClass(of: position) == "number"),
      "isIdentifier": .boolean(columns.alignmentClass(of: position) == "identifier"), "isKey": false,
      "isSorted": .boolean(isSorted), "ariaSort": isSorted ? .text(isDescending ? "descending" : "ascending") : .null,
      "isDescending": .boolean(isDescending), "order": .null,
    ])
  }

  private func count(_ result: StatementResult) -> HTML {
    HTML { html in
      if result.isTruncated { html.markup("the first ") }
      html.markup("<b>")
      html.text(result.page.count.withThousandsMarks)
      html.markup("</b> ")
      html.text(result.page.count == 1 ? "row, " : "rows, ")
      html.text(result.page.schema.columns.count.counted("column", "columns"))
    }
  }

  private static func text(seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(Int((seconds * 1000).rounded())) ms"
  }
}
