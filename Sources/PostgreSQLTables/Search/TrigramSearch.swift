internal import SQLTables
internal import TableModel

/// How the rows of a table are found by the letters of its texts, for all of which it has indexes of trigrams
/// (https://www.postgresql.org/docs/15/pgtrgm.html): the same patterns as without, which the server finds by the indexes then.
struct TrigramSearch: IndexedSearch {
  /// The names of the indexes by the positions of their columns.
  let indexes: [Int: String]
  /// All columns, of which those alone are searched that have an index.
  private let columns: [ComparedColumn]
  private let dialect: any SQLDialect

  init(_ indexes: [Int: String], _ columns: [ComparedColumn], in dialect: any SQLDialect) {
    self.indexes = indexes
    self.dialect = dialect
    self.columns = columns.enumerated().map { position, column in
      var column = column
      column.isSearched = indexes[position] != nil
      return column
    }
  }

  var description: RecordSchema.SearchIndex {
    let positions = indexes.keys.sorted()
    return RecordSchema.SearchIndex(
      name: positions.compactMap { indexes[$0] }.joined(separator: ", "), columns: positions, matching: .fragments,
      columnIndexes: Dictionary(
        uniqueKeysWithValues: indexes.map {
          ($0.key, RecordSchema.SearchIndex(name: $0.value, columns: [$0.key], matching: .fragments))
        }))
  }

  /// They have no language of their own.
  func covers(_ search: TextSearch) -> Bool {
    !search.isRaw && (search.column.map { indexes[$0] != nil } ?? true)
  }

  func condition(of search: TextSearch) throws(TableError) -> RowCondition {
    try RowCondition.scan(for: search, columns: columns, in: dialect)
  }
}
