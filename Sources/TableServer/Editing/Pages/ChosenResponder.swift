import SiteAccess
import SiteConfiguration
internal import MicroHTTP
import TableModel
import TableRendering

/// The page that asks what is to be done with the chosen rows together: it shows them all, wherever they stand in the table.
struct ChosenResponder {
  let context: SiteContext
  let entry: SiteMap.ControllerEntry

  /// Where the rows are shown that are chosen on a page.
  static func address(_ back: ReturnPath, _ entry: SiteMap.ControllerEntry) -> String {
    var query = QueryText()
    for id in back.events.selected { query.append("_selected", id) }
    query.append("_return", back.text)
    return entry.address + "/-/chosen?" + query.text
  }

  func answer(_ request: Request, of visitor: Visitor) async throws -> Response {
    let back = ReturnPath(
      request.query.first { $0.name == "_return" }.map { context.map.localPath($0.value) } ?? entry.address)
    var items = request.query.map { (name: $0.name, value: $0.value) }
    let chosen = try EventArguments(takingFrom: &items).selected
    let events = entry.controller.events(for: context.eventVisitor(visitor, entry))
    return try await page(chosen, events, back).response(for: visitor, ViewPreferences(request))
  }

  /// - Parameter refused: what was entered for all of the rows and could not be stored, to be shown again.
  func page(
    _ chosen: [String], _ events: TableEvents, _ back: ReturnPath, refused: RefusedEntry? = nil
  ) async throws -> EventPage {
    var back = back
    back.events.selected = chosen
    let rows = try await events.rows(chosen.rowKeys)
    let events = canEdit(events) ? try await events.offeringChoices(of: rows) : events
    var page = EventPage(
      context: context, entry: entry, heading: rows.isEmpty ? "No row is chosen" : rows.count.counted("row", "rows"))
    page.ways = [PageFailure.Link(title: "Cancel", address: back.text)]
    if !rows.isEmpty {
      page.preview = RowTable(rows.map(events.handler(of:)), rows.map(\.cell)).preview("Rows that are chosen")
      let named =
        rows.flatMap { [("rows.row", $0.cell.encodedID), ("rows.version", $0.version.description)] }
        + [("_return", back.text)]
      page.shared = shared(rows, events, named, refused)
      page.forms = forms(rows, events, named)
    }
    page.remark = remark(rows, events, hasForms: page.shared != nil || !page.forms.isEmpty)
    return page
  }

  private func remark(_ rows: [TableRow], _ events: TableEvents, hasForms: Bool) -> String? {
    guard !rows.isEmpty else { return nil }
    let kept = canEdit(events) ? events.undeletable(rows) : []
    let names = kept.prefix(3).map { "“\($0.name)”" }.joined(separator: ", ")
    let more = kept.count > 3 ? " and \(kept.count - 3) more" : ""
    let refusal = kept.isEmpty ? nil : "They can't be deleted together, because of \(names)\(more)."
    return [
      hasForms ? "It is done to all of them or to none." : "There is nothing to be done with all of them.", refusal,
    ]
    .compactMap(\.self).joined(separator: " ")
  }

  private func canEdit(_ events: TableEvents) -> Bool { events.visitor.mayChange && events.table is any EditableTable }

  /// The fields that the rows can share a value in: with the value that they share already.
  private func shared(
    _ rows: [TableRow], _ events: TableEvents, _ named: [(String, String)], _ refused: RefusedEntry?
  ) -> (form: EventPage.Form, fields: EditForm)? {
    let fields = canEdit(events) ? events.sharedFields(of: rows) : []
    guard !fields.isEmpty else { return nil }
    let held = rows.map { row in
      let handler = events.handler(of: row)
      return Dictionary(zip(handler.fields.map(\.name), handler.fieldValues())) { first, _ in first }
    }
    let values = fields.map { field in
      let values = Set(held.map { $0[field.name] ?? "" })
      return refused?.values[field.name] ?? (values.count == 1 ? values.first ?? "" : "")
    }
    return (
      EventPage.Form(
        fields: [("event", "update")] + named, submit: "Change \(rows.count.counted("row", "rows"))"),
      EditForm(
        fields: fields, values: values, errors: refused?.errors, prefix: "shared", ticked: refused?.ticked ?? [])
    )
  }

  private func forms(_ rows: [TableRow], _ events: TableEvents, _ fields: [(String, String)]) -> [EventPage.Form] {
    let canEdit = canEdit(events)
    var forms = events.sharedActions(of: rows).filter { canEdit || !$0.changesTable }.map { action in
      EventPage.Form(
        fields: [("event", "action"), ("action", action.name)] + fields, submit: action.title,
        isDestructive: action.isDestructive)
    }
    if canEdit, rows.allSatisfy({ events.handler(of: $0).isMovable }) {
      forms += [("up", "Move up"), ("down", "Move down")].map { direction, title in
        EventPage.Form(fields: [("event", "move"), ("move", direction)] + fields, submit: title)
      }
    }
    if canEdit, events.undeletable(rows).isEmpty {
      forms.append(
        EventPage.Form(
          fields: [("event", "delete")] + fields, submit: "Delete \(rows.count.counted("row", "rows"))",
          isDestructive: true))
    }
    return forms
  }
}
