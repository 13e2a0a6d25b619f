import SeededNumbers
import TableModel

@testable import SQLTables

/// Tables that refer to each other in every way that there is.
struct ReferringTables {
  struct Table {
    var name: String
    var key: Key
    /// The tables that its columns `r0`, `r1`, … refer to.
    var targets: [Int]
    var isUnique: Bool
  }

  enum Key: CaseIterable { case number, text, textWithoutRowID, none }

  var tables: [Table] = []
  var sql = ""

  init(_ random: inout SeededGenerator) {
    let count = Int.random(in: 2...4, using: &random)
    for index in 0..<count {
      let key =
        index == 0
        ? [Key.number, .text, .textWithoutRowID].randomElement(using: &random) ?? .number
        : Key.allCases.randomElement(using: &random) ?? .number
      let keyed = (0...index).filter { $0 < index ? tables[$0].key != .none : key != .none }
      let targets = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in keyed.randomElement(using: &random)
      }
      tables.append(Table(name: "t\(index)", key: key, targets: targets, isUnique: Bool.random(using: &random)))
      let actions = ["NO ACTION", "RESTRICT", "CASCADE", "SET NULL", "SET DEFAULT", "CASCADE", "CASCADE"]
      var columns: [String] = []
      switch key {
      case .number: columns.append("id INTEGER PRIMARY KEY")
      case .text, .textWithoutRowID: columns.append("id TEXT PRIMARY KEY")
      case .none: break
      }
      for (column, target) in targets.enumerated() {
        let onDelete = actions.randomElement(using: &random) ?? "",
          onUpdate = actions.randomElement(using: &random) ?? ""
        let deferred = Bool.random(using: &random) ? " DEFERRABLE INITIALLY DEFERRED" : ""
        columns.append("r\(column) REFERENCES t\(target) (id) ON DELETE \(onDelete) ON UPDATE \(onUpdate)\(deferred)")
      }
      columns.append(tables[index].isUnique ? "u INTEGER UNIQUE" : "u INTEGER")
      columns.append("v")
      if key != .textWithoutRowID, Bool.random(using: &random) { columns.append("w AS (v || u)") }
      sql +=
        "CREATE TABLE t\(index) (\(columns.joined(separator: ", ")))\(key == .textWithoutRowID ? " WITHOUT ROWID" : "");\n"
      for row in 1...Int.random(in: 2...6, using: &random) {
        var values: [String] = []
        if key != .none { values.append(Self.key(row, tables[index])) }
        for target in targets {
          // Rows of the table itself are there from the first on; of others two at least.
          let last = target == index ? row : 2
          values.append(
            Bool.random(using: &random) ? "NULL" : Self.key(Int.random(in: 1...last, using: &random), tables[target]))
        }
        values.append("\(row * 3)")
        values.append(["NULL", "'x'", "x'00ff'", "1.5", "CAST(x'fe' AS TEXT)"].randomElement(using: &random) ?? "1")
        let names = columns.filter { !$0.hasPrefix("w AS") }.map { $0.prefix { $0 != " " } }.joined(separator: ", ")
        sql += "INSERT INTO t\(index) (\(names)) VALUES (\(values.joined(separator: ", ")));\n"
      }
    }
  }

  static func key(_ row: Int, _ table: Table) -> String { table.key == .number ? "\(row)" : "'k\(row)'" }

  private func keyValue(_ row: Int, _ table: Table) -> RecordValue {
    table.key == .number ? .integer(Int64(row)) : .text("k\(row)")
  }

  /// Changes to one table, of which some make sense.
  func changes(to table: Table, _ random: inout SeededGenerator) -> [RecordChange] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let row = Int.random(in: 1...5, using: &random)
      let key = table.key == .number || table.key == .none ? RowKey(Int64(row)) : RowKey("k\(row)")
      var values = [ColumnValue("v", .integer(Int64.random(in: 0...9, using: &random)))]
      if Bool.random(using: &random) {
        values.append(ColumnValue("u", .integer(Int64.random(in: 1...6, using: &random) * 3)))
      }
      for (column, target) in table.targets.enumerated() where Bool.random(using: &random) {
        values.append(ColumnValue("r\(column)", keyValue(Int.random(in: 1...3, using: &random), tables[target])))
      }
      let newKey = ColumnValue("id", keyValue(Int.random(in: 1...9, using: &random), table))
      switch Int.random(in: 0...5, using: &random) {
      case 0, 1: return .delete(key: key)
      case 2: return .update(key: key, values)
      case 3: return .update(key: key, table.key == .none ? values : values + [newKey])
      case 4: return .insert(table.key == .none ? values : values + [newKey], ifExists: .replace)
      default: return .insert(table.key == .none ? values : values + [newKey])
      }
    }
  }

  func content(_ fixture: Fixture) throws -> [[[RecordValue]]] {
    try tables.map { table in
      let order = table.key == .textWithoutRowID ? "id" : "rowid"
      let text = try fixture.rows("SELECT hex(v), typeof(v) FROM \(table.name) ORDER BY \(order)")
      let names =
        (table.key == .none ? ["rowid"] : ["\(order)", "id"]) + table.targets.indices.map { "r\($0)" } + ["u"]
      let rows = try fixture.rows("SELECT \(names.joined(separator: ", ")) FROM \(table.name) ORDER BY \(order)")
      return zip(rows, text).map { $0 + $1 }
    }
  }

  /// The rows of each table as an audit has them, every column of them; in any order.
  func texts(_ fixture: Fixture) throws -> [String: [String]] {
    var texts: [String: [String]] = [:]
    for table in tables {
      let names = try fixture.rows("SELECT name FROM pragma_table_xinfo('\(table.name)')").map { $0[0].description }
      // Texts that are not valid UTF-8 are read as bytes.
      let values = names.map { name in
        """
        CASE WHEN typeof(\(name)) = 'text' AND (hex(\(name)) LIKE 'FE%' OR hex(\(name)) LIKE '00FF%')
        THEN CAST(\(name) AS BLOB) ELSE \(name) END
        """
      }
      texts[table.name] = try fixture.rows("SELECT \(values.joined(separator: ", ")) FROM \(table.name)").map {
        RowText(names, $0).text
      }
    }
    return texts
  }
}
