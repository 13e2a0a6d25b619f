internal import MicroHTTP
import SitePages
import SiteTables
import TableArguments
import TableEditing
import TableModel
import TableRendering
import TextCoding

/// The selected rows to be copied: as text with tabs and as a table at once, which a spreadsheet takes either of.
struct CopyResponder {
  let context: SiteContext

  /// Rows of a table built in code, as far as their handlers let them be copied.
  func answer(_ entry: SiteMap.ControllerEntry, _ request: PageRequest) async throws -> PageAnswer {
    var back = ReturnPath(entry.address)
    back.events.selected = try EventArguments(request.arguments).selected
    let events = entry.controller.events(for: context.eventVisitor(request.visitor, entry))
    let rows = try await events.rows(back.events.selected.rowKeys).map { (events.handler(of: $0), $0.cell) }
      .filter(\.0.isCopyable)
    let place = EditingPlace(entry, context, by: request.visitor)
    return answer(RowTable(rows.map(\.0), rows.map(\.1)), place, back.text, request)
  }

  /// Rows of a table of a database.
  func answer(
    _ mounted: MountedTable, _ presentation: TablePresentation, _ request: PageRequest
  ) async throws -> PageAnswer {
    let schema = presentation.schema
    let keys = try EventArguments(request.arguments).selected.map { try schema.key(encoded: $0) }
    let table = RowTable(try await mounted.records(keys, as: presentation), schema)
    let place = EditingPlace(presentation, in: mounted.entry, context, by: request.visitor)
    return answer(table, place, place.back(request.arguments.last { $0.name == "_return" }?.value), request)
  }

  /// The rows as data, or on a page that shows them as they can be copied.
  private func answer(_ table: RowTable, _ place: EditingPlace, _ back: String, _ request: PageRequest) -> PageAnswer {
    if request.format != .html {
      return PageAnswer(
        Response([
          "ok": true, "text": .text(table.tabSeparated), "html": .text(table.html.description),
          "rows": .integer(Int64(table.rows.count)),
        ]))
    }
    var page = EditPage(place, "Copy")
    page.ways = [LinkView(title: "Back to “\(place.title)”", address: back)]
    if table.rows.isEmpty {
      page.remark = "No row is selected."
    } else {
      page.preview = table.preview("Rows to be copied")
      page.source = table.tabSeparated
    }
    return PageAnswer(page.response(request.preferences))
  }
}
