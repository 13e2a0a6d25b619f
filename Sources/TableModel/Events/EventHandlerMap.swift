/// From the type of a view model to the handler of its events. Belongs to one table; nothing is global, nothing looked for at run time.
///
/// A type may have one plain handler, and others that are for some of its view models only, told by a predicate: the first whose
/// predicate says yes has the event, the plain one the rest. Where nobody has, the defaults of `CellEventHandler` hold.
public struct EventHandlerMap: Sendable {
  private var cells: [ObjectIdentifier: [CellEntry]] = [:]
  private var views: [ObjectIdentifier: [ViewEntry]] = [:]
  /// The kinds of new rows that visitors can make, in order of registration.
  public private(set) var insertions: [RowInsertion] = []

  /// A map without handlers.
  public init() {}

  /// Whether nobody registered anything.
  public var isEmpty: Bool { cells.isEmpty && views.isEmpty }

  /// Whether any handler is told of display.
  public private(set) var followsDisplay = false

  /// Registers the handler of cells.
  /// - Parameter predicate: for which of the view models it is; `nil` for all that no other handler's predicate takes.
  /// - Throws: `HandlerRegistrationError` if the type has a plain handler already.
  public mutating func register<Handler: CellEventHandler>(
    _ handler: Handler.Type, where predicate: (@Sendable (Handler.ViewModel) -> Bool)? = nil
  ) throws(HandlerRegistrationError) {
    let entry = CellEntry(name: String(describing: handler), isPlain: predicate == nil) {
      cell, position, visitor, table in
      guard let cell = cell as? Handler.ViewModel, predicate?(cell) ?? true else { return nil }
      return RowHandler<Handler>(event: TableEvent(cell, position: position, visitor: visitor, table: table))
    }
    try Self.add(entry, to: &cells[ObjectIdentifier(Handler.ViewModel.self), default: []], Handler.ViewModel.self)
    if Handler.followsDisplay { followsDisplay = true }
  }

  /// Registers the handler of headers and footers.
  /// - Parameter predicate: for which of the view models it is; `nil` for all that no other handler's predicate takes.
  /// - Throws: `HandlerRegistrationError` if the type has a plain handler already.
  public mutating func register<Handler: ViewEventHandler>(
    _ handler: Handler.Type, where predicate: (@Sendable (Handler.ViewModel) -> Bool)? = nil
  ) throws(HandlerRegistrationError) where Handler.ViewModel: SupplementaryViewModel {
    let entry = ViewEntry(name: String(describing: handler), isPlain: predicate == nil) { view, visitor, table in
      guard let view = view as? Handler.ViewModel, predicate?(view) ?? true else { return nil }
      return ViewHandler<Handler>(event: TableEvent(view, visitor: visitor, table: table))
    }
    try Self.add(entry, to: &views[ObjectIdentifier(Handler.ViewModel.self), default: []], Handler.ViewModel.self)
    if Handler.followsDisplay { followsDisplay = true }
  }

  /// Lets visitors who may change the table make rows of a kind, in a row of fields at the table's end and by pasting.
  /// - Parameters:
  ///   - title: what the row of fields is called: "New task".
  ///   - makeID: makes an id that no row has had.
  public mutating func allowInsertions<Handler: CellEventHandler>(
    _ handler: Handler.Type, title: String, id makeID: @escaping @Sendable () -> RowKey = { .unique() }
  ) {
    insertions.append(
      RowInsertion(title: title, fields: Handler.fields) { values throws(FieldErrors) in
        try Handler().viewModel(values, replacing: nil, id: makeID())
      })
  }

  /// A handler for one event of a row.
  public func handler(
    of cell: any CellViewModel, position: CellPosition? = nil, visitor: EventVisitor = .anyone,
    table: any TableViewModelProvider
  ) -> any RowHandling {
    for entry in cells[ObjectIdentifier(type(of: cell))] ?? [] {
      if let handler = entry.make(cell, position, visitor, table) { return handler }
    }
    func plain<ViewModel: CellViewModel>(_ cell: ViewModel) -> any RowHandling {
      RowHandler<DefaultCellHandler<ViewModel>>(
        event: TableEvent(cell, position: position, visitor: visitor, table: table), isDefault: true)
    }
    return plain(cell)
  }

  /// A handler for one event of a header or a footer.
  public func handler(
    of view: any SupplementaryViewModel, visitor: EventVisitor = .anyone, table: any TableViewModelProvider
  ) -> any ViewHandling {
    for entry in views[ObjectIdentifier(type(of: view))] ?? [] {
      if let handler = entry.make(view, visitor, table) { return handler }
    }
    func plain<ViewModel: SupplementaryViewModel>(_ view: ViewModel) -> any ViewHandling {
      ViewHandler<DefaultViewHandler<ViewModel>>(
        event: TableEvent(view, visitor: visitor, table: table), isDefault: true)
    }
    return plain(view)
  }

  /// Keeps those with predicates before the plain one.
  private static func add<Entry: HandlerEntry>(
    _ entry: Entry, to entries: inout [Entry], _ viewModel: any ReusableViewModel.Type
  ) throws(HandlerRegistrationError) {
    guard let plain = entries.last, plain.isPlain else { return entries.append(entry) }
    if entry.isPlain {
      throw HandlerRegistrationError(
        viewModel: String(describing: viewModel), first: plain.name, second: entry.name)
    }
    entries.insert(entry, at: entries.count - 1)
  }
}

private protocol HandlerEntry {
  var name: String { get }
  var isPlain: Bool { get }
}

private struct CellEntry: HandlerEntry, Sendable {
  let name: String
  let isPlain: Bool
  let make: @Sendable (any CellViewModel, CellPosition?, EventVisitor, any TableViewModelProvider) -> (any RowHandling)?
}

private struct ViewEntry: HandlerEntry, Sendable {
  let name: String
  let isPlain: Bool
  let make: @Sendable (any SupplementaryViewModel, EventVisitor, any TableViewModelProvider) -> (any ViewHandling)?
}

/// Why a handler can't be registered: its view model's type has a plain one.
public struct HandlerRegistrationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The view model's type.
  public let viewModel: String
  /// The handler that it has.
  public let first: String
  /// The handler that came after it.
  public let second: String

  /// What is wrong, and what to do.
  public var description: String {
    "\(viewModel) has the handler \(first) already: register \(second) with a predicate that says for which of them it is"
  }
}

/// A kind of row that visitors can make.
public struct RowInsertion: Sendable {
  /// What its row of fields is called.
  public let title: String
  /// Its fields.
  public let fields: [EditField]
  private let make: @Sendable ([String: String]) throws(FieldErrors) -> any CellViewModel

  init(
    title: String, fields: [EditField],
    _ make: @escaping @Sendable ([String: String]) throws(FieldErrors) -> any CellViewModel
  ) {
    self.title = title
    self.fields = fields
    self.make = make
  }

  /// The row that what was entered makes, with an id of its own.
  /// - Throws: `FieldErrors`: for values of other fields or of none, those that the fields find themselves, else those of the handler.
  public func row(_ values: [String: String]) throws(FieldErrors) -> any CellViewModel {
    let names = fields.map(\.name)
    if let unknown = values.keys.sorted().first(where: { !names.contains($0) }) {
      throw FieldErrors("There is no field “\(unknown)”; there are \(names.joined(separator: ", "))")
    }
    guard !values.isEmpty || fields.isEmpty else { throw FieldErrors("No field is named") }
    try fields.check(values)
    return try make(values)
  }
}

extension [EditField] {
  /// - Throws: `FieldErrors` with a sentence for each value that doesn't suit its field.
  func check(_ values: [String: String]) throws(FieldErrors) {
    var messages: [String: String] = [:]
    for field in self { messages[field.name] = field.problem(with: values[field.name] ?? "") }
    guard messages.isEmpty else { throw FieldErrors(messages) }
  }
}
