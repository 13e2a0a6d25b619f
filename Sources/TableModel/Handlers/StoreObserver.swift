/// Follows rows that were stored: inserted, edited or deleted.
public protocol StoreObserver<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// Called after the table has stored the row, also when an edit is undone.
  func didStore(_ row: StoredRow) async
}

extension StoreObserver {
  /// The row before and after.
  public typealias StoredRow = StoreEvent<ViewModel>
}

/// A row that was stored.
public struct StoreEvent<ViewModel: CellViewModel>: Sendable {
  /// The row as it was; `nil` if it is new.
  public let old: ViewModel?
  /// The row as it is; `nil` if it was deleted.
  public let new: ViewModel?
  /// Where the row is; `nil` where the table doesn't say, and if it was deleted.
  public let position: CellPosition?
  /// Who changed it.
  public let visitor: TableVisitor
  /// The table.
  public let table: EventTable

  /// A row as it was and as it is.
  package init(old: ViewModel?, new: ViewModel?, position: CellPosition?, visitor: TableVisitor, table: EventTable) {
    (self.old, self.new, self.position) = (old, new, position)
    (self.visitor, self.table) = (visitor, table)
  }
}
