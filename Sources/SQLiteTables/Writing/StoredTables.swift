internal import SQLTables
internal import TableModel

/// The tables of a file as they are stored, under one version of the schema: what of a row can be read and put back exactly.
final class StoredTables: Sendable {
  /// A table of the database's own.
  struct Table: Sendable {
    let name: String
    /// What a row consists of, quoted: its stored columns, and the row id where that is none of them.
    let parts: [String]
    /// What finds a row, quoted: the row id, or the key of a table without row ids.
    let places: [String]
    /// The positions of the key among all columns, of a table without row ids; `nil` for one with.
    let keyColumns: [Int]?
    /// What names a row, quoted: its key, or the row id where it has none.
    let keys: [String]
    /// How the values of the key are written in it.
    let keyForms: [RowKey.Form]
    /// The row id, quoted; `nil` for a table without row ids.
    let rowID: String?
    /// The names of all columns, of those that are computed as well.
    let columns: [String]

    /// The condition that finds one row.
    var condition: String { places.map { "\($0) = ?" }.joined(separator: " AND ") }

    /// The statement that reads a row.
    var selection: String { reading(parts) }

    /// The statement that reads the row id, the key of a row, and then its columns.
    var keyedSelection: String {
      reading([rowID ?? "NULL"] + keys + columns.map { SQLIdentifier($0).description })
    }

    private func reading(_ expressions: [String]) -> String {
      "SELECT \(expressions.joined(separator: ", ")) FROM main.\(SQLIdentifier(name)) WHERE \(condition)"
    }
  }

  let schemaVersion: Int
  private let tables: [String: Table]
  /// The names of the database's own tables, also of those whose rows can't be found again.
  private let names: Set<String>
  /// Tables whose rows take others along when they go, or get another key; in lower case.
  private let carrying: Set<String>
  /// Whether anything happens by triggers.
  let hasTriggers: Bool

  /// Reads the schema in the current transaction.
  init(_ connection: SQLiteConnection) throws {
    schemaVersion = try connection.schemaVersion()
    var entries: [(name: String, isWithoutRowID: Bool)] = []
    try connection.rows("PRAGMA main.table_list") { row in
      guard row.text(0) == "main", row.text(2) == "table", let name = row.text(1) else { return }
      let folded = SQLiteDialect.folded(name)
      if folded.hasPrefix("sqlite_") || folded.hasPrefix("_tablepages_") { return }
      entries.append((name, row.integer(4) != 0))
    }
    var tables: [String: Table] = [:]
    for entry in entries {
      tables[entry.name] = try Self.table(entry.name, isWithoutRowID: entry.isWithoutRowID, connection)
    }
    var carrying: Set<String> = []
    let actions = """
      SELECT DISTINCT f."table" FROM main.sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'
      AND (f.on_delete NOT IN ('NO ACTION', 'RESTRICT') OR f.on_update NOT IN ('NO ACTION', 'RESTRICT'))
      """
    try connection.rows(actions) { if let name = $0.text(0) { carrying.insert(SQLiteDialect.folded(name)) } }
    var hasTriggers = false
    try connection.rows("SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' LIMIT 1") { _ in hasTriggers = true }
    self.tables = tables
    names = Set(entries.map(\.name))
    self.carrying = carrying
    self.hasTriggers = hasTriggers
  }

  /// The table of a name as the schema spells it; `nil` for what is SQLite's, an index's or the audit's own, and for tables whose rows can't be
  /// found again.
  subscript(_ name: String) -> Table? { tables[name] }

  /// Whether a table is one of the database's own.
  func contains(_ name: String) -> Bool { names.contains(name) }

  /// Whether other rows may go, or change, with rows of a table.
  func carries(_ table: String) -> Bool { carrying.contains(SQLiteDialect.folded(table)) }

  private static func table(
    _ name: String, isWithoutRowID: Bool, _ connection: SQLiteConnection
  ) throws -> Table? {
    var parts: [String] = [], columns: [String] = []
    var keys: [(position: Int, column: Int, name: String, form: RowKey.Form)] = []
    var firstVirtual = Int.max
    var keyType = ""
    try connection.rows("PRAGMA main.table_xinfo(\(SQLIdentifier(name)))") { row in
      guard let column = row.text(1) else { return }
      columns.append(column)
      guard row.integer(6) == 0 else {
        if row.integer(6) == 2 { firstVirtual = min(firstVirtual, row.integer(0)) }
        return
      }
      parts.append(SQLIdentifier(column).description)
      if row.integer(5) > 0 {
        keyType = row.text(2) ?? ""
        let form: RowKey.Form = ColumnAffinity(declaredType: keyType) == .text ? .text : .any
        keys.append((row.integer(5), row.integer(0), SQLIdentifier(column).description, form))
      }
    }
    keys.sort { $0.position < $1.position }
    if isWithoutRowID {
      // The columns of a row that changes are numbered as they are stored, where those that are computed when they are read come last.
      guard keys.allSatisfy({ $0.column < firstVirtual }) else { return nil }
      return Table(
        name: name, parts: parts, places: try comparedKeys(of: name, connection), keyColumns: keys.map(\.column),
        keys: keys.map(\.name), keyForms: keys.map(\.form), rowID: nil, columns: columns)
    }
    var hasKeyIndex = false
    try connection.rows("SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk'", [SQLValue(name)]) { _ in
      hasKeyIndex = true
    }
    // A sole key of type INTEGER that needs no index is the row id itself (https://sqlite.org/lang_createtable.html#rowid).
    if keys.count == 1, !hasKeyIndex, keyType.uppercased() == "INTEGER" {
      return Table(
        name: name, parts: parts, places: [keys[0].name], keyColumns: nil, keys: [keys[0].name],
        keyForms: [.any], rowID: keys[0].name, columns: columns)
    }
    let names = Set(columns.map(SQLiteDialect.folded))
    guard let rowID = SQLiteDialect().rowIdentities.first(where: { !names.contains($0) }) else { return nil }
    return Table(
      name: name, parts: parts + [rowID], places: [rowID], keyColumns: nil,
      keys: keys.isEmpty ? [rowID] : keys.map(\.name), keyForms: keys.isEmpty ? [.any] : keys.map(\.form), rowID: rowID,
      columns: columns)
  }

  /// The columns of the key of a table without row ids, as its index compares them: a column may compare in another way.
  private static func comparedKeys(of table: String, _ connection: SQLiteConnection) throws -> [String] {
    var keys: [String] = []
    let sql = """
      SELECT x.name, x.coll FROM pragma_index_list(?) AS l, pragma_index_xinfo(l.name) AS x
      WHERE l.origin = 'pk' AND x.key ORDER BY x.seqno
      """
    try connection.rows(sql, [SQLValue(table)]) { row in
      guard let name = row.text(0), let collation = row.text(1) else { return }
      keys.append("\(SQLIdentifier(name)) COLLATE \(SQLIdentifier(collation))")
    }
    return keys
  }
}
