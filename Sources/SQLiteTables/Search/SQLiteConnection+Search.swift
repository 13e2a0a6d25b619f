internal import SQLTables

extension SQLiteConnection {
  /// How the rows of a table are found through a full-text index; `nil` if it has none that names its rows.
  /// - Parameters:
  ///   - expressions: those of the table's columns, and what may stand behind them.
  ///   - rowIDField: the one among these that is the row id.
  func indexedSearch(
    of structure: TableStructure, expressions: [String], rowIDField: Int?, in catalog: SchemaCatalog
  ) throws -> (any IndexedSearch)? {
    for case let index as FullTextIndex in catalog.indexes(of: structure.entry.name) {
      // A module that this SQLite doesn't have makes an index of no use.
      guard let entry = catalog.entry(named: index.name), let indexed = try readableStructure(of: entry),
        let field = self.rowIDField(of: index, structure, rowIDField)
      else { continue }
      var columns: [Int: SQLIdentifier] = [:]
      for column in indexed.columns where !index.unindexed.contains(SQLiteDialect.folded(column.name)) {
        if let position = structure.position(of: column.name) { columns[position] = SQLIdentifier(column.name) }
      }
      return FullTextSearch(index: index, rowID: expressions[field], columns: columns)
    }
    return nil
  }

  private func rowIDField(of index: FullTextIndex, _ structure: TableStructure, _ rowIDField: Int?) -> Int? {
    let isIndexItself = SQLiteDialect.folded(index.name) == SQLiteDialect.folded(structure.entry.name)
    guard !isIndexItself, let name = index.contentRowID else { return rowIDField }
    if let position = structure.position(of: name) { return position }
    return SQLiteDialect().rowIdentities.contains(SQLiteDialect.folded(name)) ? rowIDField : nil
  }
}
