import SiteAccess
internal import MicroHTTP
import TableModel
import TableRendering

/// Pasted rows: shown first, with types and everything that is wrong, and stored when they are sent once more.
struct PasteResponder {
  let context: SiteContext
  let entry: SiteMap.ControllerEntry
  let events: TableEvents

  /// What is pasted, and whether it was looked at.
  struct Paste {
    let table: PastedTable
    let insertion: RowInsertion
    let errors: [Int: FieldErrors]
    let kind: Int
    let isConfirmed: Bool
  }

  /// - Throws: `PageFailure` 400 for what is no table, `TableCommandError` where nothing can be added.
  func paste(_ form: EventForm) async throws -> Paste {
    let kind = try TableCommand.number(form["kind"], "kind") ?? 0
    let insertion = try await events.insertion(kind)
    let table = try PastedTable(form["text"] ?? "", fields: insertion.fields)
    guard let isConfirmed = Bool(argument: form["confirm"] ?? "off") else {
      throw TableCommandError.impossible("confirm must be on or off")
    }
    // A person has seen what is left out; a script that stores at once has not.
    if form.isJSON, isConfirmed { try table.checkColumns() }
    return Paste(
      table: table, insertion: insertion, errors: try await table.errors { try await events.newRow($0, insertion) },
      kind: kind, isConfirmed: isConfirmed)
  }

  /// What is about to be stored, as JSON.
  func json(_ paste: Paste) -> Response { preview(paste).response }

  /// What is about to be stored, as a page.
  func page(_ paste: Paste, _ form: EventForm, back: String) -> EventPage {
    var page = EventPage(context: context, entry: entry, heading: "")
    preview(paste).show(
      on: &page, text: form["text"] ?? "",
      fields: [("event", "paste"), ("kind", String(paste.kind)), ("_return", back)], back: back)
    return page
  }

  private func preview(_ paste: Paste) -> PastePreview {
    PastePreview(table: paste.table, kinds: paste.table.columns.map { $0?.kind.name }, errors: paste.errors)
  }
}

extension EditField.Kind {
  /// What people call it.
  var name: String {
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
