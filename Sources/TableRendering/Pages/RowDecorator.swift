package import TableModel

/// Adds to the rows of a list or a grid what a page can do with them: buttons before and behind a cell, a form in its place. One for each
/// page. In a grid what stands before is in the row's first cell, and what stands behind has a column of its own.
package protocol RowDecorator: AnyObject {
  /// What is added to a row; `nil` for nothing. Called once for each row, right before it is drawn.
  func decoration(of cell: any CellViewModel) -> RowDecoration?
  /// What stands behind a section's header or footer; `nil` for nothing. Called right before it is drawn.
  func tools(of view: any SupplementaryViewModel, _ place: SupplementaryPlace?) -> HTML?
  /// What data say about a row besides its content.
  func facts(of cell: any CellViewModel) -> RowFacts?
  /// What data say that can be done with a header or footer.
  func actions(of view: any SupplementaryViewModel) -> [RowAction]
  /// What data say about the section of a header; `nil` where it can't be changed.
  func section(of header: any SupplementaryViewModel, _ place: SupplementaryPlace) -> SectionFacts?
}

/// What is added to a row.
package struct RowDecoration: Sendable {
  /// Stands before the cell.
  package var before: HTML?
  /// Stands behind the cell.
  package var after: HTML?
  /// Stands in the place of the cell.
  package var content: HTML?
  /// Whether the row is marked as chosen; `nil` leaves it to the view model.
  package var isSelected: Bool?
  /// Whether the row shows that it is pointed at.
  package var isHighlighted = true
  /// Whether the row moves in.
  package var isIndented = false
  /// Whether the accessory is among what stands behind the cell, so that the cell has none.
  package var hasAccessory = false
  /// Whether the row can be dragged.
  package var isMovable = false

  /// Nothing.
  package init() {}
}
