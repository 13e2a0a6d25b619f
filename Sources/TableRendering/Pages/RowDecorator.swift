public import TableModel

/// Adds to the rows of a list or a grid what a page can do with them: buttons before and behind a cell, a form in its place. One for each
/// page. In a grid what stands before is in the row's first cell, and what stands behind has a column of its own.
public protocol RowDecorator: AnyObject {
  /// What is added to a row; `nil` for nothing. Called once for each row, right before it is drawn.
  func decoration(of cell: any CellViewModel) -> RowDecoration?
  /// What stands behind a section's header or footer; `nil` for nothing. Called right before it is drawn.
  func tools(of view: any SupplementaryViewModel, _ place: SupplementaryPlace?) -> HTML?
  /// What data say about a row besides its content.
  func facts(of cell: any CellViewModel) -> RowFacts?
  /// What data say that can be done with a header or footer.
  func actions(of view: any SupplementaryViewModel) -> [RowAction]
}

/// What is added to a row.
public struct RowDecoration: Sendable {
  /// Stands before the cell.
  public var before: HTML?
  /// Stands behind the cell.
  public var after: HTML?
  /// Stands in the place of the cell.
  public var content: HTML?
  /// Whether the row is marked as chosen; `nil` leaves it to the view model.
  public var isSelected: Bool?
  /// Whether the row shows that it is pointed at.
  public var isHighlighted = true
  /// Whether the row moves in.
  public var isIndented = false
  /// Whether the accessory is among what stands behind the cell, so that the cell has none.
  public var hasAccessory = false
  /// Whether the row can be dragged.
  public var isMovable = false

  /// Nothing.
  public init() {}
}

/// What data say about a row besides its content: what can be done with it.
public struct RowFacts: Sendable {
  /// The version that changes have to name.
  public var version: RowVersion
  /// Whether it is chosen.
  public var isSelected: Bool
  /// Whether it shows that it is pointed at.
  public var isHighlighted: Bool
  /// What edit mode offers; `nil` where the table can't be changed.
  public var editingStyle: EditingStyle?
  /// Whether it can be moved.
  public var isMovable: Bool
  /// What can be done with it.
  public var actions: [RowAction]

  /// What can be done with a row.
  public init(
    version: RowVersion, isSelected: Bool, isHighlighted: Bool = true, editingStyle: EditingStyle? = nil,
    isMovable: Bool = false, actions: [RowAction] = []
  ) {
    self.version = version
    self.isSelected = isSelected
    self.isHighlighted = isHighlighted
    self.editingStyle = editingStyle
    self.isMovable = isMovable
    self.actions = actions
  }
}
