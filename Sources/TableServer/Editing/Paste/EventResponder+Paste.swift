internal import MicroHTTP
import SiteAccess
import SiteConfiguration
import TableEditing
import TableModel
import TableRendering

extension EventResponder {
  /// Rows pasted into a table built in code: shown first, with types and everything that is wrong, and stored when they are sent once more.
  func paste(_ call: Call) async throws -> Response {
    let kind = try Command.number(call.form["kind"], "kind") ?? 0
    let insertion = try await call.events.insertion(kind)
    let text = call.form["text"] ?? ""
    let table = try ClipboardTable(text, fields: insertion.fields)
    guard let isConfirmed = Bool(argument: call.form["confirm"] ?? "off") else {
      throw TableCommandError.impossible("confirm must be on or off")
    }
    // A person has seen what is left out; a script that stores at once has not.
    if call.form.isJSON, isConfirmed { try table.checkColumns() }
    let preview = PastePreview(
      table: table, kinds: table.columns.map { $0?.kind.name },
      errors: try await table.errors { try await call.events.newRow($0, insertion) })
    if isConfirmed, preview.errors.isEmpty {
      let rows = table.values.map(\.columnValues)
      return try await answer(Command(.insert(rows, kind: kind), selected: call.selected), call)
    }
    if call.form.isJSON { return preview.json }
    var page = EditPage(context: context, entry: entry, heading: "")
    page.ways = [.cancel(call.back.text)]
    let fields = [("event", "paste"), ("kind", String(kind)), ("_return", call.back.text)]
    return preview.show(on: page, entry.eventAddress, fields, text: text).response(
      for: call.visitor, ViewPreferences(call.request), status: preview.errors.isEmpty ? .ok : .badRequest)
  }
}

extension EditField.Kind {
  /// What people call it.
  fileprivate var name: String {
    switch self {
    case .text: "text"
    case .longText: "long text"
    case .number: "number"
    case .date: "date"
    case .boolean: "yes or no"
    case .choice: "choice"
    }
  }
}
