internal import MicroHTTP
import SitePages
import TableArguments
import TableModel
import TableRendering

/// The rows of a database table as CSV, lines of JSON or text: one page of them, or all that match.
struct TableExport {
  let context: SiteContext
  let presentation: TablePresentation
  let arguments: PageArguments
  let options: ExportOptions
  let request: PageRequest

  /// What is asked of the table. Nothing of an export tells how many rows there are, so that they need not be counted; nor are labels looked
  /// up that it doesn't hold.
  var query: TableQuery {
    var query = arguments.query
    query.count = .none
    query.values = .whole
    query.bringsLabels = arguments.json.tellsLabels
    return query
  }

  /// A page.
  func answer(_ page: TablePage) throws -> PageAnswer {
    var writer = writer
    var bytes = context.sink(expecting: presentation.expectedBytes)
    writer.start(into: &bytes)
    for case let section as RecordSection in page.sections { writer.write(section.page, into: &bytes) }
    presentation.expect(bytes: bytes.count)
    let next = page.next.map { request.absolute(address(.after($0))) }
    return try PageAnswer(
      bytes, contentType: request.format.contentType, headers: headers(next: next), pool: context.buffers)
  }

  /// Every row that matches, whatever the page, written while they are read.
  func answer(_ cursor: any RecordCursor) -> PageAnswer {
    let writer = writer
    return PageAnswer(
      Response(
        headers: headers(next: nil),
        body: .stream(contentType: request.format.contentType) { stream in
          try await ExportStream(cursor: cursor, writer: writer).write(to: stream)
        }))
  }

  private var writer: RecordExportWriter {
    let schema = presentation.schema
    return switch request.format {
    case .ndjson:
      .lines(JSONLinesWriter(schema, showing: arguments.columns, forms: arguments.json.forms(schema)))
    case .text: .text(TextTableWriter(schema, showing: arguments.columns, hasHead: options.hasHead))
    case .csv, .html, .json:
      .csv(
        CSVWriter(
          schema, showing: arguments.columns, labelled: arguments.json.forms(schema).labelled, isSafe: options.isSafe,
          table: request.absolute(presentation.address)),
        hasHead: options.hasHead)
    }
  }

  private func headers(next: String?) -> [Header] {
    var headers = PageHeaders.data(next: next)
    if options.isDownload {
      let name = DownloadName(presentation.schema.table + (request.format.suffix ?? ""))
      headers.append(Header(.contentDisposition, name.disposition))
    }
    return headers
  }

  /// The address of the page at a position, in the same format.
  func address(_ position: PagePosition) -> String {
    var arguments = arguments
    arguments.query.position = position
    var text = QueryText()
    // Labels are an argument of JSON too; each name stands once.
    let items = arguments.items(schema: presentation.schema, limits: presentation.limits)
    for item in items + options.items.filter({ option in !items.contains { $0.name == option.name } }) {
      text.append(item.name, item.value)
    }
    return text.behind(presentation.address + (request.format.suffix ?? ""))
  }
}
