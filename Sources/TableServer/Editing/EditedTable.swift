import RecordViewModels
import Secrets
import SiteAccess
import SiteConfiguration
import SitePages
import SiteTables
import TableEditing
import TableModel

/// A table with columns that a visitor edits, with all that is needed to do something to its rows.
struct EditedTable: Sendable {
  let place: EditingPlace
  let mounted: MountedTable
  let presentation: TablePresentation
  private let store: RecordStore
  let events: TableEvents

  var context: SiteContext { place.context }
  var visitor: Visitor { place.visitor }
  var schema: RecordSchema { presentation.schema }
  var address: String { presentation.address }
  var rule: EditingRule { EditingRule(schema.table, in: mounted.entry) }
  var writer: any RecordWriter { store.writer }

  /// What would become of changes; nothing is stored.
  func attempt(_ changes: [RecordChange]) async throws -> RecordDryRun {
    try await store.writer.attempt(changes, by: store.author)
  }

  /// What a page says before rows are deleted; `nil` for nothing.
  /// - Throws: `RecordChangeError.notPermitted` where others would go along that the visitor may not change. All else is said by the change
  ///   itself.
  func warning(beforeDeleting keys: [RowKey]) async throws -> EditPage.Alert? {
    do {
      return try await attempt(keys.map { .delete(key: $0, expected: nil) }).warning
    } catch RecordChangeError.notPermitted(let table) {
      throw RecordChangeError.notPermitted(table: table)
    } catch { return nil }
  }
  var references: ReferenceFields { ReferenceFields(context: context, entry: mounted.entry, visitor: visitor) }

  /// - Throws: `HTTPProblem` 404 if there is no such table, 403 if nothing can be written to it.
  /// - Parameter table: its name, where the path doesn't have it.
  init(_ call: RouteCall, table: String? = nil) async throws {
    let entry = try call.entry, context = call.context, visitor = call.visitor
    mounted = try await call.tables.table(table ?? call.match.table, in: entry)
    let schema = try await mounted.table.schema()
    guard let writer = mounted.table.writer(for: visitor.ofTable) else { throw HTTPProblem.readOnly(schema, in: entry) }
    presentation = mounted.presentation(for: schema, context)
    place = EditingPlace(presentation, in: entry, context, by: visitor)
    store = RecordStore(mounted.table, writer, presentation.source, author: visitor.author(in: entry.name))
    var handlers = EventHandlerMap()
    try handlers.register(RecordEventHandler(presentation: presentation))
    events = TableEvents(
      store, handlers: handlers, selection: .multiple,
      visitor: visitor.ofTable, path: presentation.address,
      title: presentation.schema.title)
  }

  /// Carries a command out.
  /// - Throws: `HTTPProblem` 403 for what the site's owner does not want, 400 for what a handler refuses, `EditConflict`,
  ///   `RecordChangeError`, `TableCommandError`.
  func run(_ command: Command) async throws -> CommandResult {
    try rule.check(command.deed)
    let result = try await events.run(command)
    guard !result.isRefused else {
      throw HTTPProblem(
        status: 400, messages: [result.message ?? "Refused"], heading: "This can't be done",
        recoveryLink: .init(title: "All rows of \(schema.title)", address: address))
    }
    return result
  }

  /// The action of a name.
  /// - Parameter key: a row that it is for, which handlers are asked about.
  /// - Throws: `HTTPProblem` 400 with the nearest name if the table has none of it.
  func action(named name: String, for key: RowKey?) async throws -> TableAction {
    var actions = presentation.configuration.actions
    if !presentation.handlers.isEmpty, let key, let record = try await record(key) {
      let place = EventTable(store, path: address, title: schema.title)
      actions += presentation.handlers(for: visitor.ofTable, place).actions(record).map { TableAction($0) }
    }
    if let action = actions.first(where: { $0.name == name }) { return action }
    let near = NameSuggestions.of(name, among: actions.map(\.name)).first.map { "; “\($0)” is one" } ?? ""
    throw HTTPProblem(
      status: 400, messages: ["“\(name)” is no action of “\(schema.table)”" + near], heading: "This can't be done")
  }

  /// The row of a key; `nil` if there is none any more.
  func record(_ key: RowKey) async throws -> Record? { try await store.row(key)?.cell as? Record }

  /// A row by its name, for a sentence.
  func quoted(_ record: Record) -> String {
    presentation.label(of: record).map { "“\($0)”" } ?? "\(schema.title) \(record.fullKey)"
  }

  /// Undoes the changes of a name; what was allowed to be done may be undone.
  /// - Throws: `HTTPProblem` 404 if nothing is known of them any more, `RecordChangeError`.
  func revert(_ name: String) async throws -> (result: CommandResult, message: String) {
    guard let undo = await context.undo(named: name, table: address, by: visitor) else {
      throw HTTPProblem(
        status: 404, messages: ["This can no longer be undone"], heading: "This can no longer be undone")
    }
    let result = try await run(Command(.undo(undo.edits)))
    await context.undos.forget(name, of: undo)
    return (result, undo.message)
  }
}

extension HTTPProblem {
  /// What is answered where nothing can be written.
  static func readOnly(_ schema: RecordSchema, in entry: SiteMap.DatabaseEntry) -> HTTPProblem {
    HTTPProblem(
      status: 403, messages: ["“\(schema.table)” can only be read"], heading: "This table can only be read",
      recoveryLink: HTTPProblem.Link(
        title: "All rows of \(schema.table)", address: entry.address(ofTable: schema.table)))
  }
}
