/// An event of a row, header or footer.
public struct TableEvent<ViewModel: ReusableViewModel>: Sendable {
  /// What the row, header or footer shows, as it is now.
  public let viewModel: ViewModel
  /// Where the row is; `nil` where the table doesn't say, and for headers and footers.
  public let position: CellPosition?
  /// Which header or footer it is; `nil` for rows.
  public let place: SupplementaryPlace?
  /// Who causes the event.
  public let visitor: TableVisitor
  /// The table.
  public let table: EventTable

  /// An event.
  public init(
    _ viewModel: ViewModel, position: CellPosition? = nil, place: SupplementaryPlace? = nil,
    visitor: TableVisitor = .anyone, table: EventTable
  ) {
    self.viewModel = viewModel
    self.position = position
    self.place = place
    self.visitor = visitor
    self.table = table
  }

  /// The table's rows, where this visitor may change them.
  public var editableTable: (any EditableTable)? { visitor.mayChange ? table.source as? any EditableTable : nil }
}

/// The table of an event.
public struct EventTable: Sendable {
  /// Its rows.
  public let source: any TableViewModelProvider
  /// Where it is mounted, such as `/tasks`; empty if it isn't.
  public let path: String
  /// Its title; empty if it isn't mounted.
  public let title: String

  /// A table.
  public init(_ source: any TableViewModelProvider, path: String = "", title: String = "") {
    self.source = source
    self.path = path
    self.title = title
  }
}
