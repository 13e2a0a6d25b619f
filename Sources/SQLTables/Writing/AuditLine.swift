package import TableModel

/// What an audit has of one row, or of how many rows were touched.
package struct AuditLine: Sendable {
  /// What the table of an audit is called.
  package static let tableName = "_tablepages_audit"

  package var table: String
  package var action: RecordChangeResult.Action
  /// What names the row, its parts joined with commas; empty for rows that are only counted.
  package var key: String
  /// The row as it was; `nil` if it was not there.
  package var before: RowText?
  /// The row as it is then; `nil` if it is gone.
  package var after: RowText?

  package init(
    table: String, action: RecordChangeResult.Action, key: String, before: RowText? = nil, after: RowText? = nil
  ) {
    (self.table, self.action, self.key, self.before, self.after) = (table, action, key, before, after)
  }

  /// What became of a row.
  package init(_ action: RecordChangeResult.Action, of table: String, before: Record?, after: Record?) {
    self.init(
      table: table, action: action, key: (after ?? before).map { $0.schema.encoded($0.fullKey) } ?? "",
      before: before.map(RowText.init), after: after.map(RowText.init))
  }

  /// So many rows that aren't known one by one.
  package init(_ action: RecordChangeResult.Action, of table: String, count: Int) {
    let count = RowText(["$rows"], [.integer(Int64(count))])
    let isGone = action == .deleted
    self.init(table: table, action: action, key: "", before: isGone ? count : nil, after: isGone ? nil : count)
  }
}
