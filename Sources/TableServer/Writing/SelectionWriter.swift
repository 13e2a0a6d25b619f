internal import MicroHTTP
import TableModel
import TableRendering

/// Changes or deletes the rows that a form names, all of them or none.
struct SelectionWriter {
  private let writing: FormWriteResponder

  init(writing: FormWriteResponder) { self.writing = writing }

  func answer() async throws -> Response {
    let form = writing.form
    let keys = form.all("row").map { TildeEncoding.parts($0) }
    let versions = form.all("version").map { RecordVersion($0) }
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
    let values = isDeletion ? [] : await values(form, &fields)
    guard isDeletion || !values.isEmpty, !fields.contains(where: { $0.error != nil }) else {
      let text = values.isEmpty ? "Tick the fields that are to be changed." : "A field needs a correction."
      return try await page.page(
        keys, preferences, form: form, alert: ("Nothing was changed.", text), fields: fields, status: .badRequest)
    }
    let changes = zip(keys, versions).map { key, version -> RecordChange in
      isDeletion ? .delete(key: key, expected: version) : .update(key: key, values, expected: version)
    }
    do {
      let result = try await writing.apply(changes)
      let count = result.outcomes.count == 1 ? "1 row" : "\(result.outcomes.count) rows"
      return writing.done(
        isDeletion ? "Deleted \(count)." : "Changed \(count).", result, returnTo: writing.presentation.address)
    } catch RecordChangeError.invalid(let problems) {
      let text = problems.map { problem in
        keys.indices.contains(problem.change)
          ? "Row \(keys[problem.change].joined(separator: ",")): \(problem.text)" : problem.text
      }.joined(separator: " ")
      return try await page.page(
        keys, preferences, form: form, problems: problems, alert: ("Nothing was changed.", text), fields: fields,
        status: .badRequest)
    } catch RecordChangeError.stale(let stale) {
      let what = stale.current == nil ? "deleted" : "changed"
      return try await page.page(
        keys, preferences, form: form,
        alert: (
          "Nothing was changed.",
          "Somebody else \(what) row \(stale.key.joined(separator: ",")) meanwhile. Below are the rows as they are now."
        ), fields: fields, status: .conflict)
    }
  }

  /// The values of the fields that are ticked.
  private func values(_ form: FormBody, _ fields: inout [RowField]) async -> [ColumnValue] {
    var values: [ColumnValue] = []
    for index in fields.indices {
      fields[index].read(form)
      guard form["set." + fields[index].column.name] != nil else { continue }
      if fields[index].isNull {
        values.append(ColumnValue(fields[index].column.name, .null))
        continue
      }
      await writing.references.resolve(&fields[index])
      guard fields[index].error == nil else { continue }
      switch fields[index].value() {
      case .success(let value): values.append(ColumnValue(fields[index].column.name, value))
      case .failure(let problem): fields[index].error = problem.text
      }
    }
    return values
  }
}
