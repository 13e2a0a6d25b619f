internal import SQLTables
internal import TableModel

extension SQLiteTable {
  func description(of query: TableQuery) async throws -> TableDescription {
    let isPart = database.options.isReadable != nil
    return try await database.answer(about: query.selection) { file, connection in
      try withDefinition(file, connection) { definition in
        try definition.checkTree(query)
        let condition = try definition.condition(of: query.selection, on: connection)
        let key = PagePlan.Key(
          sort: query.sort, tree: query.tree, condition: condition.sql)
        let plan = file.table(named: name).plan(key, for: definition)
        let order = plan.order?.ordering(backwards: false)
        let columns = definition.schema.columns.indices.map { definition.expressions[$0] }
        let rows = "FROM \(SQLIdentifier(definition.schema.table)) AS r" + Self.clause("WHERE", condition.sql)
        let ending = Self.clause("ORDER BY", order ?? "") + " LIMIT \(query.pageSize)"
        let selected = columns.joined(separator: ", ")
        let statement = ParameterText(
          plan.tree?.sql(selecting: selected, limit: "LIMIT \(query.pageSize)")
            ?? "SELECT \(selected) \(rows)\(ending)",
          in: definition.dialect
        ) { ":p\($0)" }
        return TableDescription(
          // They may name tables that aren't there to those who read a part.
          definition: isPart ? nil : try connection.definitionText(of: definition.schema.table),
          additions: isPart ? [] : try connection.additions(to: definition.schema.table),
          statement: statement.sql,
          visitorStatement: SelectText(
            columns, from: "\(SQLIdentifier(definition.schema.table)) AS r", where: condition.sql, order: order,
            in: definition.dialect
          ).sql,
          countStatement: ParameterText("SELECT count(*) \(rows)", in: definition.dialect) { ":p\($0)" }.sql,
          parameters: condition.values.prefix(statement.count).enumerated().map { ("p\($0)", Self.argument($1)) })
      }
    }
  }

  /// A value as an address holds it, whose arguments are texts: whole numbers are bound as such where a column compares numbers.
  private static func argument(_ value: SQLValue) -> RecordValue {
    if case .integer(let number) = value { .text(String(number)) } else { RecordValue(value) }
  }

  private static func clause(_ word: String, _ text: String) -> String { text.isEmpty ? "" : " \(word) \(text)" }
}

extension SQLiteConnection {
  /// The statement that made a table or view, as it was written.
  fileprivate func definitionText(of name: String) throws -> String? {
    var text: String?
    let sql = "SELECT sql FROM main.sqlite_schema WHERE name = ? AND type IN ('table', 'view')"
    try rows(sql, [SQLValue(name)]) { text = $0.text(0) }
    return text
  }

  /// The statements that made the indexes and triggers of a table or view; what comes with its keys has none.
  fileprivate func additions(to name: String) throws -> [String] {
    var texts: [String] = []
    let sql = "SELECT sql FROM main.sqlite_schema WHERE tbl_name = ? AND type IN ('index', 'trigger') ORDER BY rowid"
    try rows(sql, [SQLValue(name)]) { row in
      if let text = row.text(0) { texts.append(text) }
    }
    return texts
  }
}
