internal import SQLTables
internal import SQLiteTables
internal import TableModel

/// Reads what a SQLite file holds, in the transaction that is open.
struct FileOutline {
  let file: CopyFile

  private func text(_ value: SQLValue) -> String {
    switch value {
    case .text(let bytes), .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    case .integer(let number): String(number)
    case .real(let number): number.description
    case .null: ""
    }
  }

  private func texts(_ sql: String, _ values: [String] = []) throws(TableError) -> [[String]] {
    var rows: [[String]] = []
    for row in try file.rows(sql, values.map { SQLValue($0) }) { rows.append(row.map(text)) }
    return rows
  }

  func read() throws(TableError) -> DatabaseOutline {
    var outline = DatabaseOutline()
    for row in try texts("PRAGMA main.table_list") where row[0] == "main" {
      let (name, kind) = (row[1], row[2])
      let folded = name.lowercased()
      guard !folded.hasPrefix("sqlite_"), !folded.hasPrefix("_tablepages_") else { continue }
      switch kind {
      case "table": outline.tables.append(try table(name, isWithoutRowID: row[4] == "1"))
      case "view": outline.views.append(try view(name))
      case "virtual":
        outline.remarks.append("virtual table \(name): not copied; it is an index or a module of SQLite's")
      default: break
      }
    }
    for row in try texts("SELECT name, tbl_name FROM main.sqlite_schema WHERE type = 'trigger' ORDER BY name") {
      outline.remarks.append(
        "trigger \(row[0]) of \(row[1]): not copied; triggers are written in the engine's own language")
    }
    // In the order in which they were made, so that views stand behind those that they read.
    let order = try texts("SELECT name FROM main.sqlite_schema WHERE type IN ('table', 'view') ORDER BY rowid").map {
      $0[0]
    }
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    outline.tables.sort { places[$0.name, default: 0] < places[$1.name, default: 0] }
    outline.views.sort { places[$0.name, default: 0] < places[$1.name, default: 0] }
    return outline
  }

  private func definition(_ type: String, _ name: String) throws(TableError) -> [SQLToken] {
    let rows = try texts("SELECT sql FROM main.sqlite_schema WHERE type = ? AND name = ?", [type, name])
    return SQLToken.all(of: rows.first?.first ?? "")
  }

  private func view(_ name: String) throws(TableError) -> ViewOutline {
    let columns = try texts("SELECT name FROM pragma_table_xinfo(?) ORDER BY cid", [name]).map { $0[0] }
    let tokens = try definition("view", name)
    // CREATE VIEW name (columns) AS SELECT …
    let start = tokens.firstIndex { $0.isWord("AS") }.map { $0 + 1 } ?? tokens.count
    return ViewOutline(name: name, columns: columns, statement: Array(tokens[start...]).sql)
  }

  private func table(_ name: String, isWithoutRowID: Bool) throws(TableError) -> TableOutline {
    var table = TableOutline(name: name)
    let parsed = FileTableDefinition(try definition("table", name))
    var keyPositions: [(position: Int, column: Int)] = []
    for row in try texts(
      "SELECT name, type, \"notnull\", dflt_value IS NOT NULL, dflt_value, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid",
      [name])
    {
      guard row[6] != "1" else { continue }
      var column = ColumnOutline(name: row[0], declaredType: row[1], isRequired: row[2] == "1")
      if row[3] == "1" { column.defaultText = row[4] }
      column.isGenerated = row[6] != "0"
      column.generation = column.isGenerated ? parsed.generations[row[0].lowercased()] : nil
      if column.isGenerated {
        // SQLite writes it behind the type.
        column.declaredType = column.declaredType.replacing("GENERATED ALWAYS", with: "").trimmed
      }
      if let position = Int(row[5]), position > 0 { keyPositions.append((position, table.columns.count)) }
      table.columns.append(column)
    }
    table.key = keyPositions.sorted { $0.position < $1.position }.map(\.column)
    table.checks = parsed.checks
    let indexes = try texts("SELECT name, \"unique\", origin FROM pragma_index_list(?) ORDER BY seq DESC", [name])
    let hasKeyIndex = indexes.contains { $0[2] == "pk" }
    if !isWithoutRowID, table.key.count == 1, !hasKeyIndex,
      table.columns[table.key[0]].declaredType.uppercased() == "INTEGER"
    {
      table.numberedColumn = table.key[0]
    }
    for index in indexes where index[2] != "pk" {
      try add(index[0], isUnique: index[1] == "1", isRule: index[2] == "u", to: &table)
    }
    table.foreignKeys = try foreignKeys(of: table, parsed)
    if isWithoutRowID {
      table.reading = .key
    } else if let alias = table.numberedColumn {
      table.reading = .rowNumber(SQLIdentifier(table.columns[alias].name).description)
    } else {
      let names = Set(table.columns.map { $0.name.lowercased() })
      table.reading = ["rowid", "_rowid_", "oid"].first { !names.contains($0) }.map { .rowNumber($0) } ?? .unordered
    }
    return table
  }

  private func add(_ name: String, isUnique: Bool, isRule: Bool, to table: inout TableOutline) throws(TableError) {
    var index = IndexOutline(name: name, isUnique: isUnique, parts: [])
    let tokens = try definition("index", name)
    let on = tokens.firstIndex { $0.isWord("ON") } ?? tokens.count
    let group = tokens.group(at: on + 2)
    let written = group?.inside.separatedByCommas() ?? []
    for (number, row) in try texts(
      "SELECT cid, name, \"desc\", coll FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno", [name]
    ).enumerated() {
      var part = IndexOutline.Part(isDescending: row[2] == "1", ignoresCase: row[3].uppercased() == "NOCASE")
      if row[0] == "-2" {
        part.expression =
          written.indices.contains(number) ? written[number].filter { !$0.isWord("ASC") && !$0.isWord("DESC") }.sql : ""
      } else {
        part.column = table.position(of: row[1])
      }
      if !["BINARY", "NOCASE"].contains(row[3].uppercased()) {
        index.obstacle = "its collation \(row[3]) is SQLite's own"
      }
      index.parts.append(part)
    }
    if let end = group?.end, tokens.indices.contains(end), tokens[end].isWord("WHERE") {
      index.condition = Array(tokens[(end + 1)...]).sql
    }
    let columns = index.parts.compactMap(\.column)
    if isRule, columns.count == index.parts.count, !index.parts.contains(where: \.ignoresCase), index.obstacle == nil {
      table.uniques.append(columns)
    } else {
      // Made by a rule of the table, it has a name that nobody else may use.
      if isRule {
        index.name = table.name + "_" + columns.map { table.columns[$0].name }.joined(separator: "_") + "_key"
      }
      table.indexes.append(index)
    }
  }

  private func foreignKeys(of table: TableOutline, _ parsed: FileTableDefinition) throws(TableError)
    -> [ForeignKeyOutline]
  {
    var keys: [ForeignKeyOutline] = [], last: String?
    let sql =
      "SELECT id, \"table\", \"from\", \"to\" IS NOT NULL, \"to\", on_update, on_delete FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq"
    for row in try texts(sql, [table.name]) {
      guard let column = table.columns.firstIndex(where: { $0.name.lowercased() == row[2].lowercased() }) else {
        continue
      }
      let referenced = row[3] == "1" ? [row[4]] : []
      if last == row[0] {
        keys[keys.count - 1].columns.append(column)
        keys[keys.count - 1].referencedColumns += referenced
      } else {
        keys.append(
          ForeignKeyOutline(
            columns: [column], table: row[1], referencedColumns: referenced, onDelete: row[6], onUpdate: row[5]))
      }
      last = row[0]
    }
    guard parsed.deferrals.count == keys.count else { return keys }
    for (position, isDeferred) in parsed.deferrals.enumerated() { keys[position].isDeferred = isDeferred }
    return keys
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
