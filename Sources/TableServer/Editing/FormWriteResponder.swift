internal import MicroHTTP
import RequestBodies
import SitePages
import TableArguments
import TableEditing
import TableModel

/// Applies what forms ask for: leads on with a flash when it is done, shows the form again with what was written in it when it isn't.
struct FormWriteResponder {
  let table: EditedTable
  let request: Request
  let form: FormBody

  var schema: RecordSchema { table.schema }
  var preferences: ViewPreferences { ViewPreferences(request) }

  func answer(_ target: WriteTarget) async throws -> Response {
    if target.action == .change, form["_duplicate"] != nil {
      try checkDuplication()
    } else if target.action != .upsert {
      try FormNames(target.action, schema).check(form)
    }
    return switch target.action {
    case .insert: try await insert()
    case .update: try await update(try schema.key(encoded: target.key))
    case .delete: try await delete(try schema.key(encoded: target.key))
    case .undo: try await undo()
    case .act: try await act()
    case .move: try await move()
    case .change: try await changeSelection()
    case .paste: try await paste()
    case .upsert:
      throw HTTPProblem(
        status: 415, messages: ["Rows are upserted by JSON alone"], heading: "This can't be written")
    }
  }

  /// The form around a grid carries the arguments of its page along, which mean nothing for the copies of its rows.
  private func checkDuplication() throws(HTTPProblem) {
    do {
      var items = form.fields.filter { $0.name != "_duplicate" }
      _ = try EventArguments(takingFrom: &items)
      _ = try PageArguments(items, schema: schema, limits: table.presentation.limits)
    } catch {
      throw HTTPProblem(status: 400, messages: error.messages, heading: "This form can't be used")
    }
  }

  // MARK: One row

  private func insert() async throws -> Response {
    var rowForm = RowForm(
      new: try await table.writer.writableColumns(), like: nil, table.mounted, table.presentation)
    try rowForm.check(form)
    rowForm.read(form)
    rowForm.again = form["_again"] ?? ""
    let values = await rowForm.values(table.references)
    guard !rowForm.hasErrors else { return await again(rowForm) }
    do {
      let result = try await table.run(Command(.insertRecords([values], ifExists: .refuse)))
      guard let row = result.records.outcomes.first?.after else { throw TableError.notFound("Record not found") }
      let address = table.presentation.address(of: row.key)
      // The next one begins as this one did.
      let next = form["_again"].map { again in
        table.address.below("/-/new").with(
          QueryItems(again[...]).map { ($0.name, $0.value) }.filter {
            $0.name == "_return" || $0.name.hasPrefix("value.")
          })
      }
      return await done("Inserted \(table.quoted(row)).", result, returnTo: next ?? form["_return"] ?? address)
    } catch RecordChangeError.invalid(let problems) {
      rowForm.note(problems)
      return await again(rowForm)
    }
  }

  private func update(_ key: RowKey) async throws -> Response {
    let expected = try version()
    let columns = try await table.writer.writableColumns()
    guard let record = try await table.record(key) else { return try await insertAgain(columns) }
    // A form holds the fields that it was made with: the whole row, or one cell.
    var rowForm = RowForm(record, columns, table.mounted, table.presentation)
    rowForm.fields.removeAll { field in
      let names = [field.originalName, field.valueName, field.nullName]
      return names.allSatisfy { form[$0] == nil } && form.files[field.valueName] == nil
    }
    rowForm.purpose = .update(key: key, version: expected)
    rowForm.read(form)
    let values = await rowForm.values(table.references)
    do {
      if RowVersion(record) != expected {
        throw EditConflict(key, current: TableRow(record), expected: expected)
      }
      try rowForm.check(form)
      guard !rowForm.hasErrors else { return await again(rowForm) }
      let result = try await table.run(Command(.update(values), ChosenRow(key, version: expected)))
      let outcome = result.records.outcomes.first
      let row = outcome?.after ?? record
      let back = form["_return"] ?? table.presentation.address(of: row.key)
      guard outcome?.action == .updated else { return said("Nothing was changed.", .done, back) }
      return await done("Saved \(table.quoted(row)).", result, returnTo: back)
    } catch RecordChangeError.invalid(let problems) {
      rowForm.note(problems)
      return await again(rowForm)
    } catch let conflict as EditConflict {
      guard let current = conflict.record else { return try await insertAgain(columns) }
      try table.presentation.check(written: current)
      rowForm.merge(with: current)
      return await again(rowForm, status: .conflict)
    }
  }

  /// What was written for a row that is not there any more can be inserted again.
  private func insertAgain(_ columns: [WritableColumn]) async throws -> Response {
    var rowForm = RowForm(new: columns, like: nil, table.mounted, table.presentation)
    rowForm.read(form)
    for index in rowForm.fields.indices { rowForm.fields[index].was = nil }
    rowForm.problem =
      "This row has been deleted. What you wrote is below; it can be inserted as a new row."
    return await again(rowForm, status: .conflict)
  }

  private func delete(_ key: RowKey) async throws -> Response {
    let expected = try version()
    func question(_ lead: String, _ text: String, _ status: Status) async throws -> Response {
      var alert = EditPage.Alert(lead: lead, text: text)
      alert.isObstacle = status == .badRequest
      return try await table.removalPage(
        of: try await table.mounted.record(key, as: table.presentation), preferences, returnTo: form["_return"],
        alert: alert, status: status)
    }
    do {
      let result = try await table.run(Command(.delete, ChosenRow(key, version: expected)))
      let name = result.records.outcomes.first?.before.map { table.quoted($0) } ?? "the row"
      var path = ReturnPath(form["_return"] ?? table.address)
      // What is gone is chosen no longer.
      path.events.selected.removeAll { (try? schema.key(encoded: $0)) == key }
      return await done("Deleted \(name).", result, returnTo: path.address)
    } catch RecordChangeError.invalid(let problems) {
      return try await question("Not deleted.", problems.map(\.text).joined(separator: " "), .badRequest)
    } catch let conflict as EditConflict {
      guard conflict.current != nil else { return gone() }
      return try await question(
        "This row has changed.", "Nothing was deleted. This is the row as it is now.", .conflict)
    }
  }

  // MARK: Others

  private func paste() async throws -> Response {
    let text = form["text"] ?? "", back = table.place.back(form["_return"])
    // A person has seen what is left out.
    switch try await table.paste(text, isConfirmed: try form.isConfirmed(), takesAllColumns: false) {
    case .stored(let result, let message): return await done(message, result, returnTo: back)
    case .preview(let preview):
      return preview.response(at: table.place, table.address.below("/-/paste"), [], text: text, back: back, preferences)
    }
  }

  private func undo() async throws -> Response {
    do {
      let (result, message) = try await table.revert(form["undo"] ?? "")
      let rows = result.records.outcomes.compactMap(\.after)
      let place = rows.count == 1 ? table.presentation.address(of: rows[0].key) : table.address
      // Whoever undoes one of several goes on from where they are listed.
      let changes = table.context.changesAddress, address = form["_return"] == changes ? changes : place
      return await done("Undone: \(message)", result, returnTo: address, title: "Redo")
    } catch let error as HTTPProblem {
      return said(error.heading + ".", .refused, form["_return"])
    } catch  where error is RecordChangeError || error is EditConflict || error is TableCommandError {
      return said("This can't be undone: these rows have changed since.", .refused, form["_return"])
    }
  }

  // MARK: Answers

  /// Redirects to a page that says what was done, with a button that undoes it where that is possible.
  func done(_ message: String, _ result: CommandResult, returnTo: String, title: String = "Undo") async -> Response {
    let warning = result.records.warning
    let message = warning.isEmpty ? message : message + " " + warning
    let undo = await table.context.keepUndo(of: result, at: table.address, by: table.visitor, message: message)
    return table.place.redirect(to: table.place.back(returnTo), request, message, undo: undo, title: title)
  }

  /// Redirects to a page that says why nothing was done.
  func said(_ message: String, _ outcome: Flash.Outcome, _ path: String? = nil) -> Response {
    table.place.redirect(to: path ?? table.address, request, message, outcome)
  }

  /// What a form lacks.
  static func incomplete(_ message: String) -> HTTPProblem {
    HTTPProblem(status: 400, messages: [message], heading: "This form is not complete")
  }

  func gone() -> Response { said("This row has already been deleted.", .refused) }

  private func again(_ rowForm: RowForm, status: Status = .badRequest) async -> Response {
    var rowForm = rowForm
    // No page can fill in a file again.
    for index in rowForm.fields.indices where rowForm.fields[index].bytes != nil {
      rowForm.fields[index].hint = "Choose the file once more."
    }
    await table.references.findChoices(&rowForm.fields)
    return rowForm.page(table, preferences, status: status)
  }

  /// The version that the form was made for.
  private func version() throws(HTTPProblem) -> RowVersion {
    guard let version = form["version"].flatMap({ RowVersion($0) }) else {
      throw Self.incomplete("The form does not say which version of the row it is about")
    }
    return version
  }
}

extension RowForm {
  /// Whether something is to be mended.
  var hasErrors: Bool { problem != nil || fields.contains { $0.error != nil } }
}
