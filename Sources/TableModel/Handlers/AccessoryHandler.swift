/// Answers the button at the end of a row. Without one, the button opens the row's link.
public protocol AccessoryHandler<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// Called when the button is pressed.
  func accessoryButtonTapped(_ row: TappedRow) async throws -> EventOutcome
}

extension AccessoryHandler {
  /// The row whose button is pressed.
  public typealias TappedRow = TableEvent<ViewModel>
}
