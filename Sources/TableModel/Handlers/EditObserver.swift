/// Follows the editing of rows.
public protocol EditObserver<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// Called before the row's fields, or the question before its deletion, are shown.
  func willBeginEditing(_ row: EditedRow)
  /// Called after the row was edited or deleted, or the visitor has cancelled that.
  func didEndEditing(_ row: EditedRow)
}

extension EditObserver {
  /// The row that is edited.
  public typealias EditedRow = TableEvent<ViewModel>
}
