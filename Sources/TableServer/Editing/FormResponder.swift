internal import MicroHTTP
import SiteAccess
import SiteConfiguration
import TableModel
import TableRendering

/// Answers the pages where changes are asked for.
struct FormResponder: Sendable {
  let context: SiteContext
  let tables: MountedTables

  /// The page of a form.
  func answer(
    _ target: FormTarget, in entry: SiteMap.DatabaseEntry, _ request: PageRequest
  ) async throws -> PageAnswer {
    if target.kind == .copy {
      let mounted = try await tables.table(target.table, in: entry)
      let presentation = mounted.presentation(for: try await mounted.table.schema(), context)
      return try await CopyResponder(context: context).answer(mounted, presentation, request)
    }
    let table = try await EditedTable(target.table, in: entry, tables, context, by: request.visitor)
    guard target.kind == .edit || target.kind == .selection ? table.rule.allowsChanges : table.rule.allowsRows else {
      throw HTTPProblem.readOnly(table.schema, in: entry)
    }
    return try await page(target, table, request)
  }

  private func page(_ target: FormTarget, _ table: EditedTable, _ request: PageRequest) async throws -> PageAnswer {
    let sent = FormBody(request.arguments)
    let schema = table.schema
    let columns = try await table.writer.writableColumns()
    switch target.kind {
    case .new:
      var like: Record?
      if let from = sent["_from"] {
        like = try await table.mounted.record(try schema.key(encoded: from), as: table.presentation).record
      }
      var form = RowForm(new: columns, like: like, table.mounted, table.presentation)
      form.read(sent)
      await table.references.findChoices(&form.fields)
      return PageAnswer(form.page(table, request.preferences, flash: request.flash))
    case .edit:
      let record = try await table.mounted.record(try schema.key(encoded: target.key), as: table.presentation).record
      let only = sent["_field"].flatMap { schema.column(named: $0) }
      var form = RowForm(record, columns, table.mounted, table.presentation, only: only)
      form.returnTo = sent["_return"].flatMap { $0.isEmpty ? nil : $0 }
      await table.references.findChoices(&form.fields)
      return PageAnswer(form.page(table, request.preferences, flash: request.flash))
    case .remove:
      let key = try schema.key(encoded: target.key)
      let detail = try await table.mounted.record(key, as: table.presentation)
      // Only to say it before: the change itself says it too. Tried behind the reading, which it may make another schema for.
      let alert = (try? await table.writer.attempt([.delete(key: key, expected: nil)]))?.warning
      return PageAnswer(
        table.removalPage(of: detail, request.preferences, returnTo: sent["_return"], alert: alert))
    case .copy, .paste:
      return PageAnswer(table.pastePage(sent["_return"]).response(for: request.visitor, request.preferences))
    case .selection, .removal:
      return try await SelectionResponder(table: table, columns: columns).answer(target.kind, request)
    }
  }
}
