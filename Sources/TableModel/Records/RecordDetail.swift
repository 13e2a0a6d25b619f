/// One row and what stands around it.
package struct RecordDetail: Sendable {
  /// The row, every value whole.
  package var record: Record
  /// The key of the row before it in the table's own order, where it was asked for.
  package var previousKey: RowKey?
  /// The key of the row behind it in the table's own order, where it was asked for.
  package var nextKey: RowKey?
  /// The state of the data that this was read in.
  package var version: DataVersion?

  /// A row by itself.
  package init(record: Record, version: DataVersion? = nil) { (self.record, self.version) = (record, version) }
}
