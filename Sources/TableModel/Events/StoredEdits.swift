/// What a table has stored.
public struct StoredEdits: Sendable {
  /// The rows that were inserted, replaced or moved, as they are now, each once.
  public var rows: [TableRow]
  /// The changes that undo it, in the order to make them.
  public var undo: [TableEdit]

  /// Rows, and how to undo what was done to them.
  public init(rows: [TableRow], undo: [TableEdit]) {
    self.rows = rows
    self.undo = undo
  }
}
