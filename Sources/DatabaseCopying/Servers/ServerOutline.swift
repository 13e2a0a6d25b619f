internal import PostgreSQLTables
internal import SQLTables
internal import TableModel

/// Reads what a schema of a PostgreSQL database holds.
struct ServerOutline {
  let session: CopySession
  let schema: String

  /// The tables' numbers, in the order of the outline's tables.
  private(set) var numbers: [String] = []

  init(_ session: CopySession, schema: String) { (self.session, self.schema) = (session, schema) }

  private func rows(_ sql: String) throws(TableError) -> [[String?]] { try session.rows(sql, [SQLValue(schema)]) }

  mutating func read() throws(TableError) -> DatabaseOutline {
    guard try !rows("SELECT 1 FROM pg_namespace WHERE nspname = $1").isEmpty else {
      throw .unavailable("there is no schema \(schema)")
    }
    var outline = DatabaseOutline()
    let relations = """
      SELECT c.oid, c.relname, c.relkind, c.relispartition FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT EXISTS (
        SELECT 1 FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      ORDER BY c.oid
      """
    for row in try rows(relations) {
      guard let number = row[0], let name = row[1], let kind = row[2] else { continue }
      // The rows of a part are those of the whole.
      if row[3] == "t" { continue }
      switch kind {
      case "v": outline.views.append(try view(number, name))
      default:
        if kind == "m" { outline.remarks.append("materialized view \(name): is a table with its rows") }
        if kind == "f" { outline.remarks.append("foreign table \(name): is a table with its rows") }
        let table = try table(number, name, isStoredHere: kind == "r" || kind == "m")
        guard !table.columns.isEmpty else {
          outline.remarks.append("table \(name): not copied; it has no columns")
          continue
        }
        outline.tables.append(table)
        numbers.append(number)
      }
    }
    for row in try rows(
      "SELECT t.tgname, c.relname FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND NOT t.tgisinternal ORDER BY 1"
    ) {
      outline.remarks.append(
        "trigger \(row[0] ?? "") of \(row[1] ?? ""): not copied; triggers are written in the engine's own language")
    }
    return outline
  }

  private func view(_ number: String, _ name: String) throws(TableError) -> ViewOutline {
    let columns = try session.rows(
      "SELECT attname FROM pg_attribute WHERE attrelid = $1::oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
      [SQLValue(number)])
    let text =
      try session.rows("SELECT pg_get_viewdef($1::oid, true)", [SQLValue(number)]).first?.first.flatMap { $0 } ?? ""
    return ViewOutline(name: name, columns: columns.compactMap { $0[0] }, statement: text.filter { $0 != ";" })
  }

  private func table(_ number: String, _ name: String, isStoredHere: Bool) throws(TableError) -> TableOutline {
    var table = TableOutline(name: name)
    var places: [String: Int] = [:]
    let columns = """
      SELECT a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull AND NOT EXISTS (SELECT 1 FROM pg_constraint AS n
          WHERE n.conrelid = a.attrelid AND n.contype = 'n' AND n.conkey[1] = a.attnum AND NOT n.convalidated),
        a.attgenerated, a.attidentity, pg_get_expr(d.adbin, d.adrelid)
      FROM pg_attribute AS a LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
      """
    for row in try session.rows(columns, [SQLValue(number)]) {
      var column = ColumnOutline(
        name: row[1] ?? "", declaredType: try type(row[2] ?? "", row[3] ?? ""), isRequired: row[4] == "t")
      column.isGenerated = row[5] != ""
      if column.isGenerated { column.generation = row[7] } else { column.defaultText = row[7] }
      if row[6] != "" || row[7]?.hasPrefix("nextval(") == true { table.numberedColumn = table.columns.count }
      places[row[0] ?? ""] = table.columns.count
      table.columns.append(column)
    }
    func positions(_ text: String?) -> [Int] { (text ?? "").split(separator: " ").compactMap { places[String($0)] } }
    let rules = """
      SELECT contype, array_to_string(conkey, ' '), pg_get_expr(conbin, conrelid), confrelid, f.relname, array_to_string(confkey, ' '),
        confdeltype, confupdtype, condeferred, pg_get_constraintdef(k.oid), conname, convalidated,
        to_jsonb(k) ->> 'conperiod'
      FROM pg_constraint AS k LEFT JOIN pg_class AS f ON f.oid = k.confrelid
      WHERE conrelid = $1::oid AND conparentid = 0 AND contype <> 'n' ORDER BY contype, k.oid
      """
    for row in try session.rows(rules, [SQLValue(number)]) {
      switch row[0] {
      case "p": table.key = positions(row[1])
      case "u": table.uniques.append(positions(row[1]))
      // One that isn't valid holds for new rows, and not for all that are there.
      case "c" where row[11] == "t": if let check = row[2] { table.checks.append(check) }
      case "f" where row[12] != "true":
        let referenced = try session.rows(
          "SELECT a.attname FROM unnest(string_to_array($2, ' ')) WITH ORDINALITY AS k (n, o) JOIN pg_attribute AS a ON a.attrelid = $1::oid AND a.attnum = k.n::int ORDER BY k.o",
          [SQLValue(row[3] ?? ""), SQLValue(row[5] ?? "")]
        ).compactMap { $0[0] }
        table.foreignKeys.append(
          ForeignKeyOutline(
            columns: positions(row[1]), table: row[4] ?? "", referencedColumns: referenced,
            onDelete: Self.action(row[6]),
            onUpdate: Self.action(row[7]), isDeferred: row[8] == "t"))
      default:
        table.otherRules.append((name: row[10] ?? "", text: row[9] ?? ""))
      }
    }
    try addIndexes(number, places, &table)
    // The place of a row says where reading goes on; rows of parts and of other servers have none that counts for all.
    table.reading = isStoredHere ? .rowNumber("ctid") : .unordered
    return table
  }

  private func addIndexes(_ number: String, _ places: [String: Int], _ table: inout TableOutline) throws(TableError) {
    let indexes = """
      SELECT c.relname, i.indisunique, array_to_string(i.indkey, ' '), array_to_string(i.indoption, ' '), i.indnkeyatts, pg_get_expr(i.indpred, i.indrelid),
        m.amname, i.indexrelid FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_am AS m ON m.oid = c.relam
      WHERE i.indrelid = $1::oid AND NOT EXISTS (SELECT 1 FROM pg_constraint AS k WHERE k.conindid = i.indexrelid AND k.conrelid = i.indrelid) ORDER BY 1
      """
    for row in try session.rows(indexes, [SQLValue(number)]) {
      var index = IndexOutline(name: row[0] ?? "", isUnique: row[1] == "t", parts: [])
      if row[6] != "btree" { index.obstacle = "it is of the kind \(row[6] ?? ""), which SQLite doesn't have" }
      index.condition = row[5]
      let options = (row[3] ?? "").split(separator: " ").compactMap { Int($0) }
      for (position, column) in (row[2] ?? "").split(separator: " ").prefix(Int(row[4] ?? "") ?? 0).enumerated() {
        var part = IndexOutline.Part(isDescending: options.indices.contains(position) && options[position] & 1 == 1)
        part.column = places[String(column)]
        if part.column == nil {
          part.expression = try session.rows(
            "SELECT pg_get_indexdef($1::oid, $2::int, true)", [SQLValue(row[7] ?? ""), SQLValue(String(position + 1))]
          ).first?.first.flatMap { $0 }
        }
        index.parts.append(part)
      }
      table.indexes.append(index)
    }
  }

  /// The name of a type, of the one behind it for a domain, but for those of our own.
  private func type(_ number: String, _ modifier: String) throws(TableError) -> String {
    var (number, modifier) = (number, modifier)
    while true {
      let row =
        try session.rows(
          "SELECT typtype, typbasetype, typtypmod, typname, format_type(oid, $2::int) FROM pg_type WHERE oid = $1::oid",
          [SQLValue(number), SQLValue(modifier)]
        ).first ?? []
      guard row.count == 5, row[0] == "d", row[3] != VariantValue.typeName else {
        return row.count == 5 ? (row[3] == VariantValue.typeName ? VariantValue.typeName : row[4] ?? "") : ""
      }
      if modifier == "-1" { modifier = row[2] ?? "-1" }
      number = row[1] ?? ""
    }
  }

  private static func action(_ letter: String?) -> String {
    ["c": "CASCADE", "n": "SET NULL", "d": "SET DEFAULT", "r": "RESTRICT"][letter ?? ""] ?? "NO ACTION"
  }
}
