/// What a table has stored.
public struct StoredEdits: Sendable {
  /// The rows that were inserted, replaced or moved, as they are now, each once.
  public var rows: [TableRow]
  /// The changes that undo it, in the order to make them; none if it can't be undone.
  public var undo: [TableEdit]
  /// What became of records, one by one; nothing in a table of other rows.
  package var records = RecordChangeResult(outcomes: [], inverse: nil)

  /// Rows, and how to undo what was done to them.
  public init(rows: [TableRow], undo: [TableEdit]) {
    self.rows = rows
    self.undo = undo
  }

  /// What became of records.
  package init(_ records: RecordChangeResult) {
    rows = records.outcomes.compactMap(\.after).map { TableRow($0) }
    undo = records.inverse.map { [.revert($0)] } ?? []
    self.records = records
  }
}
