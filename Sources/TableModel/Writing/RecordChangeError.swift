/// Why changes were not applied, none of them.
package enum RecordChangeError: Error, Sendable {
  /// The values can't be stored.
  case invalid([RecordProblem])
  /// A row is not any more what the asker saw.
  case stale(StaleRecord)
  /// There is no row to be changed.
  case missing(key: RowKey)
  /// Rows of a table are not any more what the changes left that were to be taken back.
  case conflict(table: String)
  /// The table can't be written to, or not in this way; a sentence that says why.
  case refused(String)
  /// Rows of another table would change as well, which whoever asks may not do; the table's name if they may know it.
  case notPermitted(table: String?)
}

/// What is wrong with a change.
package struct RecordProblem: Sendable, Hashable {
  /// The position of the change among those that were to be applied together.
  package var change: Int
  /// The column that it belongs to; `nil` if to none, or to several.
  package var column: String?
  /// What is wrong, in words for the person who fills in the column.
  package var text: String
  /// What is wrong in the database's own words, for scripts that know those.
  package var engineText: String

  /// Something wrong with a change.
  package init(change: Int, column: String?, text: String, engineText: String? = nil) {
    self.change = change
    self.column = column
    self.text = text
    self.engineText = engineText ?? text
  }
}

/// A row that somebody else has changed in the meantime.
package struct StaleRecord: Sendable {
  /// The position of the change that met it.
  package var change: Int
  /// The row's key.
  package var key: RowKey
  /// The version that the asker saw.
  package var expected: RowVersion
  /// The row as it is now; `nil` if it is gone.
  package var current: Record?

  /// The row with this key is not any more what was expected.
  package init(change: Int, key: RowKey, expected: RowVersion, current: Record?) {
    self.change = change
    self.key = key
    self.expected = expected
    self.current = current
  }
}
