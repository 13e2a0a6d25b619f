internal import CSQLite
internal import SQLTables
internal import TableModel

extension SQLiteConnection {
  /// The same of tables of one shape that are seen as one; `nil` where they aren't of one shape.
  func structure(ofUnion entry: SchemaCatalog.Entry) throws -> TableStructure? {
    let members = try entry.members.map { name in
      // Of its columns alone.
      try structure(
        of: SchemaCatalog.Entry(name: name, kind: .view, isHidden: false, isWithoutRowID: false, isStrict: false))
    }
    return TableStructure(union: entry, of: members, in: SQLiteDialect())
  }

  /// What the schema says of a table, read in the current transaction.
  func structure(of entry: SchemaCatalog.Entry) throws -> TableStructure {
    let table = SQLIdentifier(entry.name)
    var columns: [TableStructure.Column] = []
    try rows("PRAGMA main.table_xinfo(\(table))") { row in
      let hidden = row.integer(6)
      guard hidden != 1, let name = row.text(1) else { return }
      let affinity = ColumnAffinity(declaredType: row.text(2) ?? "", isStrict: entry.isStrict)
      let isNullable = row.integer(3) == 0 && !(entry.isWithoutRowID && row.integer(5) > 0)
      columns.append(
        .init(
          name: name, declaredType: row.text(2) ?? "", isNullable: isNullable, keyPosition: row.integer(5),
          isStored: hidden == 0, defaultText: row.text(4), affinity: affinity.compared, storage: affinity.storage,
          convertsValues: affinity != .blob))
    }
    if try showsRowID(entry, columns) {
      var column = TableStructure.Column(
        name: SQLiteDialect().rowIdentities[0], declaredType: "INTEGER", isNullable: false, keyPosition: 1,
        isStored: true, defaultText: nil, affinity: .number, storage: .integer, convertsValues: true)
      column.isRowID = true
      columns.insert(column, at: 0)
    }
    var structure = TableStructure(entry, columns, in: SQLiteDialect())
    let folded = columns.map { SQLiteDialect.folded($0.name) }
    let keys = structure.keyColumns
    var hasKeyIndex = false
    if entry.kind == .table {
      let sql = """
        SELECT l.origin, x.name, x.coll, l.name FROM pragma_index_list(?1) AS l, pragma_index_xinfo(l.name) AS x
        WHERE l.partial = 0 AND x.seqno = 0
        """
      try rows(sql, [.text(Array(entry.name.utf8))]) { row in
        if row.text(0) == "pk" { hasKeyIndex = true }
        guard let name = row.text(1), let position = folded.firstIndex(of: SQLiteDialect.folded(name)) else { return }
        guard collation(of: columns[position].name, table: entry.name) == row.text(2)?.uppercased() else { return }
        structure.indexedColumns.insert(position)
        if let index = row.text(3) { structure.indexNames[position] = index }
      }
    }
    if hasKeyIndex { structure.keyCollations = try keyCollations(of: entry.name, columns) }
    // A sole key of type INTEGER that needs no index is the row id itself (https://sqlite.org/lang_createtable.html#rowid).
    let mayBeRowID = entry.kind == .table && !entry.isWithoutRowID && keys.count == 1 && !hasKeyIndex
    let rowIDColumn =
      mayBeRowID ? keys.first.flatMap { columns[$0].declaredType.uppercased() == "INTEGER" ? $0 : nil } : nil
    var rowIDName = SQLiteDialect().rowIdentities.first { !folded.contains($0) }
    if entry.isWithoutRowID || entry.kind == .view { rowIDName = nil }
    // Beside so many columns a statement can't read another (https://sqlite.org/limits.html#max_column).
    if columns.count >= Int(sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, -1)) { rowIDName = nil }
    if let rowIDColumn {
      rowIDName = nil
      structure.indexedColumns.insert(rowIDColumn)
    }
    if let name = rowIDName, entry.kind == .virtual, !canRead("SELECT \(name) FROM main.\(table) LIMIT 0") {
      rowIDName = nil
    }
    structure.rowIDColumn = rowIDColumn
    structure.rowIDName = rowIDName
    return structure
  }

  /// Whether the row ID stands for the key that a table lacks, under its own name. Tables of data files don't show it: it is no part of the
  /// file.
  private func showsRowID(_ entry: SchemaCatalog.Entry, _ columns: [TableStructure.Column]) throws -> Bool {
    guard entry.kind == .table, !entry.isWithoutRowID, columns.allSatisfy({ $0.keyPosition == 0 }),
      columns.count < Int(sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, -1)),
      !columns.contains(where: { SQLiteDialect.folded($0.name) == SQLiteDialect().rowIdentities[0] })
    else { return false }
    return try !isOfOwnMaking
  }

  /// Whether the file carries the mark of those that this program makes.
  private var isOfOwnMaking: Bool {
    get throws {
      var mark = 0
      try rows("PRAGMA main.application_id") { mark = $0.integer(0) }
      return mark == Int(OwnDatabaseFile.mark)
    }
  }

  /// The collations of a key's index, by the positions of the columns that compare in another way themselves.
  private func keyCollations(of table: String, _ columns: [TableStructure.Column]) throws -> [Int: String] {
    var collations: [Int: String] = [:]
    let sql = """
      SELECT x.name, x.coll FROM pragma_index_list(?1) AS l, pragma_index_xinfo(l.name) AS x WHERE l.origin = 'pk' AND x.key
      """
    try rows(sql, [.text(Array(table.utf8))]) { row in
      guard let name = row.text(0), let indexed = row.text(1)?.uppercased(),
        let position = columns.firstIndex(where: { $0.name == name }), columns[position].keyPosition > 0
      else { return }
      if collation(of: name, table: table) != indexed { collations[position] = indexed }
    }
    return collations
  }

  private func canRead(_ sql: String) -> Bool {
    do {
      try rows(sql) { _ in }
      return true
    } catch { return false }
  }

  private func collation(of column: String, table: String) -> String? {
    var collation: UnsafePointer<CChar>?
    // SQLite's own text, which lives as long as the schema: copied at once.
    guard sqlite3_table_column_metadata(handle, "main", table, column, nil, &collation, nil, nil, nil) == SQLITE_OK,
      let collation
    else { return nil }
    return String(cString: collation).uppercased()
  }
}
