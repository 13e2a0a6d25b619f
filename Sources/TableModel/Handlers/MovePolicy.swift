/// Decides which rows can be moved, and where to. Without one, all can be moved anywhere.
public protocol MovePolicy<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// Whether the row can be moved. Called also whenever it is drawn in edit mode.
  func isMovable(_ row: MovableRow) -> Bool
  /// Where the row goes.
  /// - Parameter proposed: where the visitor wants it: the place that it has when it has been taken out.
  func target(of row: MovableRow, proposed: CellPosition) async throws -> CellPosition
}

extension MovePolicy {
  /// The row that may be moved.
  public typealias MovableRow = TableEvent<ViewModel>
}
