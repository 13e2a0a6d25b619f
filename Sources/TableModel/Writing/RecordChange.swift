/// One change to a table of records.
///
/// Columns are named, not numbered: whoever applies a change checks each name against the schema of that moment, so that a change never
/// reaches another column than the one that was meant.
public enum RecordChange: Sendable, Hashable {
  /// A new row.
  case insert([ColumnValue], ifExists: ExistingRecord = .refuse)
  /// A new row, or these values in the row that has its key.
  case upsert([ColumnValue])
  /// Other values in the row with this key.
  /// - Parameter expected: the version that the row has to have; `nil` for any.
  case update(key: RowKey, [ColumnValue], expected: RowVersion? = nil)
  /// The end of the row with this key.
  /// - Parameter expected: the version that the row has to have; `nil` for any.
  case delete(key: RowKey, expected: RowVersion? = nil)
}

/// What a column is to hold.
public struct ColumnValue: Sendable, Hashable {
  /// The column's name; compared as the database compares names.
  public var column: String
  /// What it is to hold. The database stores it in the way that the column prefers.
  public var value: RecordValue

  /// `column` is to hold `value`.
  public init(_ column: String, _ value: RecordValue) {
    self.column = column
    self.value = value
  }
}

/// What becomes of a new row where there is one with its key, or with another value that may be there only once.
public enum ExistingRecord: Sendable, Hashable {
  /// Nothing is changed, and the asker is told.
  case refuse
  /// The new row is left out.
  case ignore
  /// The new row takes the place of the one that is there.
  case replace
}
