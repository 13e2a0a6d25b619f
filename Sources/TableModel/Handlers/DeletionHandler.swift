/// Deletes rows in a way of its own. Without one, they are removed from their table.
public protocol DeletionHandler<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// Deletes the row, or moves it to an archive, or refuses.
  func delete(_ row: DeletedRow) async throws -> EventOutcome
}

extension DeletionHandler {
  /// The row that is to be deleted.
  public typealias DeletedRow = TableEvent<ViewModel>
}
