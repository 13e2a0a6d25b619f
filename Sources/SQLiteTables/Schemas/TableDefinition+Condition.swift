internal import SQLTables
internal import TableModel

extension TableDefinition {
  /// The condition of a selection of rows.
  /// - Parameter connection: where visitors' own expressions are tried by themselves, and other tables are looked up; one for
  ///   statements of visitors if the selection has expressions.
  /// - Throws: `TableError.badRequest` if the selection doesn't make sense for this table, `StatementError` for an expression that
  ///   can't be read.
  func condition(of selection: RowSelection, on connection: SQLiteConnection) throws -> RowCondition {
    if selection.isEverything { return .everything }
    for expression in selection.expressions {
      try connection.check(try UserExpression(expression, in: dialect), of: self)
    }
    var relations: [RelatedFilter: RowCondition] = [:]
    for relation in selection.relations {
      relations[relation] = try connection.condition(of: relation, to: self)
    }
    return try RowCondition(selection, columns: comparedColumns, in: dialect) { search throws(TableError) in
      if let index = index(for: search) { return try index.condition(of: search) }
      return try RowCondition.scan(for: search, columns: comparedColumns, in: dialect)
    } relation: { relation throws(TableError) in
      relations[relation] ?? .everything
    }
  }
}
