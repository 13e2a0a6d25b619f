public import TableModel
public import TableRendering

/// What a mounted table is besides its rows: its title, the cells and handlers of its kinds of rows, and who may change it.
///
/// ```swift
/// site.mount(tasks, at: "/tasks") {
///   $0.register(TaskCell.self, nib: TaskCell.nib)
///   $0.handle(TaskHandler())
///   $0.selection = .multiple
///   $0.changes = .permitted
/// }
/// ```
/// Nothing here throws: `TableServer.init` does, for the first that is wrong.
public struct SourceSetup: Sendable {
  /// Who may change the rows.
  public enum ChangePolicy: Sendable {
    /// Nobody.
    case refused
    /// Those whom the site's rules allow to write here.
    case permitted
    /// Everybody who can see the table.
    case everyone
  }

  /// What lists of tables call it.
  public var title: String
  /// A line about it in lists of tables.
  public var summary: String?
  /// Draws the cells.
  package var adapters = AdapterMap()
  /// Answers the events.
  public var handlers = EventHandlerMap()
  /// How many rows visitors can choose at a time.
  public var selection = SelectionMode.none
  /// Who may change the rows, where the table is an `EditableTable`.
  public var changes = ChangePolicy.refused
  /// How many rows visitors can fill the table up to; `nil` for `defaultPublicRowLimit` where everyone may change it, else for any number.
  /// With `EditField.maximumLength` it bounds the memory that visitors can make a table take.
  public var maximumRows: Int?
  /// The first registration that is wrong.
  package private(set) var mistake: (any Error)?

  /// What a table holds that everyone may add to and that says nothing else.
  package static let defaultPublicRowLimit = 10_000

  package init(title: String, summary: String? = nil) {
    self.title = title
    self.summary = summary
  }

  // MARK: Cells

  /// Draws the rows of a kind by a cell and the source of its nib.
  /// - Parameter variant: for which of them; `plain` for all without a cell of their own.
  public mutating func register<Cell: OutletCell>(
    _ cell: Cell.Type, nib source: String, variant: ViewVariant = .plain
  ) {
    attempt { try $0.adapters.register(cell, nib: source, variant: variant) }
  }

  /// Draws the rows of a kind by a cell and its nib, such as `.file("task.html")`.
  /// - Parameter variant: for which of them; `plain` for all without a cell of their own.
  public mutating func register<Cell: OutletCell>(_ cell: Cell.Type, nib: CellNib, variant: ViewVariant = .plain) {
    attempt { try $0.adapters.register(cell, nib: nib, variant: variant) }
  }

  /// Draws the rows of a kind by a cell and the nib beside this code that has the cell's name: `TaskCell.html` for a `TaskCell`.
  /// - Parameters:
  ///   - variant: for which of them; `plain` for all without a cell of their own.
  ///   - code: the file of the code; the caller's unless given.
  public mutating func register<Cell: OutletCell>(
    _ cell: Cell.Type, variant: ViewVariant = .plain, beside code: String = #filePath
  ) {
    register(cell, nib: CellNib.named(after: cell, beside: code), variant: variant)
  }

  /// Draws the rows of a kind by a cell and its nib.
  /// - Parameter variant: for which of them; `plain` for all without a cell of their own.
  package mutating func register<Cell: OutletCell>(_ cell: Cell.Type, nib: Nib, variant: ViewVariant = .plain) {
    attempt { try $0.adapters.register(cell, nib: nib, variant: variant) }
  }

  /// Draws the rows of a kind by cells that write themselves.
  public mutating func register<Cell: TableCell, ViewModel>(_ adapter: CellAdapter<Cell, ViewModel>) {
    attempt { try $0.adapters.register(adapter) }
  }

  // MARK: Handlers

  /// Answers the events of rows of a kind.
  /// - Parameter predicate: for which of them; `nil` for all that no other handler's predicate takes.
  public mutating func handle<Handler: EventHandler>(
    _ handler: Handler, where predicate: (@Sendable (Handler.ViewModel) -> Bool)? = nil
  ) where Handler.ViewModel: CellViewModel {
    attempt { try $0.handlers.register(handler, where: predicate) }
  }

  /// Answers the events of headers and footers of a kind.
  /// - Parameter predicate: for which of them; `nil` for all that no other handler's predicate takes.
  public mutating func handle<Handler: EventHandler>(
    _ handler: Handler, where predicate: (@Sendable (Handler.ViewModel) -> Bool)? = nil
  ) where Handler.ViewModel: SupplementaryViewModel {
    attempt { try $0.handlers.register(handler, where: predicate) }
  }

  private mutating func attempt(_ step: (inout SourceSetup) throws -> Void) {
    do { try step(&self) } catch { mistake = mistake ?? error }
  }
}
