/// Moves rows in a way of its own. Without one, they go to another place of their table.
public protocol MoveHandler<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// Moves the row, or refuses.
  func move(_ row: ShiftedRow, to target: MoveTarget) async throws -> EventOutcome
}

extension MoveHandler {
  /// The row that is to be moved.
  public typealias ShiftedRow = TableEvent<ViewModel>
}

/// Where a row is to go.
public enum MoveTarget: Sendable, Hashable {
  /// One place up or down; over the edge of a section into the one beside it. Rows that move together keep off each other's places.
  case up, down
  /// Right before or behind another row; several rows one after the other.
  case before(RowKey), after(RowKey)
  /// The place that the row, or the first of several, has when they have been taken out.
  case position(CellPosition)
}
