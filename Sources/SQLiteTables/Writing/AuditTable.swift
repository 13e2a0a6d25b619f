internal import SQLTables
internal import TableModel

/// Who changed what, written down within the same transaction as the change itself.
struct AuditTable {
  static let name = "_tablepages_audit"
  let connection: SQLiteConnection

  /// Makes the table unless it is there.
  func create() throws {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS main.\(SQLIdentifier(Self.name)) (
      "id" INTEGER PRIMARY KEY, "at" TEXT NOT NULL, "by" TEXT NOT NULL, "table" TEXT NOT NULL, "action" TEXT NOT NULL,
      "key" TEXT NOT NULL, "before" TEXT, "after" TEXT)
      """)
  }

  /// Writes down what was done to rows of a table; what left a row as it was is not worth a line.
  func add(_ result: RecordChangeResult, of schema: RecordSchema, by visitor: String) throws {
    for outcome in result.outcomes where outcome.action != .unchanged {
      let key = (outcome.after ?? outcome.before)?.key.map(\.description).joined(separator: ",") ?? ""
      try connection.rows(
        """
        INSERT INTO main.\(SQLIdentifier(Self.name)) ("at", "by", "table", "action", "key", "before", "after")
        VALUES (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?, ?, ?, ?)
        """,
        [
          SQLValue(visitor), SQLValue(schema.table), SQLValue(outcome.action.rawValue), SQLValue(key),
          outcome.before.map { SQLValue(RowText($0).text) } ?? .null,
          outcome.after.map { SQLValue(RowText($0).text) } ?? .null,
        ]
      ) { _ in }
    }
  }
}
