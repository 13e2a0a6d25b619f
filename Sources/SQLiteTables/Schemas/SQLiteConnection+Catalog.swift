internal import SQLTables
internal import TableModel

extension SQLiteConnection {
  /// What the database holds, read in the current transaction.
  /// - Parameters:
  ///   - labelColumns: what somebody has chosen to call rows by, by the folded names of tables.
  ///   - searchIndexes: the indexes that somebody has chosen, by the same.
  func catalog(
    labelColumns: [String: [String]] = [:], searchIndexes: [String: ChosenSearchIndex] = [:]
  ) throws -> SchemaCatalog {
    let version = try schemaVersion()
    let indexes = try fullTextIndexes(chosen: searchIndexes)
    // An index of another table's words is no table of its own to people, nor is one that holds no texts.
    let helpers = Set(indexes.filter { $0.content != .own }.map { SQLiteDialect.folded($0.name) })
    var entries: [SchemaCatalog.Entry] = []
    try rows("PRAGMA main.table_list") { row in
      guard row.text(0) == "main", let name = row.text(1), let type = row.text(2) else { return }
      // The schema's own table is no one's data.
      guard name != "sqlite_schema", name != "sqlite_master" else { return }
      let folded = SQLiteDialect.folded(name)
      guard !StatementAuthorizer.privateTables.contains(folded) else { return }
      // Tables of our own are those of files that are being loaded, and notes about them.
      let isReserved = folded.hasPrefix("sqlite_") || folded.hasPrefix("_tablepages_")
      let isHidden = type == "shadow" || isReserved || helpers.contains(folded)
      let kind: SchemaCatalog.Entry.Kind = type == "view" ? .view : type == "virtual" ? .virtual : .table
      entries.append(
        .init(
          name: name, kind: kind, isHidden: isHidden, isWithoutRowID: row.integer(4) != 0,
          isStrict: row.integer(5) != 0))
    }
    entries.sort { SQLiteDialect.folded($0.name) < SQLiteDialect.folded($1.name) }
    return SchemaCatalog(
      schemaVersion: version, entries: entries, foreignKeys: try foreignKeys(), indexes: indexes,
      labelColumns: labelColumns, in: SQLiteDialect())
  }

  private func fullTextIndexes(chosen: [String: ChosenSearchIndex]) throws -> [FullTextIndex] {
    var indexes: [FullTextIndex] = []
    let sql =
      "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND rootpage = 0 AND sql LIKE 'CREATE VIRTUAL TABLE%' ORDER BY name"
    try rows(sql) { row in
      guard let name = row.text(0), let sql = row.text(1) else { return }
      if let index = FullTextIndex(name: name, sql: sql) { indexes.append(index) }
    }
    let byName = Dictionary(indexes.map { (SQLiteDialect.folded($0.name), $0) }) { first, _ in first }
    return indexes
      + chosen.compactMap { table, choice in
        byName[SQLiteDialect.folded(choice.name)]?.chosen(for: table, by: choice.keyColumn)
      }
  }

  private func foreignKeys() throws -> [SchemaCatalog.ForeignKey] {
    var keys: [SchemaCatalog.ForeignKey] = []
    var last: (table: String, id: Int)?
    let sql = """
      SELECT m.name, f.id, f."table", f."from", f."to" FROM main.sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f
      WHERE m.type = 'table' ORDER BY m.rowid, f.id DESC, f.seq
      """
    try rows(sql) { row in
      guard let table = row.text(0), let referenced = row.text(2), let column = row.text(3) else { return }
      let (id, referencedColumn) = (row.integer(1), row.text(4).map { [$0] } ?? [])
      if let last, last == (table, id) {
        keys[keys.count - 1].columns.append(column)
        keys[keys.count - 1].referencedColumns += referencedColumn
      } else {
        keys.append(
          .init(table: table, columns: [column], referencedTable: referenced, referencedColumns: referencedColumn))
      }
      last = (table, id)
    }
    return keys
  }
}
