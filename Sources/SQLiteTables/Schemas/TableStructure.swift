internal import CSQLite
internal import SQLTables
internal import TableModel

/// What the schema says of a table, before anybody has looked at its rows.
struct TableStructure {
  struct Column {
    var name: String
    var declaredType: String
    var isNullable: Bool
    /// The position in the primary key, from 1; 0 for none.
    var keyPosition: Int
    /// Whether the table stores the value: computed ones can't be read in pieces.
    var isStored: Bool
    /// What a new row gets without a value, as the schema writes it.
    var defaultText: String?
    var affinity: ColumnAffinity { ColumnAffinity(declaredType: declaredType) }
    /// Whether it makes of a value what it would store before it compares. In a strict table, a column of type ANY doesn't
    /// (https://sqlite.org/stricttables.html#the_any_datatype).
    var convertsValues: Bool { affinity != .blob && declaredType.uppercased() != "ANY" }
  }

  let entry: SchemaCatalog.Entry
  let columns: [Column]
  /// Columns that an index without conditions begins with, under the column's own collation.
  let indexedColumns: Set<Int>
  /// The names of such indexes; the row id has none.
  let indexNames: [Int: String]
  /// Columns that have no two equal values but null.
  let uniqueColumns: Set<Int>
  /// Columns of the primary key, in its order.
  let keyColumns: [Int]
  /// The collations of the key's index, where they are others than the columns' own.
  let keyCollations: [Int: String]
  /// The column that is another name of the row id.
  let rowIDColumn: Int?
  /// A name by which the row id can be asked for; `nil` if there is none, or columns have taken all of its names.
  let rowIDName: String?

  /// The position of a column, as SQLite compares names.
  func position(of name: String) -> Int? {
    let folded = SchemaCatalog.folded(name)
    return columns.firstIndex { SchemaCatalog.folded($0.name) == folded }
  }

  /// The only column of the primary key.
  var soleKeyColumn: Int? { keyColumns.count == 1 ? keyColumns.first : nil }

  /// How the values of a column are written in keys. A column with the affinity of texts stores nothing else, but for blobs.
  func keyForm(of column: Int) -> RowKey.Form {
    columns.indices.contains(column) && entry.kind == .table && columns[column].affinity == .text ? .text : .any
  }

  /// The column that rows are called by.
  var labelColumn: Int? {
    LabelColumn.position(in: columns.map { ($0.name, $0.affinity == .text) }, keys: keyColumns)
  }
}

extension SQLiteConnection {
  /// What the schema says of a table, read in the current transaction.
  func structure(of entry: SchemaCatalog.Entry) throws -> TableStructure {
    let table = SQLIdentifier(entry.name)
    var columns: [TableStructure.Column] = []
    try rows("PRAGMA main.table_xinfo(\(table))") { row in
      let hidden = row.integer(6)
      guard hidden != 1, let name = row.text(1) else { return }
      let isNullable = row.integer(3) == 0 && !(entry.isWithoutRowID && row.integer(5) > 0)
      columns.append(
        .init(
          name: name, declaredType: row.text(2) ?? "", isNullable: isNullable, keyPosition: row.integer(5),
          isStored: hidden == 0, defaultText: row.text(4)))
    }
    let folded = columns.map { SchemaCatalog.folded($0.name) }
    let keys = columns.indices.filter { columns[$0].keyPosition > 0 }.sorted {
      columns[$0].keyPosition < columns[$1].keyPosition
    }
    var indexed: Set<Int> = [], unique: Set<Int> = []
    var indexNames: [Int: String] = [:]
    var hasKeyIndex = false
    if entry.kind == .table {
      let sql = """
        SELECT l."unique", l.origin, x.name, x.coll, (SELECT count(*) FROM pragma_index_info(l.name)), l.name FROM pragma_index_list(?1) AS l, pragma_index_xinfo(l.name) AS x
        WHERE l.partial = 0 AND x.seqno = 0
        """
      try rows(sql, [.text(Array(entry.name.utf8))]) { row in
        if row.text(1) == "pk" { hasKeyIndex = true }
        guard let name = row.text(2), let position = folded.firstIndex(of: SchemaCatalog.folded(name)) else { return }
        guard collation(of: columns[position].name, table: entry.name) == row.text(3)?.uppercased() else { return }
        indexed.insert(position)
        if let index = row.text(5) { indexNames[position] = index }
        if row.integer(0) != 0, row.integer(4) == 1 { unique.insert(position) }
      }
    }
    let keyCollations = hasKeyIndex ? try keyCollations(of: entry.name, columns) : [:]
    // A sole key of type INTEGER that needs no index is the row id itself (https://sqlite.org/lang_createtable.html#rowid).
    let mayBeRowID = entry.kind == .table && !entry.isWithoutRowID && keys.count == 1 && !hasKeyIndex
    let rowIDColumn =
      mayBeRowID ? keys.first.flatMap { columns[$0].declaredType.uppercased() == "INTEGER" ? $0 : nil } : nil
    var rowIDName = SQLiteDialect().rowIdentities.first { !folded.contains($0) }
    if entry.isWithoutRowID || entry.kind == .view { rowIDName = nil }
    if let rowIDColumn {
      rowIDName = nil
      indexed.insert(rowIDColumn)
      unique.insert(rowIDColumn)
    }
    if let name = rowIDName, entry.kind == .virtual, !canRead("SELECT \(name) FROM main.\(table) LIMIT 0") {
      rowIDName = nil
    }
    return TableStructure(
      entry: entry, columns: columns, indexedColumns: indexed, indexNames: indexNames, uniqueColumns: unique,
      keyColumns: keys, keyCollations: keyCollations,
      rowIDColumn: rowIDColumn,
      rowIDName: rowIDName)
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
