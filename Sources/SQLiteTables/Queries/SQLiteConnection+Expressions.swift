internal import CSQLite
internal import SQLTables
internal import TableModel

extension SQLiteConnection {
  /// Has SQLite read a visitor's condition by itself, as the whole condition of a statement: what it takes for one expression there is
  /// one expression within parentheses elsewhere.
  /// - Throws: `StatementError` in SQLite's words for what it can't read, or what does more than read.
  func check(_ expression: UserExpression, of definition: TableDefinition) throws {
    try CommonTables.check(expression.text)
    let beginning = "SELECT 1 FROM \(definition.source) WHERE ("
    let sql = beginning + expression.text + ")"
    do throws(SQLiteFailure) {
      _ = try prepared(sql)
    } catch {
      let offset = Int(sqlite3_error_offset(handle)) - beginning.utf8.count
      // What comes behind the visitor's own words is the end of it.
      let isIncomplete = offset >= expression.text.utf8.count
      if let error = error.expressionError(isIncomplete: isIncomplete) { throw error }
      throw error
    }
  }

  /// The condition that some row elsewhere refers to the row.
  /// - Throws: `TableError.badRequest` if the other table doesn't refer to this one, or lacks the column.
  func condition(of relation: RelatedFilter, to definition: TableDefinition) throws -> RowCondition {
    let wanted = SQLiteDialect.folded(relation.table)
    guard
      let reference = definition.schema.incomingReferences.first(where: { SQLiteDialect.folded($0.table) == wanted }),
      let entry = definition.catalog.entry(named: reference.table)
    else {
      throw TableError.badRequest(
        "Invalid _through: \(relation.table) has no column that refers to \(definition.schema.table)")
    }
    let structure = try structure(of: entry)
    guard let position = structure.position(of: relation.column) else {
      throw TableError.badRequest("Invalid _through: \(entry.name) has no column \(relation.column)")
    }
    let column = structure.columns[position]
    let compared = ComparedColumn("t.\(SQLIdentifier(column.name))", affinity: column.affinity)
    let condition = compared.equals(relation.value)
    let keys = reference.referencedColumns.map { definition.expressions[$0] }.joined(separator: ", ")
    let columns = reference.columns.map { "t.\(SQLIdentifier($0))" }.joined(separator: ", ")
    return RowCondition(
      """
      \(reference.columns.count == 1 ? keys : "(\(keys))") IN (SELECT \(columns) \
      FROM main.\(SQLIdentifier(entry.name)) AS t WHERE \(condition.sql))
      """, condition.values)
  }
}

extension SQLiteFailure {
  /// The failure of a visitor's condition, for its writer; `nil` if it isn't the condition's fault.
  func expressionError(isIncomplete: Bool = false) -> StatementError? {
    switch primaryCode {
    case SQLITE_AUTH, SQLITE_READONLY: StatementError("_where must be read-only")
    case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_RANGE:
      StatementError(isIncomplete ? "_where is incomplete" : "Invalid _where: \(message)")
    case SQLITE_TOOBIG: StatementError("_where produces a value that is too large")
    // Memory is short where a statement takes more steps than one may have.
    case SQLITE_NOMEM: StatementError("_where is too long")
    default: nil
    }
  }
}
