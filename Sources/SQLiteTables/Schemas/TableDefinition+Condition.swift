internal import SQLTables
internal import TableModel

extension TableDefinition {
  /// The condition of a selection of rows.
  /// - Throws: `TableError.badRequest` if the selection doesn't make sense for this table.
  func condition(of selection: RowSelection) throws(TableError) -> RowCondition {
    if selection.isEverything { return .everything }
    return try RowCondition(selection, columns: comparedColumns) { search throws(TableError) in
      if let index = index(for: search) { return index.condition(of: search) }
      return try RowCondition.scan(for: search, columns: comparedColumns)
    }
  }
}
