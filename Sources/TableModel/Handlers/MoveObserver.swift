/// Follows rows that were moved.
public protocol MoveObserver<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// Called after the table has stored the row's place, also when a move is undone.
  /// - Parameter source: where the row was.
  func didMove(_ row: MovedRow, from source: CellPosition) async
}

extension MoveObserver {
  /// The row where it is now.
  public typealias MovedRow = TableEvent<ViewModel>
}
