import TableModel

@testable import SQLTables

/// A statement of each kind, as a dialect writes it, with the values of its parameters.
struct SampleStatement: Sendable {
  var sql: String
  var values: [SQLValue]

  private init(_ sql: String, _ values: [SQLValue], _ dialect: any SQLDialect) {
    self.sql = dialect.numbered(sql)
    self.values = values
  }

  /// The table that all of them are about, with a document in each row that holds an array.
  private static let columns = [
    ComparedColumn("r.\"id\"", affinity: .number, textExpression: "CAST(r.\"id\" AS text)"),
    ComparedColumn("r.\"name\"", affinity: .text), ComparedColumn("r.\"parent\"", affinity: .number),
    ComparedColumn("r.\"tags\"", affinity: .text), ComparedColumn("r.\"at\"", affinity: .text),
  ]
  private static let name = OrderTerm("r.\"name\"", isNullable: true)
  private static let key = OrderTerm("r.\"id\"", isNullable: false)

  private static func rows(_ condition: RowCondition, _ dialect: any SQLDialect) -> SampleStatement {
    SampleStatement(
      "SELECT r.\"id\" FROM \(dialect.table("t")) AS r WHERE \(condition.sql) ORDER BY r.\"id\"", condition.values,
      dialect)
  }

  /// The rows that meet a condition on one column.
  static func filter(
    _ column: Int, _ condition: ColumnFilter.Condition, _ values: [String], in dialect: any SQLDialect
  ) throws -> SampleStatement {
    let filter = ColumnFilter(column: column, condition: condition, values: values)
    return rows(try RowCondition(filter, columns: columns, in: dialect), dialect)
  }

  /// The rows that a search without an index finds.
  static func search(_ text: String, in dialect: any SQLDialect) throws -> SampleStatement {
    rows(try RowCondition.scan(for: TextSearch(text, column: 1), columns: columns, in: dialect), dialect)
  }

  /// The rows behind a place in the order of names, as each run reads them.
  static func runs(
    name: String?, id: Int64, isDescending: Bool = false, backwards: Bool = false, in dialect: any SQLDialect
  ) -> [SampleStatement] {
    var term = Self.name
    term.isDescending = isDescending
    let order = KeysetOrder([term, key], nulls: dialect.nullOrder)
    let place = [name.map { SQLValue($0) } ?? .null, .integer(id)]
    return order.runs(isNull: place.map(\.isNull), backwards: backwards).map { run in
      SampleStatement(
        """
        SELECT r."id" FROM \(dialect.table("t")) AS r WHERE \(run.sql) \
        ORDER BY \(order.ordering(backwards: backwards)) LIMIT 10
        """, run.values.map { place[$0] }, dialect)
    }
  }

  /// The counts of a column's values.
  static func facet(_ kind: Facet.Kind, column: Int, in dialect: any SQLDialect) -> SampleStatement {
    let rows = FacetRows.all(of: "\(dialect.table("t")) AS r", where: .everything)
    let statement = FacetStatement(kind, of: columns[column].expression, in: rows, limit: 5, dialect: dialect)
    return SampleStatement(statement.sql, statement.values, dialect)
  }

  /// The number of rows in ranges of keys.
  static func sample(in dialect: any SQLDialect) throws -> SampleStatement? {
    var generator = SystemRandomNumberGenerator()
    guard let ranges = RowIDRanges(from: 1, through: 6, count: 2, width: 2, using: &generator) else { return nil }
    let rows = FacetRows.sample(
      ranges, of: "\(dialect.table("t")) AS r", rowID: "r.\"id\"", where: .everything, in: dialect)
    return SampleStatement(rows.count.sql, rows.count.values, dialect)
  }

  /// The rows as a tree.
  static func tree(isDescending: Bool = false, in dialect: any SQLDialect) -> SampleStatement {
    var term = Self.name
    term.isDescending = isDescending
    let tree = TreeStatement(
      table: "t", identity: "\"id\"", key: "\"id\"", parent: "\"parent\"", order: [term, key], in: dialect)
    return SampleStatement(tree.sql(selecting: "r.\"id\""), [.integer(10), .integer(0)], dialect)
  }

  /// A new row, also where another has its key.
  static func insertion(_ conflict: RowStatement.Conflict, id: Int64, in dialect: any SQLDialect) -> SampleStatement {
    let statement = RowStatement.insert(
      into: "t", ["\"id\"", "\"name\""], conflict: conflict, key: ["\"id\""], returning: ["\"id\""], in: dialect)
    return SampleStatement(statement.sql, [.integer(id), SQLValue("new")], dialect)
  }

  /// Another name for a row.
  static func update(id: Int64, in dialect: any SQLDialect) -> SampleStatement {
    let statement = RowStatement.update("t", ["\"name\""], where: "r.\"id\" = ?", returning: ["\"id\""], in: dialect)
    return SampleStatement(statement.sql, [SQLValue("other"), .integer(id)], dialect)
  }

  /// A row less.
  static func deletion(id: Int64, in dialect: any SQLDialect) -> SampleStatement {
    let statement = RowStatement.delete(from: "t", where: "r.\"id\" = ?", in: dialect)
    return SampleStatement(statement.sql, [.integer(id)], dialect)
  }
}
