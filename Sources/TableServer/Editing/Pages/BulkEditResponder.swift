import RequestBodies
import SitePages
import SiteTables
import TableArguments
import TableEditing
import TableModel

/// The page that asks what is to be done with the chosen rows together: it shows them all, wherever they stand in the table.
struct BulkEditResponder {
  let place: EditingPlace
  let entry: SiteMap.ControllerEntry

  func answer(_ request: PageRequest) async throws -> PageAnswer {
    let back = ReturnPath(place.back(request.arguments.first { $0.name == "_return" }?.value))
    let chosen = try EventArguments(request.arguments).selected
    let events = entry.controller.events(for: place.context.eventVisitor(place.visitor, entry))
    var page = try await page(chosen, events, back)
    page.flash = request.flash
    return PageAnswer(page.response(request.preferences))
  }

  /// - Parameter refused: what was entered for all of the rows and could not be stored, to be shown again.
  func page(
    _ chosen: [String], _ events: TableEvents, _ back: ReturnPath, refused: RefusedEntry? = nil
  ) async throws -> EditPage {
    var back = back
    back.events.selected = chosen
    let rows = try await events.rows(chosen.rowKeys)
    let canEdit = events.visitor.mayChange && events.table is any EditableTable
    let events = canEdit ? try await events.offeringChoices(of: rows) : events
    var page = EditPage(place, rows.isEmpty ? "No row is selected" : rows.count.counted("row", "rows"))
    page.ways = [.cancel(back.text)]
    guard !rows.isEmpty else { return page }
    page.preview = RowTable(rows.map(events.handler(of:)), rows.map(\.cell)).preview("Selected rows")
    let kept = canEdit ? events.undeletable(rows) : []
    let fields = canEdit ? shared(rows, events, refused) : []
    let buttons = buttons(rows, events, canEdit: canEdit, hasFields: !fields.isEmpty, mayDelete: kept.isEmpty)
    if !buttons.isEmpty {
      page.form = EditPage.Form(
        action: entry.eventAddress,
        hidden: rows.flatMap { [("rows.row", $0.cell.encodedID), ("rows.version", $0.version.description)] }
          + [("_return", back.text)],
        title: fields.isEmpty ? nil : EditPage.sharedTitle, fields: fields, error: refused?.errors.message,
        buttons: buttons)
    }
    let names = kept.prefix(3).map { "“\($0.name)”" }.joined(separator: ", ")
    let more = kept.count > 3 ? " and \(kept.count - 3) more" : ""
    page.remark =
      (buttons.isEmpty ? "No action fits all of them." : "Applied to all rows or none.")
      + (kept.isEmpty ? "" : " They can't be deleted together, because of \(names)\(more).")
    return page
  }

  /// The fields that the rows can share a value in: with the value that they share already.
  private func shared(_ rows: [TableRow], _ events: TableEvents, _ refused: RefusedEntry?) -> [FormField] {
    let fields = events.sharedFields(of: rows)
    let held = rows.map { row in
      let handler = events.handler(of: row)
      return Dictionary(zip(handler.fields.map(\.name), handler.fieldValues())) { first, _ in first }
    }
    let values = fields.map { field in
      let values = Set(held.map { $0[field.name] ?? "" })
      return refused?.values[field.name] ?? (values.count == 1 ? values.first ?? "" : "")
    }
    return FormField.all(
      fields, values, prefix: "shared", errors: refused?.errors, ticked: refused?.ticked ?? [])
  }

  private func buttons(
    _ rows: [TableRow], _ events: TableEvents, canEdit: Bool, hasFields: Bool, mayDelete: Bool
  ) -> [EditPage.Button] {
    let count = rows.count.counted("row", "rows")
    var buttons: [EditPage.Button] = []
    if hasFields { buttons.append(.init(title: "Change \(count)", style: .primary, sends: ("event", "update"))) }
    buttons += events.sharedActions(of: rows).filter { canEdit || !$0.changesTable }.map { action in
      .init(
        title: action.title, style: action.isDestructive ? .warning : .plain, sends: ("action", action.name),
        needsFields: false)
    }
    if canEdit, rows.allSatisfy({ events.handler(of: $0).isMovable }) {
      buttons += [("up", "Move up"), ("down", "Move down")].map { direction, title in
        .init(title: title, sends: ("move", direction), needsFields: false)
      }
    }
    if canEdit, mayDelete {
      buttons.append(.init(title: "Delete \(count)", style: .danger, sends: ("event", "delete"), needsFields: false))
    }
    return buttons
  }
}
