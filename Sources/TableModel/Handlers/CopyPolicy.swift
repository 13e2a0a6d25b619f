/// Decides which rows can be copied. Without one, all can.
public protocol CopyPolicy<ViewModel>: EventHandler where ViewModel: CellViewModel {
  /// Whether copies of selected rows include the row.
  func canCopy(_ row: CopiedRow) -> Bool
}

extension CopyPolicy {
  /// The row that may be copied.
  public typealias CopiedRow = TableEvent<ViewModel>
}
