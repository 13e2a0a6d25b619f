package import TableModel

/// Carries commands out: finds the rows, asks their handlers, makes the changes. Reads and changes one table, so that what a handler is told
/// and what is changed are the same state of the same data.
///
/// ```swift
/// let events = TableEvents(table, handlers: handlers, selection: .single, visitor: TableVisitor(mayChange: true))
/// let result = try await events.run(Command(.action("done"), ChosenRow(5, version: version)))
/// ```
package struct TableEvents: Sendable {
  /// The table.
  package let table: any TableViewModelProvider
  /// The table as handlers see it.
  let place: EventTable
  /// The fields of rows whose choices have been looked up.
  var forms: [RowKey: [EditField]] = [:]
  /// Who answers.
  package internal(set) var handlers: EventHandlerMap
  /// How many rows can be chosen at a time.
  package let selection: SelectionMode
  /// Who asks.
  package let visitor: TableVisitor
  /// How many rows visitors can fill the table up to; `nil` for any number.
  package let maximumRows: Int?

  /// The events of a table for one visitor.
  /// - Parameters:
  ///   - path: where the table is mounted, as handlers are told.
  ///   - title: the table's title, as handlers are told.
  package init(
    _ table: any TableViewModelProvider, handlers: EventHandlerMap, selection: SelectionMode = .none,
    visitor: TableVisitor = .anyone, maximumRows: Int? = nil, path: String = "", title: String = ""
  ) {
    self.table = table
    place = EventTable(table, path: path, title: title)
    self.handlers = handlers
    self.selection = selection
    self.visitor = visitor
    self.maximumRows = maximumRows
  }

  /// Carries a command out, all of it or nothing.
  /// - Throws: `EditConflict` or `SectionConflict` if a row or a section has changed since it was seen, `FieldErrors`, `TableCommandError`,
  ///   `RecordChangeError`, `TableError`, and what handlers throw.
  package func run(_ command: Command) async throws -> CommandResult {
    let selected = command.selected
    switch command.deed {
    case .insert(let rows, let kind, let position): return try await insert(rows, kind, at: position, selected)
    case .insertRecords(let rows, let existing):
      return try await applied(.edits(rows.map { .record(.insert($0, ifExists: existing)) }), selected)
    case .upsert(let rows): return try await applied(.edits(rows.map { .record(.upsert($0)) }), selected)
    case .viewAction(let name, let place): return try await perform(name, of: place, selected)
    case .section(let change, let section): return try await self.change(section, by: change, selected)
    case .undo(let edits): return try await applied(.edits(edits, "Undone."), selected)
    default: break
    }
    let rows = try await found(command)
    switch command.deed {
    case .delete: return try await delete(rows, selected)
    case .update(let values): return try await update(rows, values, selected)
    case .move(let target): return try await move(rows, to: target, selected)
    case .action(let name): return try await perform(name, rows, selected)
    default: break
    }
    guard let row = rows.rows.first, !rows.areTogether else {
      throw TableCommandError.impossible("Only one row at a time")
    }
    let handler = handler(of: row.row)
    switch command.deed {
    case .select: return try await select(row, selected)
    case .deselect: return try await deselect(row, selected)
    case .accessory: return try await applied(try await handler.accessoryButtonTapped(), selected, to: rows.rows)
    case .insertHere: return try await insertHere(row, selected)
    default:
      handler.didEndEditing()
      return CommandResult(selected: selected)
    }
  }

  /// The row with an id as it is now; `nil` if there is none. Tables that don't find rows themselves are looked through.
  package func row(_ id: RowKey) async throws -> TableRow? { try await table.found([id])[id] }

  /// The rows with these ids that there are, in this order. Tables that don't find rows themselves are looked through once.
  package func rows(_ ids: [RowKey]) async throws -> [TableRow] {
    let found = try await table.found(Set(ids))
    return ids.compactMap { found[$0] }
  }

  /// A row with what handles its events.
  package func handler(of row: TableRow) -> any HandledRow {
    var handler = handlers.row(row.cell, position: row.position, visitor: visitor, table: place)
    handler.shownFields = forms[row.id]
    return handler
  }

  /// A header or footer with what handles its events; `nil` where nothing does.
  package func handler(of view: any SupplementaryViewModel, _ place: SupplementaryPlace?) -> (any HandledView)? {
    handlers.view(view, place, visitor: visitor, table: self.place)
  }

  /// - Throws: `TableCommandError.notAllowed`.
  func checkMayChange() throws { if !visitor.mayChange { throw TableCommandError.notAllowed } }

  // MARK: What handlers want done

  /// Makes the changes of an outcome. Those of `rows` are made to the versions that their handlers were told.
  func applied(
    _ outcome: EventOutcome, _ selected: [RowKey], to rows: [SeenRow] = []
  ) async throws -> CommandResult {
    var result = CommandResult(
      message: outcome.message, destination: outcome.destination, isRefused: outcome.isRefused, selected: selected)
    guard !outcome.edits.isEmpty else { return result }
    try checkMayChange()
    guard let table = table as? any EditableTable else {
      throw TableCommandError.impossible("The rows of this table can't be changed")
    }
    let versions = Dictionary(rows.map { ($0.row.id, $0.version) }) { first, _ in first }
    let edits = outcome.edits.map { edit in
      if let id = edit.row, let version = versions[id] ?? nil { edit.expecting(version) } else { edit }
    }
    let stored =
      if let maximumRows { try await table.apply(edits, maximumRows: maximumRows) } else {
        try await table.apply(edits)
      }
    result.undo = stored.undo
    result.rows = stored.rows
    result.records = stored.records
    for case .remove(let id, _) in edits { result.selected.removeAll { $0 == id } }
    for case .section(.insert(let section, _)) in stored.undo {
      let gone = Set(section.rows.map(\.id))
      result.selected.removeAll(where: gone.contains)
    }
    await tellObservers(of: stored, edits)
    return result
  }
}

extension CommandResult {
  /// Adds what came of an event that followed.
  mutating func merge(_ later: CommandResult) {
    message = [message, later.message].compactMap(\.self).joined(separator: " ")
    if message?.isEmpty == true { message = nil }
    destination = later.destination ?? destination
    isRefused = isRefused || later.isRefused
    selected = later.selected
    // The last change is taken back first.
    undo = later.undo + undo
    rows += later.rows
  }
}
