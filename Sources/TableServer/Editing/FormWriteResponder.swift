import Secrets
import SiteAccess
internal import MicroHTTP
import TableModel
import TableRendering

/// Applies what forms ask for: leads on with a flash when it is done, shows the form again with what was written in it when it isn't.
struct FormWriteResponder {
  let context: SiteContext
  let mounted: MountedTable
  let presentation: TablePresentation
  let writer: any RecordWriter
  let visitor: Visitor
  let request: Request
  let form: FormBody

  var schema: RecordSchema { presentation.schema }
  private var preferences: ViewPreferences { ViewPreferences(request) }
  var references: ReferenceFields { ReferenceFields(context: context, entry: mounted.entry, visitor: visitor) }

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
    case .change:
      try await SelectionWriter(writing: self).answer()
    case .paste: try await paste(json: nil)
    case .upsert:
      throw PageFailure(
        status: 415, messages: ["Rows are upserted by JSON alone"], heading: "This can't be written")
    }
  }

  /// Adds the rows of a text.
  /// - Parameter json: the body of a script; `nil` for the form.
  func paste(json: [UInt8]?) async throws -> Response {
    try await RowPasteResponder(
      context: context, mounted: mounted, presentation: presentation, columns: try await writer.writableColumns(),
      references: references
    ).answer(self, json: json)
  }

  /// The form around a grid carries the arguments of its page along, which mean nothing for the copies of its rows.
  private func checkDuplication() throws(PageFailure) {
    do {
      var items = form.fields.filter { $0.name != "_duplicate" }
      _ = try EventArguments(takingFrom: &items)
      _ = try PageArguments(items, schema: schema, limits: presentation.limits)
    } catch {
      throw PageFailure(status: 400, messages: error.messages, heading: "This form can't be used")
    }
  }

  // MARK: One row

  private func insert() async throws -> Response {
    var rowForm = RowForm(new: try await writer.writableColumns(), like: nil, mounted, presentation)
    try rowForm.check(form)
    rowForm.read(form)
    let values = await rowForm.values(references)
    guard !rowForm.hasErrors else { return await again(rowForm) }
    do {
      let result = try await apply([.insert(values)])
      guard let row = result.outcomes.first?.after else { throw TableError.notFound("Record not found") }
      let name = Self.quoted(row, presentation)
      let address = presentation.address(of: row.key)
      let isMore = form["_again"] != nil
      return done(
        "Inserted \(name).", result, returnTo: isMore ? presentation.address + "/-/new" : form["_return"] ?? address)
    } catch RecordChangeError.invalid(let problems) {
      rowForm.note(problems)
      return await again(rowForm)
    }
  }

  private func update(_ key: RowKey) async throws -> Response {
    guard let expected = form["version"].flatMap({ RowVersion($0) }) else { throw Self.incomplete }
    let columns = try await writer.writableColumns()
    guard let record = try await present(key) else { return try await gone(columns) }
    // A form holds the fields that it was made with: the whole row, or one cell.
    var rowForm = RowForm(record, columns, mounted, presentation)
    rowForm.fields.removeAll { field in
      let names = [field.originalName, field.valueName, field.nullName]
      return names.allSatisfy { form[$0] == nil } && form.files[field.valueName] == nil
    }
    rowForm.purpose = .update(key: key, version: expected)
    rowForm.read(form)
    let values = await rowForm.values(references)
    do {
      if RowVersion(record) != expected {
        throw RecordChangeError.stale(StaleRecord(change: 0, key: key, expected: expected, current: record))
      }
      try rowForm.check(form)
      guard !rowForm.hasErrors else { return await again(rowForm) }
      let result = try await apply([.update(key: key, values, expected: expected)])
      let row = result.outcomes.first?.after ?? record
      let address = presentation.address(of: row.key)
      guard result.outcomes.first?.action == .updated else {
        return context.redirect(to: form["_return"] ?? address, request, flash: Flash("Nothing was changed."))
      }
      return done("Saved \(Self.quoted(row, presentation)).", result, returnTo: form["_return"] ?? address)
    } catch RecordChangeError.invalid(let problems) {
      rowForm.note(problems)
      return await again(rowForm)
    } catch RecordChangeError.stale(let stale) {
      guard let current = stale.current else { return try await gone(columns) }
      try presentation.check(written: current)
      rowForm.merge(with: current)
      return await again(rowForm, status: .conflict)
    }
  }

  /// The row of a key; `nil` if there is none any more.
  private func present(_ key: RowKey) async throws -> Record? {
    do { return try await mounted.record(key, as: presentation).record } catch TableError.notFound { return nil }
  }

  /// What was written for a row that is not there any more can be inserted again.
  private func gone(_ columns: [WritableColumn]) async throws -> Response {
    var rowForm = RowForm(new: columns, like: nil, mounted, presentation)
    rowForm.read(form)
    for index in rowForm.fields.indices { rowForm.fields[index].was = nil }
    rowForm.problem =
      "Somebody else deleted this row meanwhile. What you wrote is below; it can be inserted as a new row."
    return await again(rowForm, status: .conflict)
  }

  private func delete(_ key: RowKey) async throws -> Response {
    guard let expected = form["version"].flatMap({ RowVersion($0) }) else { throw Self.incomplete }
    let page = RemovalPage(context: context, mounted: mounted, presentation: presentation, visitor: visitor)
    do {
      let result = try await apply([.delete(key: key, expected: expected)])
      let name = result.outcomes.first?.before.map { Self.quoted($0, presentation) } ?? "the row"
      var path = ReturnPath(form["_return"] ?? presentation.address)
      // What is gone is chosen no longer.
      path.events.selected.removeAll { (try? schema.key(encoded: $0)) == key }
      return done("Deleted \(name).", result, returnTo: path.address)
    } catch RecordChangeError.invalid(let problems) {
      let text = problems.map(\.text).joined(separator: " ")
      return page.page(
        try await mounted.record(key, as: presentation), preferences, returnTo: form["_return"],
        alert: ("Not deleted.", text),
        status: .badRequest)
    } catch RecordChangeError.stale(let stale) {
      guard stale.current != nil else {
        return context.redirect(
          to: presentation.address, request, flash: Flash("Somebody else has deleted this row already.", .refused))
      }
      return page.page(
        try await mounted.record(key, as: presentation), preferences, returnTo: form["_return"],
        alert: ("Somebody else changed this row meanwhile.", "Nothing was deleted. This is the row as it is now."),
        status: .conflict)
    }
  }

  // MARK: Taking back

  private func undo() async throws -> Response {
    let name = form["undo"] ?? ""
    guard let undo = context.undo(named: name, mounted, schema, by: visitor) else {
      return context.redirect(
        to: form["_return"] ?? presentation.address, request,
        flash: Flash("This can't be taken back any more.", .refused))
    }
    do {
      // What was allowed to be done may be taken back.
      let result = try await writer.takeBack(undo.inverse, by: visitor.signature)
      context.undos.take(name)
      let rows = result.outcomes.compactMap(\.after)
      let address = rows.count == 1 ? presentation.address(of: rows[0].key) : presentation.address
      return done("Taken back: \(undo.message)", result, returnTo: address, title: "Redo")
    } catch is RecordChangeError {
      return context.redirect(
        to: form["_return"] ?? presentation.address, request,
        flash: Flash("This can't be taken back: somebody has changed these rows since.", .refused))
    }
  }

  // MARK: Answers

  func apply(_ changes: [RecordChange]) async throws -> RecordChangeResult {
    try EditingRule(schema.table, in: mounted.entry).check(changes)
    return try await writer.apply(changes, by: visitor.signature)
  }

  /// Leads on, and says what was done, with a button that takes it back where that can be.
  func done(
    _ message: String, _ result: RecordChangeResult, returnTo: String, title: String = "Undo"
  ) -> Response {
    let address = context.map.localPath(returnTo)
    let message = result.warning.isEmpty ? message : message + " " + result.warning
    let undo = context.keepUndo(of: result, mounted, schema, by: visitor, message: message).map { name in
      Flash.Undo(
        action: presentation.address + "/-/undo",
        fields: [.init(name: "undo", value: name), .init(name: "_return", value: address)], title: title)
    }
    return context.redirect(to: address, request, flash: Flash(message, undo: undo))
  }

  private func again(_ rowForm: RowForm, status: Status = .badRequest) async -> Response {
    var rowForm = rowForm
    // No page can fill in a file again.
    for index in rowForm.fields.indices where rowForm.fields[index].bytes != nil {
      rowForm.fields[index].hint = "Choose the file once more."
    }
    await references.findChoices(&rowForm.fields)
    return rowForm.page(context, preferences, visitor, status: status)
  }

  /// A row by its name, for a sentence.
  static func quoted(_ record: Record, _ presentation: TablePresentation) -> String {
    presentation.label(of: record).map { "“\($0)”" }
      ?? "\(presentation.schema.title) \(record.fullKey)"
  }

  private static let incomplete = PageFailure(
    status: 400, messages: ["The form does not say which version of the row it is about"],
    heading: "This form is not complete")
}

extension RowForm {
  /// Whether something is to be mended.
  var hasErrors: Bool { problem != nil || fields.contains { $0.error != nil } }
}
