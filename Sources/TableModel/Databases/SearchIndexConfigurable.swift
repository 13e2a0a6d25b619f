/// A full-text index that somebody has chosen for a table or view, though the schema doesn't say that it is one of it.
package struct ChosenSearchIndex: Sendable, Equatable {
  /// The name of the index.
  package var name: String
  /// The column that holds what the index calls its row ID; `nil` for the row ID of the table itself.
  package var keyColumn: String?

  /// An index by its name.
  package init(_ name: String, keyColumn: String? = nil) {
    self.name = name
    self.keyColumn = keyColumn
  }
}

/// A database that can be told by which indexes its tables and views are searched.
package protocol SearchIndexConfigurable: TableDatabase {
  /// Searches some tables and views by these indexes, by the names of the tables. All others are searched by those that are found to be
  /// theirs, and so are those whose index or key column isn't there.
  func setSearchIndexes(_ indexes: [String: ChosenSearchIndex])
}
