import SiteAccess
import SiteConfiguration
internal import MicroHTTP
import TableModel
import TableRendering
import TextCoding

/// The chosen rows to be copied: as text with tabs and as a table at once, which a spreadsheet takes either of.
struct CopyResponder {
  let context: SiteContext
  let entry: SiteMap.ControllerEntry

  func answer(_ request: Request, of visitor: Visitor) async throws -> Response {
    var items = request.query.map { (name: $0.name, value: $0.value) }
    let arguments = try EventArguments(takingFrom: &items)
    let events = entry.controller.events(for: context.eventVisitor(visitor, entry))
    var handlers: [any HandledRow] = [], cells: [any CellViewModel] = []
    for row in try await events.rows(arguments.selected.rowKeys) {
      let handler = events.handler(of: row)
      guard handler.isCopyable else { continue }
      handlers.append(handler)
      cells.append(row.cell)
    }
    let table = RowTable(handlers, cells)
    var page = EventPage(context: context, entry: entry, heading: "Copy")
    var back = ReturnPath(entry.address)
    back.events.selected = arguments.selected
    page.ways = [PageFailure.Link(title: "Back to “\(entry.controller.title)”", address: back.text)]
    return Self.answer(table, page, isJSON: PageFormat(accept: request.header("Accept")) == .json) {
      $0.response(for: visitor, ViewPreferences(request))
    }
  }

  /// The rows as data, or on a page that shows them as they can be copied.
  static func answer(
    _ table: RowTable, _ page: EventPage, isJSON: Bool, _ respond: (EventPage) -> Response
  ) -> Response {
    if isJSON {
      let tree: JSONValue = [
        "ok": true, "text": .text(table.tabSeparated), "html": .text(table.html.description),
        "rows": .integer(Int64(table.rows.count)),
      ]
      return Response(json: String(decoding: tree.bytes, as: UTF8.self), headers: PageHeaders.data())
    }
    var page = page
    page.remark = table.rows.isEmpty ? "No row is chosen." : nil
    if !table.rows.isEmpty {
      page.preview = table.preview("Rows to be copied")
      page.source = table.tabSeparated
    }
    return respond(page)
  }
}
