internal import MicroHTTP
import SiteAccess
import SiteConfiguration
import TableEditing
import TableModel
import TableRendering
import TextCoding

/// The chosen rows to be copied: as text with tabs and as a table at once, which a spreadsheet takes either of.
struct CopyResponder {
  let context: SiteContext

  /// Rows of a table built in code, as far as their handlers let them be copied.
  func answer(
    _ entry: SiteMap.ControllerEntry, _ request: Request, of visitor: Visitor
  ) async throws -> Response {
    var items = request.query.map { (name: $0.name, value: $0.value) }
    let arguments = try EventArguments(takingFrom: &items)
    let events = entry.controller.events(for: context.eventVisitor(visitor, entry))
    let rows = try await events.rows(arguments.selected.rowKeys).map { (events.handler(of: $0), $0.cell) }.filter {
      $0.0.isCopyable
    }
    var back = ReturnPath(entry.address)
    back.events.selected = arguments.selected
    var page = EditPage(context: context, entry: entry, heading: "Copy")
    page.ways = [HTTPProblem.Link(title: "Back to “\(entry.controller.title)”", address: back.text)]
    return answer(
      RowTable(rows.map(\.0), rows.map(\.1)), page, visitor, ViewPreferences(request),
      isJSON: PageFormat(accept: request.header("Accept")) == .json)
  }

  /// Rows of a table of a database.
  func answer(
    _ mounted: MountedTable, _ presentation: TablePresentation, _ request: PageRequest
  ) async throws -> PageAnswer {
    let schema = presentation.schema
    var items = request.arguments
    let arguments: EventArguments
    do {
      arguments = try EventArguments(takingFrom: &items)
    } catch {
      throw HTTPProblem(error, schema, request, table: presentation.address, in: mounted.entry)
    }
    let keys = try arguments.selected.map { try schema.key(encoded: $0) }
    let rows = try await mounted.records(keys, as: presentation)
    let back = items.last { $0.name == "_return" }.map { context.map.localPath($0.value) }
    var page = EditPage(context: context, mounted: mounted, presentation: presentation, heading: "Copy")
    page.ways = [HTTPProblem.Link(title: "Back to “\(schema.title)”", address: back ?? presentation.address)]
    return PageAnswer(
      answer(RowTable(rows, schema), page, request.visitor, request.preferences, isJSON: request.format != .html))
  }

  /// The rows as data, or on a page that shows them as they can be copied.
  private func answer(
    _ table: RowTable, _ page: EditPage, _ visitor: Visitor, _ preferences: ViewPreferences, isJSON: Bool
  ) -> Response {
    if isJSON {
      return Response([
        "ok": true, "text": .text(table.tabSeparated), "html": .text(table.html.description),
        "rows": .integer(Int64(table.rows.count)),
      ])
    }
    var page = page
    if table.rows.isEmpty {
      page.remark = "No row is chosen."
    } else {
      page.preview = table.preview("Rows to be copied")
      page.source = table.tabSeparated
    }
    return page.response(for: visitor, preferences)
  }
}
