/// Decides which rows are highlighted. Without one, all are.
public protocol HighlightPolicy<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// Whether the row shows that it is pointed at, focused or pressed. Called whenever it is drawn.
  func shouldHighlight(_ row: HighlightedRow) -> Bool
}

extension HighlightPolicy {
  /// The row that may be highlighted.
  public typealias HighlightedRow = TableEvent<ViewModel>
}
