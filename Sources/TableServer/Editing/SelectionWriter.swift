internal import MicroHTTP
import TableModel
import TableRendering

/// Changes or deletes the rows that a form names, all of them or none.
struct SelectionWriter {
  private let writing: FormWriteResponder

  init(writing: FormWriteResponder) { self.writing = writing }

  func answer() async throws -> Response {
    let form = writing.form
    if form["_duplicate"] != nil { return try await duplicate() }
    let keys = try form.all("row").map { try writing.schema.key(encoded: $0) }
    let versions = form.all("version").map { RowVersion($0) }
    guard !keys.isEmpty, keys.count == versions.count, !versions.contains(nil) else {
      throw PageFailure(
        status: 400, messages: ["The form does not name rows with their versions"], heading: "This form is not complete"
      )
    }
    let isDeletion = form["_delete"] != nil
    let columns = try await writing.writer.writableColumns()
    let page = SelectionResponder(
      context: writing.context, mounted: writing.mounted, presentation: writing.presentation, columns: columns,
      references: writing.references)
    let preferences = ViewPreferences(writing.request)
    var fields = SelectionResponder.fields(
      columns, writing.presentation.schema, EditingRule(writing.presentation.schema.table, in: writing.mounted.entry))
    if let ticked = form.fields.first(where: { field in
      field.name.hasPrefix("set.") && !fields.contains { $0.column.name == field.name.dropFirst(4) }
    }) {
      throw PageFailure(
        status: 400, messages: ["“\(ticked.name.dropFirst(4))” can't be changed in several rows"],
        heading: "This form can't be used")
    }
    let values = isDeletion ? [] : await values(form, &fields)
    guard isDeletion || !values.isEmpty, !fields.contains(where: { $0.error != nil }) else {
      let text = values.isEmpty ? "Tick the fields that are to be changed." : "A field needs a correction."
      return try await page.page(
        keys, preferences, isRemoval: isDeletion, returnTo: form["_return"], form: form,
        alert: ("Nothing was changed.", text), fields: fields, status: .badRequest)
    }
    let changes = zip(keys, versions).map { key, version -> RecordChange in
      isDeletion ? .delete(key: key, expected: version) : .update(key: key, values, expected: version)
    }
    do {
      let result = try await writing.apply(changes)
      let count = result.outcomes.count == 1 ? "1 row" : "\(result.outcomes.count) rows"
      return writing.done(
        isDeletion ? "Deleted \(count)." : "Changed \(count).", result, returnTo: back(keepingSelection: !isDeletion))
    } catch RecordChangeError.invalid(let problems) {
      let text = problems.map { problem in
        keys.indices.contains(problem.change)
          ? "Row \(keys[problem.change]): \(problem.text)" : problem.text
      }.joined(separator: " ")
      return try await page.page(
        keys, preferences, isRemoval: isDeletion, returnTo: form["_return"], form: form, problems: problems,
        alert: ("Nothing was changed.", text), fields: fields,
        status: .badRequest)
    } catch RecordChangeError.stale(let stale) {
      let what = stale.current == nil ? "deleted" : "changed"
      return try await page.page(
        keys, preferences, isRemoval: isDeletion, returnTo: form["_return"], form: form,
        alert: (
          "Nothing was changed.",
          "Somebody else \(what) row \(stale.key) meanwhile. Below are the rows as they are now."
        ), fields: fields, status: .conflict)
    }
  }

  /// Where to go when it is done. Rows that are gone are chosen no longer.
  private func back(keepingSelection: Bool) -> String {
    guard let text = writing.form["_return"] else { return writing.presentation.address }
    var path = ReturnPath(text)
    if !keepingSelection { path.events.selected = [] }
    return path.address
  }

  // MARK: Copies

  /// Inserts the rows once more, with keys of their own; values that no form could carry are copied too.
  private func duplicate() async throws -> Response {
    let keys = try writing.form.all("_selected").map { try writing.schema.key(encoded: $0) }
    let returnTo = writing.form["_duplicate"] ?? writing.presentation.address
    guard !keys.isEmpty else {
      return writing.context.redirect(to: returnTo, writing.request, flash: Flash("No row is chosen.", .refused))
    }
    guard keys.count <= SelectionResponder.limit else { throw Self.tooMany }
    let columns = try await writing.writer.writableColumns()
    let schema = writing.presentation.schema
    let copied = schema.columns.indices.filter { position in
      columns.indices.contains(position) && !columns[position].isComputed && !columns[position].isNumbered
    }
    // A key that the database doesn't number has to be written by somebody.
    if copied.contains(where: { schema.columns[$0].isPrimaryKey }) {
      guard keys.count == 1 else {
        return writing.context.redirect(
          to: returnTo, writing.request,
          flash: Flash("Rows of this table have keys that somebody has to write; copy one at a time.", .refused))
      }
      var query = QueryText()
      query.append("_from", writing.schema.encoded(keys[0]))
      query.append("_return", returnTo)
      return .redirect(to: writing.presentation.address + "/-/new?" + query.text)
    }
    var changes: [RecordChange] = []
    for key in keys {
      let record = try await writing.mounted.record(key, as: writing.presentation).record
      changes.append(.insert(copied.map { ColumnValue(schema.columns[$0].name, record[$0]) }))
    }
    do {
      let result = try await writing.apply(changes)
      var path = ReturnPath(writing.context.map.localPath(returnTo))
      // The copies are what is to be worked on now.
      path.events.selected = result.outcomes.compactMap(\.after?.key).map(schema.encoded)
      if path.events.selected.count > EventArguments.selectionLimit { path.events.selected = [] }
      let count = changes.count == 1 ? "1 row" : "\(changes.count) rows"
      return writing.done("Copied \(count).", result, returnTo: path.address)
    } catch RecordChangeError.invalid(let problems) {
      let text = problems.map { problem in [problem.column, problem.text].compactMap(\.self).joined(separator: ": ") }
      return writing.context.redirect(
        to: returnTo, writing.request,
        flash: Flash("Nothing was copied. " + text.joined(separator: " "), .refused))
    }
  }

  private static let tooMany = PageFailure(
    status: 400, messages: ["At most \(SelectionResponder.limit) rows are changed together"],
    heading: "These are too many rows")

  /// The values of the fields that are ticked.
  private func values(_ form: FormBody, _ fields: inout [RowField]) async -> [ColumnValue] {
    var values: [ColumnValue] = []
    for index in fields.indices {
      fields[index].read(form)
      guard form["set." + fields[index].column.name] != nil else { continue }
      guard form[fields[index].valueName] != nil || form[fields[index].nullName] != nil else {
        fields[index].error = "A value is needed here."
        continue
      }
      if fields[index].isNull {
        values.append(ColumnValue(fields[index].column.name, .null))
        continue
      }
      if let value = await writing.references.value(of: &fields[index]) { values.append(value) }
    }
    return values
  }
}
