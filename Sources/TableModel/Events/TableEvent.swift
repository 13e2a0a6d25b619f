/// What a handler is told: what happened to which view, and who did it.
public struct TableEvent<ViewModel: ReusableViewModel>: Sendable {
  /// What the view shows, as it is now.
  public let viewModel: ViewModel
  /// Where the row stands in its table; `nil` where the table doesn't tell, and for headers and footers.
  public let position: CellPosition?
  /// Who did it.
  public let visitor: EventVisitor
  /// The table.
  public let table: any TableViewModelProvider

  /// An event of a view.
  public init(
    _ viewModel: ViewModel, position: CellPosition? = nil, visitor: EventVisitor = .anyone,
    table: any TableViewModelProvider
  ) {
    self.viewModel = viewModel
    self.position = position
    self.visitor = visitor
    self.table = table
  }

  /// The table, where this visitor may change it.
  public var editableTable: (any EditableTable)? { visitor.mayChange ? table as? any EditableTable : nil }
}

/// Who did something to a table.
public struct EventVisitor: Sendable, Hashable {
  /// What a visitor who has signed in is called; `nil` for anyone else.
  public var name: String?
  /// Whether the visitor may change the table.
  public var mayChange: Bool

  /// A visitor.
  public init(name: String? = nil, mayChange: Bool = false) {
    self.name = name
    self.mayChange = mayChange
  }

  /// Somebody who has not signed in and may only look.
  public static let anyone = EventVisitor()
}
