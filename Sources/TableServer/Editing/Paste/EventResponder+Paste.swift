internal import MicroHTTP
import RequestBodies
import SitePages
import SiteTables
import TableArguments
import TableEditing
import TableModel

extension EventResponder {
  /// Rows pasted into a table built in code: shown first, with types and everything that is wrong, and stored when they are sent once more.
  func paste() async throws -> Response {
    let kind = try Command.number(form["kind"], "kind") ?? 0
    let insertion = try await events.insertion(kind)
    let text = form["text"] ?? "", isConfirmed = try form.isConfirmed()
    let table = try ClipboardTable(text, fields: insertion.fields)
    // A person has seen what is left out; a script that stores at once has not.
    if form.isJSON, isConfirmed { try table.checkColumns() }
    let preview = PastePreview(
      table: table, kinds: table.columns.map { $0?.kind.name },
      errors: try await table.errors { try await events.newRow($0, insertion) })
    if isConfirmed, preview.errors.isEmpty {
      return try await answer(Command(.insert(table.values.map(\.columnValues), kind: kind), selected: selected))
    }
    if form.isJSON { return preview.json }
    return preview.response(
      at: place, entry.eventAddress, [("event", "paste"), ("kind", String(kind))], text: text, back: back.text,
      ViewPreferences(request))
  }
}
