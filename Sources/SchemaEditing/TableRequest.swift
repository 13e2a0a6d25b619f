package import SitePages
package import TableModel
package import TextCoding

/// What JSON asks for at the address where tables are made, in the words of Datasette's API: `{"table": …}` with `columns`, or with `rows` whose
/// values say what the columns are.
package struct TableRequest: Sendable {
  /// What the table is called.
  package let table: String
  /// The columns that were named; `nil` where rows say them.
  package let columns: [NewColumn]?
  /// The rows, each with its members in their order.
  package let rows: [[(key: String, value: JSONValue)]]
  /// The columns of the primary key; `nil` where nothing is said of it.
  package let key: [String]?
  /// What becomes of rows whose key is there.
  package let ignores, replaces: Bool
  /// Whether a table that is there may get the columns that it lacks.
  package let alters: Bool

  private static let names: Set<String> = [
    "table", "columns", "row", "rows", "pk", "pks", "ignore", "replace", "alter",
  ]
  private static let columnNames: Set<String> = [
    "name", "type", "not_null", "default", "fk_table", "fk_column",
  ]

  /// - Throws: `HTTPProblem` 400 for what makes no table.
  package init(_ body: [UInt8]) throws(HTTPProblem) {
    let members = try SchemaBody.members(body)
    func value(_ name: String) -> JSONValue? { members.last { $0.key == name }?.value }
    let unknown = members.map(\.key).filter { !Self.names.contains($0) }.sorted()
    guard unknown.isEmpty else { throw SchemaBody.failure("Invalid keys: \(unknown.joined(separator: ", "))") }
    guard case .text(let table)? = value("table"), !table.isEmpty else { throw SchemaBody.failure("Table is required") }
    self.table = table
    rows = try Self.rows(value("row"), value("rows"))
    columns = try value("columns").map { value throws(HTTPProblem) in try Self.columns(value) }
    guard columns != nil || !rows.isEmpty else { throw SchemaBody.failure("columns, rows or row is required") }
    guard columns == nil || rows.isEmpty else { throw SchemaBody.failure("Cannot specify columns with rows or row") }
    key = try Self.key(value("pk"), value("pks"))
    ignores = try SchemaBody.flag(value("ignore"), "ignore")
    replaces = try SchemaBody.flag(value("replace"), "replace")
    alters = try SchemaBody.flag(value("alter"), "alter")
    guard !(ignores && replaces) else { throw SchemaBody.failure("ignore and replace are mutually exclusive") }
    guard !(ignores || replaces) || !rows.isEmpty else { throw SchemaBody.failure("ignore and replace require rows") }
  }

  private static func rows(
    _ row: JSONValue?, _ rows: JSONValue?
  ) throws(HTTPProblem) -> [[(key: String, value: JSONValue)]] {
    guard row == nil || rows == nil else { throw SchemaBody.failure("Cannot specify both rows and row") }
    if let row {
      guard case .object(let members) = row else { throw SchemaBody.failure("row must be an object") }
      return [members]
    }
    guard let rows else { return [] }
    guard case .list(let elements) = rows else { throw SchemaBody.failure("rows must be a list") }
    var all: [[(key: String, value: JSONValue)]] = []
    for element in elements {
      guard case .object(let members) = element else { throw SchemaBody.failure("rows must be a list of objects") }
      all.append(members)
    }
    return all
  }

  private static func key(_ one: JSONValue?, _ several: JSONValue?) throws(HTTPProblem) -> [String]? {
    switch (one, several) {
    case (nil, nil): return nil
    case (.some, .some): throw SchemaBody.failure("Cannot specify both pk and pks")
    case (.text(let name), nil): return [name]
    case (nil, .list(let names)):
      let texts = names.compactMap { if case .text(let name) = $0 { name } else { nil } }
      guard texts.count == names.count, !texts.isEmpty else {
        throw SchemaBody.failure("pks must be a list of strings")
      }
      return texts
    case (.some, nil): throw SchemaBody.failure("pk must be a string")
    case (nil, .some): throw SchemaBody.failure("pks must be a list of strings")
    }
  }

  private static func columns(_ value: JSONValue) throws(HTTPProblem) -> [NewColumn] {
    guard case .list(let elements) = value else { throw SchemaBody.failure("columns must be a list") }
    var columns: [NewColumn] = []
    for element in elements {
      guard case .object(let members) = element else { throw SchemaBody.failure("columns must be a list of objects") }
      let unknown = members.map(\.key).filter { !columnNames.contains($0) }.sorted()
      guard unknown.isEmpty else { throw SchemaBody.failure("Invalid column keys: \(unknown.joined(separator: ", "))") }
      columns.append(try column(element))
    }
    return columns
  }

  private static func column(_ value: JSONValue) throws(HTTPProblem) -> NewColumn {
    guard case .text(let name)? = value["name"] else { throw SchemaBody.failure("Column name is required") }
    var column = NewColumn(name)
    if let type = value["type"] {
      guard case .text(let word) = type, let kind = NewColumn.Kind(rawValue: word) else {
        let word = if case .text(let word) = type { word } else { type.kind }
        throw SchemaBody.failure("Unsupported column type: \(word)")
      }
      column.kind = kind
    }
    column.isRequired = try SchemaBody.flag(value["not_null"], "not_null")
    switch value["default"] {
    case nil, .null?: break
    case .boolean(let flag)?: column.defaultValue = .integer(flag ? 1 : 0)
    case .integer(let number)?: column.defaultValue = .integer(number)
    case .real(let number)?: column.defaultValue = .real(number)
    case .text(let text)? where !text.utf8.contains(0): column.defaultValue = .text(text)
    default: throw SchemaBody.failure("default must be a text or a number")
    }
    column.referencedTable = try SchemaBody.text(value["fk_table"], "fk_table")
    column.referencedColumn = try SchemaBody.text(value["fk_column"], "fk_column")
    guard column.referencedColumn == nil || column.referencedTable != nil else {
      throw SchemaBody.failure("fk_column requires fk_table")
    }
    return column
  }

  /// The table as it is to be made.
  package var newTable: NewTable {
    var columns = columns ?? ColumnInference(rows).columns
    for name in (key ?? []).reversed() where !columns.contains(where: { $0.name == name }) {
      columns.insert(NewColumn(name, .integer), at: 0)
    }
    return NewTable(table, columns: columns, key: key ?? [])
  }
}

extension JSONValue {
  /// What a value is, in a word.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .integer, .real: "number"
    case .text: "string"
    case .list: "list"
    case .object: "object"
    }
  }
}
