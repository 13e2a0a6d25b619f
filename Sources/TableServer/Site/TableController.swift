import TableEditing
public import TableModel
public import TableRendering

/// A table built in code, mounted on a path. A model and a path are enough: cells, handlers and what visitors may do are up to the table.
///
/// ```swift
/// var tasks = TableController(path: "/tasks", table: table, adapters: adapters)
/// tasks.handlers = handlers
/// tasks.selection = .multiple
/// tasks.changes = .permitted
/// ```
/// Pages and events are answered from the same provider; each event names the version of the row that its visitor saw.
public struct TableController: Sendable {
  /// Who may change the rows.
  public enum ChangePolicy: Sendable {
    /// Nobody.
    case refused
    /// Those whom the site's rules allow to write here.
    case permitted
    /// Everybody who can see the table.
    case everyone
  }

  /// Where it is served, such as `/examples/hello`; names are separated by slashes.
  public var path: String
  /// What lists of tables call it.
  public var title: String
  /// A line about it in lists of tables.
  public var summary: String?
  /// Answers the pages.
  public var provider: any TableViewModelProvider
  /// Draws the cells.
  public var adapters: AdapterMap
  /// Answers the events.
  public var handlers = EventHandlerMap()
  /// How many rows visitors can choose at a time.
  public var selection = SelectionMode.none
  /// Who may change the rows, where the provider is an `EditableTable`.
  public var changes = ChangePolicy.refused
  /// How many rows visitors can fill the table up to; `nil` for `everyonesMaximumRows` where everyone may change it, else for any number.
  /// With `EditField.maximumLength` it bounds the memory that visitors can make a table take.
  public var maximumRows: Int?

  /// What a table holds that everyone may add to and that says nothing else.
  public static let everyonesMaximumRows = 10_000

  /// Mounts a provider's table, drawn by registered cells, on a path.
  public init(
    path: String, title: String, summary: String? = nil, provider: any TableViewModelProvider, adapters: AdapterMap,
    handlers: EventHandlerMap = EventHandlerMap(), selection: SelectionMode = .none,
    changes: ChangePolicy = .refused, maximumRows: Int? = nil
  ) {
    self.path = path
    self.title = title
    self.summary = summary
    self.provider = provider
    self.adapters = adapters
    self.handlers = handlers
    self.selection = selection
    self.changes = changes
    self.maximumRows = maximumRows
  }

  /// Mounts a table in memory under its own title.
  public init(path: String, table: MemoryTable, adapters: AdapterMap = AdapterMap()) {
    self.init(
      path: path, title: table.contents.title, summary: table.contents.summary, provider: table, adapters: adapters)
  }

  /// Whether visitors can do more with the rows than look at them.
  var isInteractive: Bool {
    !handlers.isEmpty || selection != .none || (changes != .refused && provider is any EditableTable)
  }

  /// What a visitor can do with the table.
  func events(for visitor: TableVisitor) -> TableEvents {
    let unlessSaid = changes == .everyone ? Self.everyonesMaximumRows : nil
    return TableEvents(
      provider, handlers: handlers, selection: selection, visitor: visitor, maximumRows: maximumRows ?? unlessSaid,
      path: path, title: title)
  }

  /// The same for a page, whose forms have the choices of the moment.
  func events(
    for visitor: TableVisitor, _ arguments: EventArguments, _ refused: RefusedEntry?
  ) async throws -> TableEvents {
    let events = events(for: visitor)
    guard arguments.isEditing, visitor.mayChange, provider is any EditableTable else { return events }
    return try await events.offeringChoices(editing: [arguments.editing, refused?.row].compactMap(\.self).rowKeys)
  }
}
