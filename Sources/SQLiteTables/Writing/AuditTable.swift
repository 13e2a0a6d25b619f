internal import SQLTables
internal import TableModel

/// Who changed what, written down within the same transaction as the change itself.
struct AuditTable {
  static let name = AuditLine.tableName
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

  /// Adds a line.
  /// - Returns: its number.
  func add(_ line: AuditLine, by visitor: String) throws -> Int64 {
    let values = [
      SQLValue(visitor), SQLValue(line.table), SQLValue(line.action.rawValue), SQLValue(line.key),
      Self.value(line.before), Self.value(line.after),
    ]
    return try run(Self.addition, values) ?? 0
  }

  /// Says what became of a row whose line was added before; one that stays as it was needs no line.
  func complete(_ number: Int64, _ line: AuditLine) throws {
    let values = [.integer(number), SQLValue(line.key), Self.value(line.after)]
    guard try run(Self.removalOfSame, values) == nil else { return }
    try run(Self.completion, values + [SQLValue(line.action.rawValue)])
  }

  /// Takes back the line of a row that stays as it is.
  func remove(_ number: Int64) throws { try run(Self.removal, [.integer(number)]) }

  private static let addition = StatementText(
    """
    INSERT INTO main.\(SQLIdentifier(name)) ("at", "by", "table", "action", "key", "before", "after")
    VALUES (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?, ?, ?, ?, ?, ?) RETURNING "id"
    """)
  private static let removalOfSame = StatementText(
    #"DELETE FROM main.\#(SQLIdentifier(name)) WHERE "id" = ?1 AND "key" = ?2 AND "before" IS ?3 RETURNING "id""#)
  private static let completion = StatementText(
    #"UPDATE main.\#(SQLIdentifier(name)) SET "key" = ?2, "after" = ?3, "action" = ?4 WHERE "id" = ?1"#)
  private static let removal = StatementText(#"DELETE FROM main.\#(SQLIdentifier(name)) WHERE "id" = ?"#)

  private static func value(_ text: RowText?) -> SQLValue { text.map { SQLValue($0.text) } ?? .null }

  @discardableResult private func run(_ text: StatementText, _ values: [SQLValue]) throws -> Int64? {
    let statement = try connection.statement(text)
    defer { statement.reset() }
    for value in values { statement.bind(value) }
    var number: Int64?
    while try statement.step() { number = Int64(statement.integer(0)) }
    return number
  }
}
