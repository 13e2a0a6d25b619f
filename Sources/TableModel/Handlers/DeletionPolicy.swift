/// Decides which rows can be deleted. Without one, all can where the visitor may change the table.
public protocol DeletionPolicy<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// The question before the row is deleted; `nil` for a row that can't be deleted. Called also whenever it is drawn in edit mode.
  func deleteConfirmation(_ row: DeletableRow) -> DeleteConfirmation?
}

extension DeletionPolicy {
  /// The row that may be deleted.
  public typealias DeletableRow = TableEvent<ViewModel>
}
