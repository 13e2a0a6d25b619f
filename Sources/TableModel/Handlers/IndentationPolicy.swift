/// Decides which rows are indented in edit mode. Without one, all are that have a control at their start.
public protocol IndentationPolicy<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// Whether the row makes room for the control at its start. Called whenever it is drawn.
  func shouldIndentWhileEditing(_ row: IndentedRow) -> Bool
}

extension IndentationPolicy {
  /// The row that may be indented.
  public typealias IndentedRow = TableEvent<ViewModel>
}
