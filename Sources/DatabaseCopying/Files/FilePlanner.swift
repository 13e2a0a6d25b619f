internal import SQLTables
internal import SQLiteTables
internal import TableModel

/// Finds out how the tables of a file go to a server. SQLite columns hold what they are given, so that all values are looked at.
struct FilePlanner {
  let file: CopyFile
  let progress: (DatabaseCopy.Progress) -> Void

  func plans(of tables: [TableOutline]) throws -> [TablePlan] {
    let compared = compared(tables)
    var scans: [[ColumnScan]] = []
    var plans: [TablePlan] = []
    for (number, table) in tables.enumerated() {
      let (columns, count) = try scan(table)
      var plan = TablePlan(outline: table, name: table.name, columns: [])
      plan.rowCount = count
      plan.hasNullInKey = table.key.contains { columns[$0].nulls > 0 }
      for (position, column) in table.columns.enumerated() {
        var (form, type, remark) = columns[position].plan(isCompared: compared[number].contains(position))
        if type == "json", try !isJSON(column.name, of: table.name) {
          (type, remark) = ("text", "is declared \(column.declaredType), and holds other texts: it is a text column")
        }
        if form == .text, type == "json", columns[position].isEmpty { type = "text" }
        if let remark { plan.remarks.append("column \(table.name).\(column.name): \(remark)") }
        if column.isGenerated, column.generation == nil {
          plan.remarks.append("computed column \(table.name).\(column.name): holds its values, and is computed no more")
        }
        plan.columns.append(.init(name: column.name, form: form, type: type, isRequired: column.isRequired))
      }
      plans.append(plan)
      scans.append(columns)
    }
    alignReferences(&plans, scans)
    return plans
  }

  /// The columns of each table that are part of a key, an index or a reference.
  private func compared(_ tables: [TableOutline]) -> [Set<Int>] {
    var compared = tables.map { table in
      Set(
        table.key + table.uniques.flatMap(\.self) + table.indexes.flatMap { $0.parts.compactMap(\.column) }
          + table.foreignKeys.flatMap(\.columns))
    }
    for key in tables.flatMap(\.foreignKeys) {
      guard let other = tables.firstIndex(where: { $0.name.lowercased() == key.table.lowercased() }) else { continue }
      for name in key.referencedColumns {
        if let column = tables[other].columns.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
          compared[other].insert(column)
        }
      }
    }
    return compared
  }

  private func scan(_ table: TableOutline) throws -> ([ColumnScan], Int) {
    var scans = table.columns.map { ColumnScan(DeclaredType($0.declaredType)) }
    let list = table.columns.map { SQLIdentifier($0.name).description }.joined(separator: ", ")
    let rows = try file.statement("SELECT \(list) FROM main.\(SQLIdentifier(table.name))")
    var count = 0
    while try rows.step() {
      for column in scans.indices { scans[column].see(rows, column) }
      count += 1
      if count & 0xFFFF == 0 { progress(.init(action: "Reading \(table.name)", done: count, total: 0)) }
    }
    return (scans, count)
  }

  private func isJSON(_ column: String, of table: String) throws -> Bool {
    let name = SQLIdentifier(column)
    return try file.rows(
      "SELECT 1 FROM main.\(SQLIdentifier(table)) WHERE \(name) IS NOT NULL AND json_valid(\(name)) = 0 LIMIT 1"
    ).isEmpty
  }

  /// A column without values that refers to another is of its type.
  private func alignReferences(_ plans: inout [TablePlan], _ scans: [[ColumnScan]]) {
    for position in plans.indices {
      for key in plans[position].outline.foreignKeys {
        guard let other = plans.firstIndex(where: { $0.outline.name.lowercased() == key.table.lowercased() }) else {
          continue
        }
        let referenced =
          key.referencedColumns.isEmpty
          ? plans[other].outline.key
          : key.referencedColumns.compactMap { name in
            plans[other].outline.columns.firstIndex { $0.name.lowercased() == name.lowercased() }
          }
        for (column, target) in zip(key.columns, referenced) where scans[position][column].isEmpty {
          plans[position].columns[column].form = plans[other].columns[target].form
          plans[position].columns[column].type = plans[other].columns[target].type
        }
      }
    }
  }
}
