import SiteAccess
internal import MicroHTTP
import TableModel
import TableRendering
import TextCoding

/// Rows pasted into a table of a database: shown first, with types and everything that is wrong, and stored, all or none, when they are sent
/// once more.
struct RowPasteResponder {
  let context: SiteContext
  let mounted: MountedTable
  let presentation: TablePresentation
  let columns: [WritableColumn]
  let references: ReferenceFields

  /// Where rows are pasted.
  func question(_ request: PageRequest) -> PageAnswer {
    let back = context.map.localPath(
      request.arguments.last { $0.name == "_return" }?.value ?? presentation.address)
    var page = page("Paste rows")
    page.remark =
      "Rows of a spreadsheet, or CSV. The first line may name the columns; else they are taken in the order of the table: "
      + presentation.schema.columns.map { $0.title ?? $0.name }.joined(separator: ", ") + "."
    page.forms = [
      EventPage.Form(
        fields: [("_return", back)], submit: "Look at them first", isPrimary: true, text: ("text", "", "Rows"))
    ]
    page.ways = [PageFailure.Link(title: "Cancel", address: back)]
    return PageAnswer(page.response(for: request.visitor, request.preferences))
  }

  /// What was pasted: as it is about to be stored, or stored.
  /// - Parameter json: the body of a script; `nil` for the form.
  func answer(_ writing: FormWriteResponder, json: [UInt8]?) async throws -> Response {
    let form = json == nil ? writing.form : nil
    let sent = try json.map { json throws(PageFailure) in try Sent(json: json) } ?? Sent(writing.form)
    try EditingRule(presentation.schema.table, in: mounted.entry).check([.insert([])])
    var paste = try await RowPaste(sent.text, columns, presentation.schema, references)
    // A person has seen what is left out; a script that stores at once has not.
    if json != nil, sent.isConfirmed { try paste.table.checkColumns() }
    if paste.errors.isEmpty, sent.isConfirmed {
      do {
        return stored(try await writing.apply(paste.changes), form, writing, asksForUndo: sent.asksForUndo)
      } catch RecordChangeError.invalid(let problems) {
        paste.note(problems)
      }
    } else if paste.errors.isEmpty {
      paste.note(try await writing.writer.attempt(paste.changes).problems)
    }
    let preview = PastePreview(table: paste.table, kinds: paste.kinds, errors: paste.errors)
    guard let form else { return preview.response }
    let back = context.map.localPath(form["_return"] ?? presentation.address)
    var page = page("")
    preview.show(on: &page, text: sent.text, fields: [("_return", back)], back: back)
    return page.response(
      for: writing.visitor, ViewPreferences(writing.request), status: paste.errors.isEmpty ? .ok : .badRequest)
  }

  /// What was pasted, and whether it was looked at.
  private struct Sent {
    let text: String
    let isConfirmed: Bool
    /// Whether a script wants what takes it back.
    let asksForUndo: Bool

    init(_ form: FormBody) throws(PageFailure) {
      asksForUndo = false
      text = form["text"] ?? ""
      guard let isConfirmed = Bool(argument: form["confirm"] ?? "off") else {
        throw Self.failure("\"confirm\" must be on or off")
      }
      self.isConfirmed = isConfirmed
    }

    /// - Throws: `PageFailure` 400 for what is not as it is described.
    init(json body: [UInt8]) throws(PageFailure) {
      let object = try JSONChanges.object(body, allowing: ["text", "confirm", "undo"])
      guard case .text(let text)? = object["text"] else { throw Self.failure("\"text\" must be a text") }
      self.text = text
      isConfirmed = try JSONChanges.flag("confirm", in: object)
      asksForUndo = try JSONChanges.flag("undo", in: object)
    }

    private static func failure(_ message: String) -> PageFailure {
      PageFailure(status: 400, messages: [message], heading: "This can't be pasted")
    }
  }

  private func stored(
    _ result: RecordChangeResult, _ form: FormBody?, _ writing: FormWriteResponder, asksForUndo: Bool
  ) -> Response {
    let message = "Added \(result.outcomes.count.counted("row", "rows"))."
    if let form {
      return writing.done(
        message, result,
        returnTo: form["_return"] ?? presentation.address)
    }
    let rows = result.outcomes.compactMap(\.after)
    var answer: [(key: String, value: JSONValue)] = [
      ("ok", true), ("rows", .list(rows.map { JSONValue($0) })),
      ("versions", JSONValue(rows.map { RowVersion($0).description })),
    ]
    if asksForUndo {
      answer.append(
        (
          "undo",
          JSONValue(context.keepUndo(of: result, mounted, presentation.schema, by: writing.visitor, message: message))
        ))
    }
    var response = Response(json: JSONValue.object(answer).text, headers: PageHeaders.data())
    response.status = .created
    return response
  }

  private func page(_ heading: String) -> EventPage {
    EventPage(context: context, mounted: mounted, presentation: presentation, action: "/-/paste", heading: heading)
  }
}
