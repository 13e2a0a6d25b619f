/// Offers actions of rows, headers or footers, and performs them.
public protocol ActionHandler<ViewModel>: EventHandler {
  /// The actions that make sense at the moment. Called whenever the target is drawn, and again before one of them is performed.
  func actions(_ target: ActionTarget) -> [RowAction]
  /// Performs one of the actions that `actions(_:)` offers.
  func perform(_ action: RowAction, _ target: ActionTarget) async throws -> EventOutcome
}

extension ActionHandler {
  /// The row, header or footer that an action is for.
  public typealias ActionTarget = TableEvent<ViewModel>
}
