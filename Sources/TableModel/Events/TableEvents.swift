/// Carries commands out: finds the row, asks its handler, makes the changes. Reads and changes one table, so that what a handler is told
/// and what is changed are the same state of the same data.
///
/// ```swift
/// let events = TableEvents(table, handlers: handlers, selection: .single, visitor: TableVisitor(mayChange: true))
/// let result = try await events.run(.action("done", 5), expecting: version)
/// ```
public struct TableEvents: Sendable {
  /// The table.
  public let table: any TableViewModelProvider
  /// The table as handlers see it.
  let place: EventTable
  /// The fields of rows whose choices have been looked up.
  var forms: [RowKey: [EditField]] = [:]
  /// Who answers.
  public internal(set) var handlers: EventHandlerMap
  /// How many rows can be chosen at a time.
  public let selection: SelectionMode
  /// Who asks.
  public let visitor: TableVisitor
  /// How many rows visitors can fill the table up to; `nil` for any number.
  public let maximumRows: Int?

  /// The events of a table for one visitor.
  /// - Parameters:
  ///   - path: where the table is mounted, as handlers are told.
  ///   - title: the table's title, as handlers are told.
  public init(
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

  /// Carries a command out.
  /// - Parameters:
  ///   - version: the version of the row that the visitor has seen; `nil` takes the row as it is.
  ///   - selected: the rows that are chosen so far.
  /// - Throws: `EditConflict` if the row has changed since, `FieldErrors`, `TableCommandError`, `TableError`, and what handlers throw.
  public func run(
    _ command: TableCommand, expecting version: RowVersion? = nil, selected: [RowKey] = []
  ) async throws -> TableEventResult {
    switch command {
    case .insert(let values, let kind, let position):
      return try await insert(
        [try await newRow(values, try await insertion(kind), at: position)], at: position, selected)
    case .paste(let rows, let kind):
      return try await insert(try await newRows(rows, try await insertion(kind)), at: nil, selected)
    case .deleteAll(let rows): return try await deleteAll(rows, selected)
    case .performAll(let name, let rows): return try await performAll(name, rows, selected)
    case .moveAll(let rows, let target): return try await move(try await self.rows(rows), to: target, selected)
    case .updateAll(let values, let rows): return try await updateAll(values, rows, selected)
    case .viewAction(let name, let place): return try await perform(name, of: place, selected)
    case .undo(let edits): return try await applied(.edits(edits, "Undone."), selected)
    default: break
    }
    guard let id = command.row else { throw TableCommandError.impossible("This needs a row") }
    let row = try await row(id, expecting: version)
    let handler = handler(of: row)
    switch command {
    case .select: return try await select(row, handler, selected)
    case .deselect: return try await deselect(row, handler, selected)
    case .accessory: return try await applied(try await handler.accessoryButtonTapped(), selected, to: row)
    case .commit(let style, _): return try await commit(style, row, handler, selected)
    case .update(_, let values): return try await update(row, handler, values, selected)
    case .cancel:
      handler.didEndEditing()
      return TableEventResult(selected: selected)
    case .move(_, let target): return try await move([row], to: target, selected)
    case .action(let name, _): return try await perform(name, row, handler, selected)
    default: throw TableCommandError.impossible("This needs no row")
    }
  }

  /// The row with an id, if it is still what the visitor has seen.
  func row(_ id: RowKey, expecting version: RowVersion?) async throws -> TableRow {
    try checked(try await table.found(id), id, expecting: version)
  }

  func checked(_ row: TableRow?, _ id: RowKey, expecting version: RowVersion?) throws -> TableRow {
    guard let row else {
      if version != nil { throw EditConflict(id, current: nil) }
      throw TableError.notFound("There is no row \(id)")
    }
    if let version, version != row.version { throw EditConflict(row.cell.id, current: row) }
    return row
  }

  /// The row with an id as it is now; `nil` if there is none. Tables that don't find rows themselves are looked through.
  public func row(_ id: RowKey) async throws -> TableRow? { try await table.found(id) }

  /// The rows with these ids that there are, in this order. Tables that don't find rows themselves are looked through once.
  public func rows(_ ids: [RowKey]) async throws -> [TableRow] {
    let found = try await table.found(Set(ids))
    return ids.compactMap { found[$0] }
  }

  /// A row with what handles its events.
  package func handler(of row: TableRow) -> any HandledRow {
    var handler = handlers.row(row.cell, position: row.position, visitor: visitor, table: place)
    handler.shownFields = forms[row.cell.id]
    return handler
  }

  // MARK: Actions

  private func perform(
    _ name: String, _ row: TableRow, _ handler: any HandledRow, _ selected: [RowKey]
  ) async throws -> TableEventResult {
    guard let action = handler.actions.first(where: { $0.name == name }) else { throw Self.missing(name) }
    guard !action.changesTable || visitor.mayChange else { throw TableCommandError.notAllowed }
    return try await applied(try await handler.perform(action), selected, to: row)
  }

  /// A header or footer with what handles its events; `nil` where nothing does.
  package func handler(of view: any SupplementaryViewModel, _ place: SupplementaryPlace?) -> (any HandledView)? {
    handlers.view(view, place, visitor: visitor, table: self.place)
  }

  private func perform(
    _ name: String, of place: SupplementaryPlace, _ selected: [RowKey]
  ) async throws -> TableEventResult {
    guard let view = try await table.found(place) else { throw TableError.notFound("There is no \(place)") }
    guard let handler = handler(of: view, place), let action = handler.actions.first(where: { $0.name == name })
    else { throw Self.missing(name) }
    guard !action.changesTable || visitor.mayChange else { throw TableCommandError.notAllowed }
    return try await applied(try await handler.perform(action), selected)
  }

  private static func missing(_ action: String) -> TableCommandError {
    .impossible("There is no action “\(action)” here at the moment")
  }

  // MARK: What handlers want done

  /// Makes the changes of an outcome. Those of `row` are made to the version that its handler was told.
  func applied(
    _ outcome: EventOutcome, _ selected: [RowKey], to row: TableRow? = nil
  ) async throws -> TableEventResult {
    var result = TableEventResult(
      message: outcome.message, destination: outcome.destination, isRefused: outcome.isRefused, selected: selected)
    guard !outcome.edits.isEmpty else { return result }
    guard visitor.mayChange else { throw TableCommandError.notAllowed }
    guard let table = table as? any EditableTable else {
      throw TableCommandError.impossible("The rows of this table can't be changed")
    }
    let edits = outcome.edits.map { edit in
      if let row, edit.row == row.cell.id { edit.expecting(row.version) } else { edit }
    }
    let stored =
      if let maximumRows { try await table.apply(edits, maximumRows: maximumRows) } else {
        try await table.apply(edits)
      }
    result.undo = stored.undo
    result.rows = stored.rows
    for case .remove(let id, _) in edits { result.selected.removeAll { $0 == id } }
    await tellObservers(of: stored)
    return result
  }
}
