/// Inserts rows where rows of its kind are: edit mode shows a button to insert at their start, instead of one to delete.
public protocol InsertionHandler<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// Inserts a row where this one is.
  func insert(at row: InsertionRow) async throws -> EventOutcome
}

extension InsertionHandler {
  /// The row whose button is pressed.
  public typealias InsertionRow = TableEvent<ViewModel>
}
