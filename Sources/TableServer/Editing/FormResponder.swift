import SitePages
import TableArguments
import TableModel

/// A page where changes to the rows of a table are asked for; the names are those of the paths.
enum FormKind: String, Sendable, CaseIterable {
  case new, selection, removal, copy, paste
  case edit, remove

  /// Whether its path names a row.
  var isForOneRow: Bool { self == .edit || self == .remove }
}

/// Answers the pages where changes are asked for.
struct FormResponder: Sendable {
  let kind: FormKind
  /// The key of the row that the path names, as it stands there.
  let key: String
  let request: PageRequest

  func answer(_ call: RouteCall) async throws -> PageAnswer {
    if kind == .copy {
      let mounted = try await call.tables.table(call.match.table, in: try call.entry)
      let presentation = mounted.presentation(for: try await mounted.table.schema(), call.context)
      return try await CopyResponder(context: call.context).answer(mounted, presentation, request)
    }
    let table = try await EditedTable(call)
    guard kind == .edit || kind == .selection ? table.rule.allowsChanges : table.rule.allowsRows else {
      throw HTTPProblem.readOnly(table.schema, in: table.mounted.entry)
    }
    return try await page(table)
  }

  private static func query(_ items: [(name: String, value: String)]) -> String {
    var query = QueryText()
    for item in items { query.append(item.name, item.value) }
    return query.text
  }

  private func page(_ table: EditedTable) async throws -> PageAnswer {
    let sent = FormBody(request.arguments)
    let schema = table.schema
    let columns = try await table.writer.writableColumns()
    switch kind {
    case .new:
      var like: Record?
      if let from = sent["_from"] {
        like = try await table.mounted.record(try schema.key(encoded: from), as: table.presentation).record
      }
      var form = RowForm(new: columns, like: like, table.mounted, table.presentation)
      form.read(sent)
      form.again = Self.query(sent.fields.filter { $0.name == "_return" || $0.name.hasPrefix("value.") })
      await table.references.findChoices(&form.fields)
      return PageAnswer(form.page(table, request.preferences, flash: request.flash))
    case .edit:
      let record = try await table.mounted.record(try schema.key(encoded: key), as: table.presentation).record
      let only = sent["_field"].flatMap { schema.column(named: $0) }
      var form = RowForm(record, columns, table.mounted, table.presentation, only: only)
      form.returnTo = sent["_return"].flatMap { $0.isEmpty ? nil : $0 }
      await table.references.findChoices(&form.fields)
      return PageAnswer(form.page(table, request.preferences, flash: request.flash))
    case .remove:
      let key = try schema.key(encoded: self.key)
      let detail = try await table.mounted.record(key, as: table.presentation)
      // Only to say it before: the change itself says it too. Tried behind the reading, which it may make another schema for.
      let alert = try await table.warning(beforeDeleting: [key])
      return PageAnswer(
        try await table.removalPage(of: detail, request.preferences, returnTo: sent["_return"], alert: alert))
    case .copy, .paste:
      return PageAnswer(table.pastePage(sent["_return"]).response(request.preferences))
    case .selection, .removal:
      return try await SelectionResponder(table: table, columns: columns).answer(kind, request)
    }
  }
}
