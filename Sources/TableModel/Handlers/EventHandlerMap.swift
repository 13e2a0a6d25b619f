/// From the type of a view model to the handler of its events. Belongs to one table.
///
/// A type may have one plain handler, and others that are for some of its view models only, told by a predicate: the first whose
/// predicate says yes has the event, the plain one the rest.
public struct EventHandlerMap: Sendable {
  private typealias MakeRow =
    @Sendable (any CellViewModel, CellPosition?, TableVisitor, EventTable) -> (any HandledRow)?
  private typealias MakeView =
    @Sendable (any SupplementaryViewModel, SupplementaryPlace?, TableVisitor, EventTable) -> (any HandledView)?

  private var rows: [ObjectIdentifier: [HandlerEntry<MakeRow>]] = [:]
  private var views: [ObjectIdentifier: [HandlerEntry<MakeView>]] = [:]
  /// Who edits rows of a type whose handlers don't.
  private var editors: [ObjectIdentifier: any Sendable] = [:]
  /// The kinds of new rows that visitors can make, in order of registration.
  package var insertions: [RowInsertion] = []

  /// A map without handlers.
  package init() {}

  /// Whether no handler is registered.
  package var isEmpty: Bool { rows.isEmpty && views.isEmpty }

  /// Whether a handler follows display.
  package private(set) var followsDisplay = false
  /// Whether a handler follows what is stored or moved.
  package private(set) var followsStoring = false

  /// Registers a handler of rows.
  /// - Parameter predicate: for which of the view models it is; `nil` for all that no other handler's predicate takes.
  /// - Throws: `HandlerRegistrationError` if the type has a plain handler already, or the handler handles nothing.
  public mutating func register<Handler: EventHandler>(
    _ handler: Handler, where predicate: (@Sendable (Handler.ViewModel) -> Bool)? = nil
  ) throws(HandlerRegistrationError) where Handler.ViewModel: CellViewModel {
    let concerns = try RowConcerns<Handler.ViewModel>(handler)
    let entry = HandlerEntry<MakeRow>(name: String(describing: Handler.self), isPlain: predicate == nil) {
      cell, position, visitor, table in
      guard let cell = cell as? Handler.ViewModel, predicate?(cell) ?? true else { return nil }
      return TypedRow(event: TableEvent(cell, position: position, visitor: visitor, table: table), concerns: concerns)
    }
    try entry.add(to: &rows[ObjectIdentifier(Handler.ViewModel.self), default: []], Handler.ViewModel.self)
    if concerns.display != nil { followsDisplay = true }
    if concerns.storeObserver != nil || concerns.moveObserver != nil { followsStoring = true }
  }

  /// Registers a handler of headers and footers.
  /// - Parameter predicate: for which of the view models it is; `nil` for all that no other handler's predicate takes.
  /// - Throws: `HandlerRegistrationError` if the type has a plain handler already, or the handler handles nothing.
  public mutating func register<Handler: EventHandler>(
    _ handler: Handler, where predicate: (@Sendable (Handler.ViewModel) -> Bool)? = nil
  ) throws(HandlerRegistrationError) where Handler.ViewModel: SupplementaryViewModel {
    let concerns = try ViewConcerns<Handler.ViewModel>(handler)
    let entry = HandlerEntry<MakeView>(name: String(describing: Handler.self), isPlain: predicate == nil) {
      view, place, visitor, table in
      guard let view = view as? Handler.ViewModel, predicate?(view) ?? true else { return nil }
      return TypedView(event: TableEvent(view, place: place, visitor: visitor, table: table), concerns: concerns)
    }
    try entry.add(to: &views[ObjectIdentifier(Handler.ViewModel.self), default: []], Handler.ViewModel.self)
    if concerns.display != nil { followsDisplay = true }
  }

  /// Lets visitors who may change the table make rows of a kind, in a row of fields at the table's end and by pasting.
  /// - Parameters:
  ///   - title: the title of the row of fields: "New task".
  ///   - makeID: makes an id that no row has had.
  public mutating func allowInsertions(
    _ handler: some EditHandler, title: String, id makeID: @escaping @Sendable () -> RowKey = { .unique() }
  ) {
    insertions.append(RowInsertion(handler, title: title, id: makeID))
  }

  /// Lets rows be edited that no handler edits.
  mutating func editUnlessHandled<Row: CellViewModel>(_ editor: ColumnEditor<Row>) {
    editors[ObjectIdentifier(Row.self)] = editor
  }

  /// A row with what handles its events.
  package func row(
    _ cell: any CellViewModel, position: CellPosition? = nil, visitor: TableVisitor = .anyone, table: EventTable
  ) -> any HandledRow {
    let type = ObjectIdentifier(type(of: cell)), editor = editors.isEmpty ? nil : editors[type]
    for entry in rows[type] ?? [] {
      guard var row = entry.make(cell, position, visitor, table) else { continue }
      if let editor { row.useEditor(editor) }
      return row
    }
    func plain<ViewModel: CellViewModel>(_ cell: ViewModel) -> any HandledRow {
      var row = TypedRow(event: TableEvent(cell, position: position, visitor: visitor, table: table), concerns: nil)
      if let editor { row.useEditor(editor) }
      return row
    }
    return plain(cell)
  }

  /// A header or footer with what handles its events; `nil` where nothing does.
  package func view(
    _ view: any SupplementaryViewModel, _ place: SupplementaryPlace?, visitor: TableVisitor = .anyone, table: EventTable
  ) -> (any HandledView)? {
    for entry in views[ObjectIdentifier(type(of: view))] ?? [] {
      if let view = entry.make(view, place, visitor, table) { return view }
    }
    return nil
  }
}

private struct HandlerEntry<Make: Sendable>: Sendable {
  let name: String
  let isPlain: Bool
  let make: Make

  /// Keeps those with predicates before the plain one.
  func add(
    to entries: inout [HandlerEntry], _ viewModel: any ReusableViewModel.Type
  ) throws(HandlerRegistrationError) {
    guard let plain = entries.last, plain.isPlain else { return entries.append(self) }
    if isPlain { throw .ambiguous(viewModel: String(describing: viewModel), first: plain.name, second: name) }
    entries.insert(self, at: entries.count - 1)
  }
}

/// Why a handler can't be registered.
public enum HandlerRegistrationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The view model's type has a plain handler already.
  case ambiguous(viewModel: String, first: String, second: String)
  /// The handler conforms to none of the protocols of rows, or of headers and footers.
  case handlesNothing(String)
  /// The handler conforms to a protocol whose functions tables of databases don't call.
  case notAsked(handler: String, concern: String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .ambiguous(let viewModel, let first, let second):
      "\(viewModel) already has the handler \(first): register \(second) with a predicate"
    case .handlesNothing(let handler):
      "\(handler) handles nothing: conform to ActionHandler, SelectionHandler, EditHandler … (headers and footers have ActionHandler, DisplayObserver and SectionHandler)"
    case .notAsked(let handler, let concern):
      "\(handler) is a \(concern), which database tables don't support; use ActionHandler, ValidationHandler, DeletionPolicy and StoreObserver"
    }
  }
}
