/// One row and what stands around it.
package struct RecordDetail: Sendable {
  /// The row, every value whole.
  package var record: Record
  /// The key of the row before it in the table's own order.
  package var previousKey: RowKey?
  /// The key of the row behind it in the table's own order.
  package var nextKey: RowKey?
  /// How many rows elsewhere refer to it, in the order of the schema's `incomingReferences`.
  package var incomingCounts: [TableCount]
  /// The state of the data that this was read in.
  package var version: DataVersion?

  /// A row with its surroundings.
  package init(
    record: Record, previousKey: RowKey? = nil, nextKey: RowKey? = nil, incomingCounts: [TableCount] = [],
    version: DataVersion? = nil
  ) {
    self.record = record
    self.previousKey = previousKey
    self.nextKey = nextKey
    self.incomingCounts = incomingCounts
    self.version = version
  }
}
