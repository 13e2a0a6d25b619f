import SiteAccess
import SiteConfiguration
internal import MicroHTTP
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
    let mounted = try await tables.table(target.table, in: entry)
    let schema = try await mounted.table.schema()
    let presentation = mounted.presentation(for: schema, context)
    if target.kind == .copy {
      return try await SelectionCopy(context: context, mounted: mounted, presentation: presentation).answer(request)
    }
    guard let writer = mounted.table.writer else { throw PageFailure.readOnly(schema, in: entry) }
    let rule = EditingRule(schema.table, in: entry)
    guard target.kind == .edit || target.kind == .selection ? rule.allowsChanges : rule.allowsRows else {
      throw PageFailure.readOnly(schema, in: entry)
    }
    let columns = try await writer.writableColumns()
    let sent = FormBody(request.arguments)
    let references = ReferenceFields(context: context, entry: entry, visitor: request.visitor)
    switch target.kind {
    case .new:
      let from = try sent["_from"].map { try schema.key(encoded: $0) }
      let record = try await from.asyncMap { try await mounted.record($0, as: presentation).record } ?? nil
      var form = RowForm(new: columns, like: record, mounted, presentation)
      form.read(sent)
      await references.findChoices(&form.fields)
      return PageAnswer(form.page(context, request.preferences, request.visitor, flash: request.flash))
    case .edit:
      let record = try await mounted.record(try schema.key(encoded: target.key), as: presentation).record
      let only = sent["_field"].flatMap { schema.column(named: $0) }
      var form = RowForm(record, columns, mounted, presentation, only: only)
      form.returnTo = sent["_return"].flatMap { $0.isEmpty ? nil : $0 }
      await references.findChoices(&form.fields)
      return PageAnswer(form.page(context, request.preferences, request.visitor, flash: request.flash))
    case .remove:
      let key = try schema.key(encoded: target.key)
      let detail = try await mounted.record(key, as: presentation)
      return PageAnswer(
        RemovalPage(
          context: context, mounted: mounted, presentation: presentation, visitor: request.visitor
        ).page(
          detail, request.preferences, returnTo: sent["_return"],
          // Only to say it before: the change itself says it too.
          alert: (try? await writer.attempt([.delete(key: key, expected: nil)]))?.warning))
    case .copy, .paste:
      return RowPasteResponder(
        context: context, mounted: mounted, presentation: presentation, columns: columns, references: references
      ).question(request)
    case .selection, .removal:
      return try await SelectionResponder(
        context: context, mounted: mounted, presentation: presentation, columns: columns, references: references,
        writer: writer
      ).answer(target.kind, request)
    }
  }
}

extension PageFailure {
  /// What is answered where nothing can be written.
  static func readOnly(_ schema: RecordSchema, in entry: SiteMap.DatabaseEntry) -> PageFailure {
    PageFailure(
      status: 403, messages: ["“\(schema.table)” can only be read"], heading: "This table can only be read",
      wayOut: PageFailure.Link(title: "All rows of \(schema.table)", address: entry.address(ofTable: schema.table)))
  }
}

extension Optional {
  /// What a wrapped value becomes.
  fileprivate func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async throws -> Result? {
    guard let self else { return nil }
    return try await transform(self)
  }
}
