internal import MicroHTTP
import RequestBodies
import Secrets
import SiteAccess
import SitePages
import SiteTables
import TableArguments
import TableEditing
import TableModel
import TableRendering
import TextCoding

/// Carries out what a visitor does to a table built in code: forms are answered by a redirect, JSON by JSON.
struct EventResponder {
  let entry: SiteMap.ControllerEntry
  let view: SiteView
  let place: EditingPlace
  let request: Request
  let form: FormBody
  let events: TableEvents
  /// The page that the form was on.
  let back: ReturnPath
  /// The rows that were selected on it.
  let selected: [RowKey]
  /// What the request's head says of the row's version.
  private let condition: VersionCondition
  /// The version that the visitor saw of the row; `nil` if the request names none.
  private var version: RowVersion?

  var context: SiteContext { place.context }

  init(_ entry: SiteMap.ControllerEntry, _ view: SiteView, _ request: Request, of visitor: Visitor) throws {
    self.entry = entry
    self.view = view
    self.request = request
    place = EditingPlace(entry, view.context, by: visitor)
    form = try FormBody(event: request)
    events = entry.controller.events(for: view.context.eventVisitor(visitor, entry))
    back = ReturnPath(form["_return"] == nil ? entry.address : place.back(form["_return"]))
    selected = (form.isJSON ? form.all("selected") : back.events.selected).rowKeys
    condition = VersionCondition(request)
    version = condition.version
    guard selected.count <= EventArguments.selectionLimit else {
      throw Command.failure("At most \(EventArguments.selectionLimit) rows can be selected at a time")
    }
    if condition == .none, let text = form["version"], !text.isEmpty {
      guard let sent = RowVersion(text) else {
        throw Command.failure("version must be the 16 digits that a row has there")
      }
      version = sent
    }
  }

  func answer() async throws -> Response {
    do {
      return try await carriedOut()
    } catch TableCommandError.otherRow(let what) {
      // For the log; visitors are told that it is the table's fault.
      throw TableCommandError.otherRow(what)
    } catch let error as TableCommandError {
      throw HTTPProblem(error, place.visitor, entry, context)
    } catch let error as EditConflict {
      return try await conflict(error)
    } catch let error as SectionConflict {
      var problem = HTTPProblem(error)
      if condition != .none { problem.status = 412 }
      problem.recoveryLink = HTTPProblem.Link(title: "Back to “\(entry.controller.title)”", address: back.text)
      throw problem
    } catch let error as FieldErrors {
      return try await refused(error)
    }
  }

  private func carriedOut() async throws -> Response {
    switch form["event"] {
    case "paste": return try await paste()
    case "undo":
      guard events.visitor.mayChange else { throw TableCommandError.notAllowed }
      let name = form["token"] ?? ""
      guard let undo = await context.undo(named: name, table: entry.address, by: place.visitor) else {
        throw Command.failure("This can no longer be undone")
      }
      let answer = try await answer(Command(.undo(undo.edits), selected: selected))
      await context.undos.forget(name, of: undo)
      return answer
    default: return try await answer(try Command(event: form, version: version, selected: selected))
    }
  }

  func answer(_ command: Command) async throws -> Response {
    if command.lacksVersion, condition != .any, events.visitor.mayChange {
      throw Command.failure("version is missing: a change names the version of the row or section that it was made for")
    }
    let result = try await events.run(command)
    let undo = await context.keepUndo(of: result, at: entry.address)
    return form.isJSON ? json(result, undo) : redirect(result, undo, command)
  }

  // MARK: What was done

  private func redirect(_ result: CommandResult, _ undo: String?, _ command: Command) -> Response {
    var back = back
    back.events.selected = result.selected.map(\.encoded)
    back.events.editing = nil
    back.events.deleting = nil
    back.events.deletingSection = nil
    back.row = result.rows.first?.cell.encodedID ?? (command.isTogether ? nil : command.rows.first?.id.encoded)
    if command.deed.takesRowsAway {
      back.row = nil
      // The page of a row goes with the row.
      if back.key(ofRowAt: entry.address) != nil { back = ReturnPath(entry.address) }
    }
    var response = place.redirect(
      to: back.text, request, result.message, result.isRefused ? .refused : .done, undo: undo)
    response.headers.set(.location, result.destination.flatMap(address) ?? back.text)
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
      ? .failure([result.message ?? "Refused"], .conflict, more)
      : Response(.object([("ok", true), ("message", JSONValue(result.message))] + more))
  }

  // MARK: What was not

  /// What was entered is shown again, with what is wrong beside the fields.
  private func refused(_ errors: FieldErrors) async throws -> Response {
    if form.isJSON {
      let fields = JSONValue.object(errors.messages.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })
      return .failure(errors.sentences, .badRequest, [("fields", fields)])
    }
    if form["view"] != nil {
      throw HTTPProblem(
        status: 400, messages: errors.sentences, heading: "This can't be done",
        recoveryLink: HTTPProblem.Link(title: "Back to “\(entry.controller.title)”", address: back.text))
    }
    let preferences = ViewPreferences(request), chosen = form.all("rows.row")
    var entered = RefusedEntry(row: form["row"], values: form.values, errors: errors, ticked: form.ticked)
    if !chosen.isEmpty {
      return try await BulkEditResponder(place: place, entry: entry).page(chosen, events, back, refused: entered)
        .response(preferences, status: .badRequest)
    }
    var page = PageRequest(request, format: .html, preferences: preferences, visitor: place.visitor)
    var back = back
    back.events.isEditing = true
    page.target = back.address
    entered.kind = form["kind"].flatMap { Int($0) } ?? 0
    page.refused = entered
    let answer =
      if let key = back.key(ofRowAt: entry.address) { try await view.row(key, of: entry, page) } else {
        try await view.list(entry, page)
      }
    var response = answer.response
    response.status = .badRequest
    return response
  }

  /// The row has changed: both versions are shown, and what was entered can be sent once more.
  private func conflict(_ conflict: EditConflict) async throws -> Response {
    let status: Status = condition != .none ? .preconditionFailed : .conflict
    let message =
      conflict.current == nil
      ? "The row has been deleted" : "The row has changed"
    if form.isJSON {
      let submitted = form.values.sorted { $0.key < $1.key }.map { (key: $0.key, value: JSONValue.text($0.value)) }
      return .failure(
        [message], status,
        [("current", conflict.current.map { JSONValue($0) } ?? .null), ("submitted", .object(submitted))])
    }
    return page(message, conflict).response(ViewPreferences(request), status: status)
  }

  private func page(_ message: String, _ conflict: EditConflict) -> EditPage {
    var page = EditPage(place, "This row has changed", remark: message + ".")
    let values = form.values
    var back = back
    back.events.editing = nil
    page.ways = [LinkView(title: "Leave it as it is now", address: back.text)]
    if !form.all("rows.row").isEmpty {
      page.ways.insert(
        LinkView(title: "Look at the rows as they are now", address: back.addressOfChosen(in: entry)),
        at: 0)
      if let current = conflict.current {
        page.preview = RowTable([events.handler(of: current)], [current.cell]).preview("The row as it is now")
      }
      return page
    }
    guard let current = conflict.current else {
      let entered = values.sorted { $0.key < $1.key }
      if !entered.isEmpty {
        page.comparison = EditPage.Comparison(
          entered.map(\.key), yours: entered.map(\.value), now: entered.map { _ in "" })
      }
      return page
    }
    let handler = events.handler(of: current)
    let table = RowTable([handler], [current.cell])
    let now = table.rows.first ?? []
    page.comparison = EditPage.Comparison(
      table.columns,
      yours: values.isEmpty || handler.fields.isEmpty
        ? nil : zip(handler.fields, now).map { field, now in values[field.name] ?? now }, now: now)
    if form["event"] != "undo" {
      page.form = EditPage.Form(
        action: entry.eventAddress,
        hidden: form.fields.filter { !["version", "_return"].contains($0.name) }
          + [("version", current.version.description), ("_return", self.back.text)],
        buttons: [
          .init(title: values.isEmpty ? "Apply anyway" : "Save what you entered", style: .warning)
        ])
    }
    return page
  }
}
