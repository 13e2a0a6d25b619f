internal import MicroHTTP
import RequestBodies
import SitePages
import SiteTables
import TableArguments
import TableEditing
import TableModel

/// Changes, deletes or copies the rows that a form names, all of them or none.
extension FormWriteResponder {
  func changeSelection() async throws -> Response {
    if form["_duplicate"] != nil { return try await duplicate() }
    let rows = try namedRows()
    let isDeletion = form["_delete"] != nil
    let columns = try await table.writer.writableColumns()
    var fields = SelectionResponder.fields(columns, table.schema, table.rule)
    if let ticked = form.fields.first(where: { field in
      field.name.hasPrefix("set.") && !fields.contains { $0.column.name == field.name.dropFirst(4) }
    }) {
      throw HTTPProblem(
        status: 400, messages: ["“\(ticked.name.dropFirst(4))” can't be changed in several rows"],
        heading: "This form can't be used")
    }
    let values = isDeletion ? [] : await values(&fields)
    let page = { (text: String, problems: [RecordProblem], status: Status) async throws -> Response in
      try await SelectionResponder(table: table, columns: columns).page(
        rows.map(\.id), preferences, isRemoval: isDeletion, returnTo: form["_return"], form: form,
        problems: problems, alert: .init(lead: "Nothing was changed.", text: text), fields: fields, status: status)
    }
    guard isDeletion || !values.isEmpty, !fields.contains(where: { $0.error != nil }) else {
      let text = values.isEmpty ? "Fill in or tick the fields that are to be changed." : "A field needs a correction."
      return try await page(text, [], .badRequest)
    }
    do {
      let result = try await table.run(Command(isDeletion ? .delete : .update(values), together: rows))
      let count = result.records.outcomes.count.counted("row", "rows")
      var path = ReturnPath(form["_return"] ?? table.address)
      // Rows that are gone are chosen no longer.
      if isDeletion { path.events.selected = [] }
      return await done(isDeletion ? "Deleted \(count)." : "Changed \(count).", result, returnTo: path.address)
    } catch RecordChangeError.invalid(let problems) {
      let text = problems.map { problem in
        rows.indices.contains(problem.change) ? "Row \(rows[problem.change].id): \(problem.text)" : problem.text
      }.joined(separator: " ")
      return try await page(text, problems, .badRequest)
    } catch let conflict as EditConflict {
      let what = conflict.current == nil ? "has been deleted" : "has changed"
      return try await page(
        "Row \(conflict.id) \(what). Below are the rows as they are now.", [], .conflict)
    }
  }

  /// The values of the fields that are ticked, or that something was written in.
  private func values(_ fields: inout [RowField]) async -> [ColumnValue] {
    var values: [ColumnValue] = []
    for index in fields.indices {
      fields[index].read(form)
      guard form["set." + fields[index].column.name] != nil || !fields[index].text.isEmpty else { continue }
      guard form[fields[index].valueName] != nil || form[fields[index].nullName] != nil else {
        fields[index].error = "A value is required."
        continue
      }
      if fields[index].isNull {
        values.append(ColumnValue(fields[index].column.name, .null))
        continue
      }
      if let value = await table.references.value(of: &fields[index]) { values.append(value) }
    }
    return values
  }

  /// Inserts the rows once more, with keys of their own; values that no form could carry are copied too.
  private func duplicate() async throws -> Response {
    let keys = try form.all("_selected").map { try table.schema.key(encoded: $0) }
    let returnTo = form["_duplicate"] ?? table.address
    guard !keys.isEmpty else { return said("No row is selected.", .refused, returnTo) }
    guard keys.count <= SelectionResponder.limit else { throw SelectionResponder.tooMany }
    let columns = try await table.writer.writableColumns()
    let schema = table.schema
    let copied = schema.columns.indices.filter { position in
      columns.indices.contains(position) && !columns[position].isComputed && !columns[position].isNumbered
    }
    // A key that the database doesn't number has to be written by somebody.
    if copied.contains(where: { schema.columns[$0].isPrimaryKey }) {
      guard keys.count == 1 else {
        return said(
          "Rows of this table need keys that you choose; duplicate one at a time.", .refused, returnTo)
      }
      return .redirect(
        to: (table.address.below("/-/new")).with([("_from", schema.encoded(keys[0])), ("_return", returnTo)]))
    }
    let records = try await table.mounted.records(keys, as: table.presentation)
    guard records.count == keys.count else { return gone() }
    let copies = records.map { record in copied.map { ColumnValue(schema.columns[$0].name, record[$0]) } }
    do {
      let result = try await table.run(Command(.insertRecords(copies, ifExists: .refuse)))
      var path = ReturnPath(table.place.back(returnTo))
      // The copies are what is to be worked on now.
      path.events.selected = result.records.outcomes.compactMap(\.after?.key).map(schema.encoded)
      if path.events.selected.count > EventArguments.selectionLimit { path.events.selected = [] }
      return await done("Copied \(copies.count.counted("row", "rows")).", result, returnTo: path.address)
    } catch RecordChangeError.invalid(let problems) {
      let text = problems.map { problem in [problem.column, problem.text].compactMap(\.self).joined(separator: ": ") }
      return said("Nothing was copied. " + text.joined(separator: " "), .refused, returnTo)
    }
  }
}
