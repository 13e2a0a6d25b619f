/// Answers the selection of rows.
public protocol SelectionHandler<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// Called after the row was selected.
  func didSelect(_ row: SelectedRow) async throws -> EventOutcome
  /// Called after the row was deselected.
  func didDeselect(_ row: SelectedRow) async throws -> EventOutcome
}

extension SelectionHandler {
  /// The row that was selected or deselected.
  public typealias SelectedRow = TableEvent<ViewModel>
}
