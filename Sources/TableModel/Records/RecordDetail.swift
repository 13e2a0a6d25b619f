/// One row and what stands around it.
package struct RecordDetail: Sendable {
  /// The row, every value whole.
  package var record: Record
  /// The key of the row before it in the table's own order.
  package var previousKey: RowKey?
  /// The key of the row behind it in the table's own order.
  package var nextKey: RowKey?
  /// The state of the data that this was read in.
  package var version: DataVersion?

  /// A row with its surroundings.
  package init(
    record: Record, previousKey: RowKey? = nil, nextKey: RowKey? = nil, version: DataVersion? = nil
  ) {
    self.record = record
    self.previousKey = previousKey
    self.nextKey = nextKey
    self.version = version
  }
}
