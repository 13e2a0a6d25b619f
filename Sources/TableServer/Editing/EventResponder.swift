internal import MicroHTTP
import Secrets
import SiteAccess
import SiteConfiguration
import TableEditing
import TableModel
import TableRendering
import TextCoding

/// Answers what visitors do to a table built in code: forms by leading to a page that says what happened, JSON by JSON.
struct EventResponder {
  let context: SiteContext
  let entry: SiteMap.ControllerEntry
  let view: SiteView

  /// A request that may be carried out.
  struct Call {
    let request: Request
    let visitor: Visitor
    let form: EventForm
    let events: TableEvents
    /// The page that the form was on.
    var back: ReturnPath
    /// The rows that were chosen on it.
    var selected: [RowKey]
    /// What its head says of the row's version.
    var condition: VersionCondition
    /// The version that the visitor saw of the row; `nil` if the request names none.
    var version: RowVersion?
  }

  func answer(_ request: Request, of visitor: Visitor) async throws -> Response {
    let call = try call(request, visitor)
    do {
      return try await carriedOut(call)
    } catch TableCommandError.otherRow(let what) {
      // For the log; visitors are told that it is the table's fault.
      throw TableCommandError.otherRow(what)
    } catch let error as TableCommandError {
      throw HTTPProblem(error, visitor, entry, context)
    } catch let error as EditConflict {
      return try await conflict(error, call)
    } catch let error as FieldErrors {
      return try await refused(error, call)
    }
  }

  private func call(_ request: Request, _ visitor: Visitor) throws -> Call {
    let form = try EventForm(request)
    let back = ReturnPath(form["_return"] == nil ? entry.address : context.map.localPath(form["_return"]))
    var call = Call(
      request: request, visitor: visitor, form: form,
      events: entry.controller.events(for: context.eventVisitor(visitor, entry)), back: back,
      selected: (form.isJSON ? form.all("selected") : back.events.selected).rowKeys,
      condition: VersionCondition(request)
    )
    guard call.selected.count <= EventArguments.selectionLimit else {
      throw Self.failure("At most \(EventArguments.selectionLimit) rows can be chosen at a time")
    }
    call.version = call.condition.version
    if call.condition == .none, let text = form["version"], !text.isEmpty {
      guard let version = RowVersion(text) else {
        throw Self.failure("version must be the 16 digits that a row has there")
      }
      call.version = version
    }
    return call
  }

  private func carriedOut(_ call: Call) async throws -> Response {
    switch call.form["event"] {
    case "paste": return try await paste(call)
    case "undo":
      guard call.events.visitor.mayChange else { throw TableCommandError.notAllowed }
      let name = call.form["token"] ?? ""
      guard let undo = context.undo(named: name, table: entry.address, by: call.visitor) else {
        throw Self.failure("This can't be undone any more")
      }
      let answer = try await answer(Command(.undo(undo.edits), selected: call.selected), call)
      context.undos.take(name)
      return answer
    default: return try await answer(try Command(call.form, version: call.version, selected: call.selected), call)
    }
  }

  func answer(_ command: Command, _ call: Call) async throws -> Response {
    if command.deed.namesVersion, command.rows.contains(where: { $0.version == nil }), call.condition != .any,
      call.events.visitor.mayChange
    {
      throw Self.failure("version is missing: a change names the version of the row that it was made for")
    }
    let result = try await call.events.run(command)
    let undo = context.keepUndo(of: result, at: entry.address)
    return call.form.isJSON ? json(result, undo) : redirect(result, undo, command, call)
  }

  // MARK: What was done

  private func redirect(
    _ result: CommandResult, _ undo: String?, _ command: Command, _ call: Call
  ) -> Response {
    var back = call.back
    back.events.selected = result.selected.map(\.encoded)
    back.events.editing = nil
    back.events.deleting = nil
    back.row = result.rows.first?.cell.encodedID ?? (command.isTogether ? nil : command.rows.first?.id.encoded)
    if command.deed.takesRowsAway { back.row = nil }
    let returnTo = back.text
    let flash = result.message.map { message in
      Flash(
        message, result.isRefused ? .refused : .done,
        undo: undo.map { token in
          Flash.Undo(
            action: entry.eventAddress,
            fields: [
              .init(name: "event", value: "undo"), .init(name: "token", value: token),
              .init(name: "_return", value: returnTo),
            ])
        })
    }
    var response = context.redirect(to: returnTo, call.request, flash: flash)
    response.headers.set(.location, result.destination.flatMap(address) ?? returnTo)
    return response
  }

  /// Where a handler leads to, as seen from the table's page; `nil` for an address that nobody is led to.
  private func address(_ destination: String) -> String? {
    guard WebAddress.isAllowed(destination) else { return nil }
    if destination.hasPrefix("?") || destination.hasPrefix("#") { return entry.address + destination }
    let isWhole = destination.hasPrefix("/") || destination.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.contains(":")
    if isWhole { return destination }
    return entry.address.prefix(through: entry.address.lastIndex(of: "/") ?? entry.address.startIndex) + destination
  }

  private func json(_ result: CommandResult, _ undo: String?) -> Response {
    let more: [(key: String, value: JSONValue)] = [
      ("selected", .list(result.selected.map { JSONValue($0) })), ("destination", JSONValue(result.destination)),
      ("rows", .list(result.rows.map { JSONValue($0) })), ("undo", JSONValue(undo)),
    ]
    return result.isRefused
      ? Response(.failure([result.message ?? "Refused"], status: 409, more), status: .conflict)
      : Response(.object([("ok", true), ("message", JSONValue(result.message))] + more))
  }

  // MARK: What was not

  /// What was entered is shown again, with what is wrong beside the fields.
  private func refused(_ errors: FieldErrors, _ call: Call) async throws -> Response {
    if call.form.isJSON {
      let fields = JSONValue.object(errors.messages.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })
      return Response(.failure(errors.sentences, status: 400, [("fields", fields)]), status: .badRequest)
    }
    let chosen = call.form.all("rows.row")
    if !chosen.isEmpty {
      let entered = RefusedEntry(values: call.form.values, errors: errors, ticked: call.form.ticked)
      return try await BulkEditResponder(context: context, entry: entry).page(
        chosen, call.events, call.back, refused: entered
      ).response(for: call.visitor, ViewPreferences(call.request), status: .badRequest)
    }
    var page = PageRequest(
      call.request, format: .html, preferences: ViewPreferences(call.request), visitor: call.visitor)
    var back = call.back
    back.events.isEditing = true
    page.target = back.address
    let entered = RefusedEntry(
      row: call.form["row"], kind: call.form["kind"].flatMap { Int($0) } ?? 0,
      values: call.form.values, errors: errors)
    page.refused = entered
    var response = try await view.list(entry, page).response
    response.status = .badRequest
    return response
  }

  /// Somebody else was quicker: both versions are shown, and what was entered can be sent once more.
  private func conflict(_ conflict: EditConflict, _ call: Call) async throws -> Response {
    let status: Status = call.condition != .none ? .preconditionFailed : .conflict
    let message =
      conflict.current == nil
      ? "Somebody has deleted the row meanwhile" : "Somebody has changed the row meanwhile"
    if call.form.isJSON {
      let submitted = call.form.values.sorted { $0.key < $1.key }.map { (key: $0.key, value: JSONValue.text($0.value)) }
      return Response(
        .failure(
          [message], status: Int(status.code),
          [("current", conflict.current.map { JSONValue($0) } ?? .null), ("submitted", .object(submitted))]),
        status: status)
    }
    return page(message, conflict, call).response(
      for: call.visitor, ViewPreferences(call.request), status: status)
  }

  private func page(_ message: String, _ conflict: EditConflict, _ call: Call) -> EditPage {
    var page = EditPage(context: context, entry: entry, heading: "Somebody else was quicker", remark: message + ".")
    let values = call.form.values
    var back = call.back
    back.events.editing = nil
    page.ways = [HTTPProblem.Link(title: "Leave it as it is now", address: back.text)]
    if !call.form.all("rows.row").isEmpty {
      page.ways.insert(
        HTTPProblem.Link(title: "Look at the rows as they are now", address: BulkEditResponder.address(back, entry)),
        at: 0)
      if let current = conflict.current {
        page.preview = RowTable([call.events.handler(of: current)], [current.cell]).preview("The row as it is now")
      }
      return page
    }
    guard let current = conflict.current else {
      let entered = values.sorted { $0.key < $1.key }
      if !entered.isEmpty {
        page.comparison = EditPage.comparison(
          entered.map(\.key), yours: entered.map(\.value), now: entered.map { _ in "" })
      }
      return page
    }
    let handler = call.events.handler(of: current)
    let table = RowTable([handler], [current.cell])
    let now = table.rows.first ?? []
    page.comparison = EditPage.comparison(
      table.columns,
      yours: values.isEmpty || handler.fields.isEmpty
        ? nil : zip(handler.fields, now).map { field, now in values[field.name] ?? now }, now: now.map { .text($0) })
    if call.form["event"] != "undo" {
      page.form = EditPage.Form(
        action: entry.eventAddress,
        hidden: call.form.all.filter { !["version", "_return"].contains($0.name) }
          + [("version", current.version.description), ("_return", call.back.text)],
        buttons: [
          .init(title: values.isEmpty ? "Do it all the same" : "Save what you entered", style: .warning)
        ])
    }
    return page
  }

  private static func failure(_ message: String) -> HTTPProblem {
    HTTPProblem(status: 400, messages: [message], heading: "This can't be done")
  }
}
