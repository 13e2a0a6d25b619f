/// Decides which rows can be selected. Without one, all can.
public protocol SelectionPolicy<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// What is selected when this row is to be: the row itself, another one, or none. Called also whenever it is drawn.
  func willSelect(_ row: SelectableRow) -> SelectionChoice
}

extension SelectionPolicy {
  /// The row that is about to be selected.
  public typealias SelectableRow = TableEvent<ViewModel>
}
