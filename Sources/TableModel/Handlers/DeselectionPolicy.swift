/// Decides which rows can be deselected. Without one, all can.
public protocol DeselectionPolicy<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// What is deselected when this row is to be: the row itself, another one, or none.
  func willDeselect(_ row: DeselectableRow) -> SelectionChoice
}

extension DeselectionPolicy {
  /// The row that is about to be deselected.
  public typealias DeselectableRow = TableEvent<ViewModel>
}
