import Secrets
import SiteAccess
import SiteConfiguration
import TableModel

/// A table with columns that a visitor edits, with all that is needed to do something to its rows.
struct EditedTable: Sendable {
  let context: SiteContext
  let mounted: MountedTable
  let presentation: TablePresentation
  let writer: any RecordWriter
  let visitor: Visitor

  var schema: RecordSchema { presentation.schema }
  var address: String { presentation.address }
  var rule: EditingRule { EditingRule(schema.table, in: mounted.entry) }
  var references: ReferenceFields { ReferenceFields(context: context, entry: mounted.entry, visitor: visitor) }

  /// - Throws: `PageFailure` 404 if there is no such table, 403 if nothing can be written to it.
  init(
    _ name: String, in entry: SiteMap.DatabaseEntry, _ tables: MountedTables, _ context: SiteContext,
    by visitor: Visitor
  ) async throws {
    mounted = try await tables.table(name, in: entry)
    let schema = try await mounted.table.schema()
    guard let writer = mounted.table.writer else { throw PageFailure.readOnly(schema, in: entry) }
    self.writer = writer
    self.context = context
    self.visitor = visitor
    presentation = mounted.presentation(for: schema, context)
  }

  /// Makes changes, all of them or none.
  /// - Throws: `PageFailure` 403 for what the site's owner does not want, `RecordChangeError`.
  func apply(_ changes: [RecordChange]) async throws -> RecordChangeResult {
    try rule.check(changes)
    return try await writer.apply(changes, by: visitor.signature)
  }

  /// The row of a key; `nil` if there is none any more.
  func record(_ key: RowKey) async throws -> Record? {
    do { return try await mounted.record(key, as: presentation).record } catch TableError.notFound { return nil }
  }

  /// A row by its name, for a sentence.
  func quoted(_ record: Record) -> String {
    presentation.label(of: record).map { "“\($0)”" } ?? "\(schema.title) \(record.fullKey)"
  }

  func page(_ heading: String, remark: String? = nil) -> EditPage {
    EditPage(context: context, mounted: mounted, presentation: presentation, heading: heading, remark: remark)
  }

  /// Where a form leads back to.
  func back(_ path: String?) -> String { context.map.localPath(path ?? address) }

  /// Takes back the changes of a name; what was allowed to be done may be taken back.
  /// - Throws: `PageFailure` 404 if nothing is known of them any more, `RecordChangeError`.
  func takeBack(_ name: String) async throws -> (result: RecordChangeResult, message: String) {
    guard let undo = context.undo(named: name, table: address, by: visitor), case .records(let inverse) = undo.inverse
    else {
      throw PageFailure(
        status: 404, messages: ["This can't be taken back any more"], heading: "This can't be taken back any more")
    }
    let result = try await writer.takeBack(inverse, by: visitor.signature)
    context.undos.take(name)
    return (result, undo.message)
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
