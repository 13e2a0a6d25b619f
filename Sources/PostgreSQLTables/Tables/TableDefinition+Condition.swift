internal import SQLTables
internal import TableModel

extension TableDefinition {
  /// The condition of a selection of rows.
  /// - Throws: `TableError.badRequest` if the selection doesn't make sense for this table.
  func condition(of selection: RowSelection) throws(TableError) -> RowCondition {
    if selection.isEverything { return .everything }
    guard selection.expressions.isEmpty else {
      throw .badRequest("This database doesn't support conditions in SQL (_where); use filters.")
    }
    return try RowCondition(selection, columns: comparedColumns, in: dialect) { search throws(TableError) in
      if let index = self.search, index.covers(search) { return try index.condition(of: search) }
      guard !search.isRaw else {
        throw .badRequest("No index of words answers this search, which _searchmode=raw is written for.")
      }
      return try RowCondition.scan(for: search, columns: comparedColumns, in: dialect)
    } relation: { relation throws(TableError) in
      try condition(of: relation)
    }
  }

  /// There is a row elsewhere that refers to the row.
  private func condition(of relation: RelatedFilter) throws(TableError) -> RowCondition {
    guard let reference = schema.incomingReferences.first(where: { $0.table == relation.table }) else {
      throw .badRequest("Invalid _through: \(relation.table) has no column that refers to \(schema.table)")
    }
    let keys = reference.referencedColumns.map { expressions[$0] }
    let equalities = zip(reference.columns, keys).map { "t.\(SQLIdentifier($0)) = \($1)" }
    return RowCondition(
      """
      EXISTS (SELECT 1 FROM \(dialect.table(relation.table)) AS t WHERE \(equalities.joined(separator: " AND ")) \
      AND t.\(SQLIdentifier(relation.column)) = ?)
      """, [SQLValue(relation.value)])
  }
}
