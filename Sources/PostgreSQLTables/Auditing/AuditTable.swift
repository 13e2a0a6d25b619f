internal import SQLTables
internal import TableModel

/// The table in which it is written down who changed what, within the same transaction as the change itself.
enum AuditTable {
  static let schema = "tablepages_audit", relation = "changes"
  /// What the owner of a database knows the table as.
  static let fullName = "\(schema).\(relation)"
  /// The number of the lock under which the table is made, by chance: several servers start at once.
  private static let lockNumber = 2_706_441_893

  /// Whether it is there, and lines may be added to it.
  static let look = PostgreSQLRequest(
    """
    SELECT to_regclass('\(fullName)') IS NOT NULL, COALESCE(has_table_privilege(to_regclass('\(fullName)'), 'INSERT'), false),
      current_setting('track_counts') = 'on'
    """)

  /// Makes it unless it is there.
  static let creation = [
    "SELECT pg_advisory_xact_lock(\(lockNumber))", "CREATE SCHEMA IF NOT EXISTS \(schema)",
    """
    CREATE TABLE IF NOT EXISTS \(fullName) (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      "at" timestamptz NOT NULL DEFAULT clock_timestamp(), "by" text NOT NULL, "table" text NOT NULL, "action" text NOT NULL,
      "key" text NOT NULL, "before" text, "after" text)
    """,
    // Of any length, which the other kinds of indexes don't take.
    "CREATE INDEX IF NOT EXISTS changes_of_row ON \(fullName) USING hash (\"key\")",
    "COMMENT ON SCHEMA \(schema) IS 'Who changed what through a site that keeps an audit'",
  ].map { PostgreSQLRequest($0) }

  /// Adds a line.
  static func addition(of line: AuditLine, by visitor: String) -> PostgreSQLRequest {
    PostgreSQLRequest(
      #"INSERT INTO \#(fullName) ("by", "table", "action", "key", "before", "after") VALUES (?, ?, ?, ?, ?, ?)"#,
      [
        SQLValue(visitor), SQLValue(line.table), SQLValue(line.action.rawValue), SQLValue(line.key),
        value(line.before), value(line.after),
      ], recurs: true)
  }

  private static func value(_ text: RowText?) -> SQLValue { text.map { SQLValue($0.text) } ?? .null }
}
