internal import CSQLite
internal import SQLTables
package import TableModel

/// Changes the tables of a file, within a transaction of the writing connection.
struct SchemaWriter {
  let connection: SQLiteConnection

  /// - Throws: `RecordChangeError.refused` for names that no table or column can have, `SQLiteFailure` for what SQLite refuses.
  func apply(_ change: SchemaChange) throws {
    switch change {
    case .createTable(let table): try create(table)
    case .addColumns(let columns, let table):
      for column in columns {
        try checkName(column.name)
        try run("ALTER TABLE main.\(SQLIdentifier(table)) ADD COLUMN \(definition(column))")
      }
    case .dropColumns(let names, let table):
      for name in names { try run("ALTER TABLE main.\(SQLIdentifier(table)) DROP COLUMN \(SQLIdentifier(name))") }
    case .dropTable(let table): try run("DROP TABLE main.\(SQLIdentifier(table))")
    }
  }

  /// The statement that made a table.
  func definition(of table: String) throws -> String? {
    var sql: String?
    try connection.rows(
      "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE", [.text(Array(table.utf8))]
    ) { sql = $0.text(0) }
    return sql
  }

  /// Writes down what a change has made of a table, in the statements that make it.
  func audit(_ change: SchemaChange, before: String?, by author: String) throws {
    func text(_ definition: String?) -> RowText? { definition.map { RowText(["$schema"], [.text($0)]) } }
    let after = try definition(of: change.table)
    let action: RecordChangeResult.Action = before == nil ? .inserted : after == nil ? .deleted : .updated
    _ = try AuditTable(connection: connection).add(
      .init(table: change.table, action: action, key: "", before: text(before), after: text(after)), by: author)
  }

  private func create(_ table: NewTable) throws {
    try checkName(table.name)
    let folded = SQLiteDialect.folded(table.name)
    guard !folded.hasPrefix("sqlite_"), !folded.hasPrefix("_tablepages_") else {
      throw RecordChangeError.refused("Invalid table name")
    }
    guard !table.columns.isEmpty else { throw RecordChangeError.refused("A table needs columns") }
    let soleKey = table.key.count == 1 ? table.key.first : nil
    var parts: [String] = []
    for column in table.columns {
      try checkName(column.name)
      parts.append(definition(column) + (column.name == soleKey ? " PRIMARY KEY" : ""))
    }
    if table.key.count > 1 {
      parts.append("PRIMARY KEY (\(table.key.map { SQLIdentifier($0).description }.joined(separator: ", ")))")
    }
    try run("CREATE TABLE main.\(SQLIdentifier(table.name)) (\n   \(parts.joined(separator: ",\n   "))\n)")
  }

  private func definition(_ column: NewColumn) -> String {
    let type =
      switch column.kind {
      case .text: "TEXT"
      case .integer: "INTEGER"
      case .float: "REAL"
      case .blob: "BLOB"
      }
    var text = "\(SQLIdentifier(column.name)) \(type)"
    if column.isRequired { text += " NOT NULL" }
    if let value = column.defaultValue { text += " DEFAULT \(SQLLiteral(value))" }
    if let table = column.referencedTable {
      text += " REFERENCES \(SQLIdentifier(table))"
      if let column = column.referencedColumn { text += "(\(SQLIdentifier(column)))" }
    }
    return text
  }

  private func checkName(_ name: String) throws(RecordChangeError) {
    let isPlain = !name.unicodeScalars.contains { $0.value == 0 || $0 == "\n" || $0 == "\r" }
    guard !name.isEmpty, isPlain else { throw .refused("Invalid name") }
  }

  private func run(_ sql: String) throws {
    do { try connection.execute(sql) } catch  where [SQLITE_ERROR, SQLITE_CONSTRAINT].contains(error.primaryCode) {
      throw RecordChangeError.refused(error.message)
    }
  }
}

extension SQLiteDatabase: SchemaEditableDatabase {
  package var allowsSchemaChanges: Bool { writeQueue != nil }

  package func apply(_ change: SchemaChange, by author: ChangeAuthor) async throws {
    guard let queue = writeQueue else { throw RecordChangeError.refused("“\(name)” can only be read") }
    _ = try await queue.perform(.schema(change), on: SQLiteTable(database: self, name: change.table), by: author)
  }
}
