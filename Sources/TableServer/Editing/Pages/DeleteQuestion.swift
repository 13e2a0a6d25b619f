import SitePages
import SiteTables
import TableArguments
import TableEditing
import TableModel
import TableRendering

/// The page that asks before a row is deleted, in its handler's words, or a section.
struct DeleteQuestion {
  let context: SiteContext
  let entry: SiteMap.ControllerEntry

  /// `nil` if the row can't be deleted, or is gone: then the list says so by itself.
  func answer(_ key: String, _ arguments: EventArguments, _ request: PageRequest) async throws -> PageAnswer? {
    let events = entry.controller.events(for: context.eventVisitor(request.visitor, entry))
    guard events.visitor.mayChange, events.table is any EditableTable, let id = RowKey(encoded: key),
      let row = try await events.row(id)
    else { return nil }
    let handler = events.handler(of: row)
    guard handler.editingStyle == .delete else { return nil }
    handler.willBeginEditing()
    var back = ReturnPath(request.target)
    back.events.deleting = nil
    back.row = row.cell.encodedID
    let words = handler.deleteConfirmation
    let table = RowTable([handler], [row.cell])
    var page = EditPage(
      EditingPlace(entry, context, by: request.visitor), words.question, remark: words.remark)
    page.comparison = EditPage.Comparison(table.columns, now: table.rows.first ?? [])
    page.form = EditPage.Form(
      action: entry.eventAddress,
      hidden: [
        ("event", "delete"), ("row", row.cell.encodedID), ("version", row.version.description),
        ("_return", back.text),
      ], buttons: [.init(title: words.button, style: .danger)])
    page.ways = [.cancel(back.text)]
    return PageAnswer(page.response(request.preferences))
  }

  /// The same for a section with all of its rows.
  func answer(section: Int, _ request: PageRequest) async throws -> PageAnswer? {
    let events = entry.controller.events(for: context.eventVisitor(request.visitor, entry))
    let place = SupplementaryPlace.sectionHeader(section)
    guard events.visitor.mayChange, let table = events.table as? any EditableTable,
      let view = try await table.view(place),
      events.handler(of: view, place)?.section?.changes.contains(.remove) == true
    else { return nil }
    let counts = try await table.rowCounts()
    let count = counts.indices.contains(section) ? counts[section] : 0
    var back = ReturnPath(request.target)
    back.events.deletingSection = nil
    var page = EditPage(
      EditingPlace(entry, context, by: request.visitor),
      "Delete “\(RowValues(view).name(or: place.description))”?",
      remark: count == 0
        ? nil : count == 1 ? "Its row is deleted, too." : "Its \(count.withThousandsMarks) rows are deleted, too.")
    page.form = EditPage.Form(
      action: entry.eventAddress,
      hidden: [
        ("event", "delete"), ("view", place.description), ("version", RowVersion(view).description),
        ("count", String(count)), ("_return", back.text),
      ], buttons: [.init(title: "Delete", style: .danger)])
    page.ways = [.cancel(back.text)]
    return PageAnswer(page.response(request.preferences))
  }
}
