package import TableGroups
package import TableModel

/// The statement that puts rows in groups: one row for each group of the page, with what holds for all groups behind it.
package struct GroupStatement: Sendable {
  /// The text of the statement.
  package let sql: String
  /// The values of its parameters, in order.
  package let values: [SQLValue]
  private let query: GroupQuery
  private let rangeWidth: Double?
  private let columns: GroupColumns

  /// - Parameters:
  ///   - condition: that of the query's selection.
  ///   - width: of the ranges, where groups are ranges of numbers.
  ///   - sum: the function that adds numbers up.
  package init(
    _ query: GroupQuery, of definition: TableDefinition, where condition: RowCondition, width: Double?,
    sum: String = "sum"
  ) {
    self.query = query
    rangeWidth = width
    columns = GroupColumns(query.figures, definition, sum: sum)
    let dialect = definition.dialect
    let key = GroupExpression(query.key, definition, width: width)
    let order = key.ordering(query.order, columns)
    let filter = condition.sql.isEmpty ? "" : " WHERE " + condition.sql
    let aggregates = columns.all.enumerated().map { ", \($1.expression) AS a\($0)" }.joined()
    let totals = columns.all.enumerated().map { ", \($1.total)(a\($0)) OVER () AS t\($0)" }.joined()
    // Under names of their own: an order by a name means what is read, where that has it.
    let read = columns.all.indices.map {
      ", \(dialect.readable("a\($0)")) AS ra\($0), \(dialect.readable("t\($0)")) AS rt\($0)"
    }.joined()
    let label = query.key.part == .value ? definition.labels[query.key.column] : nil
    sql = """
      SELECT k, \(label.map { dialect.label($0, of: "k", type: key.declaredType) } ?? "NULL"), n, \
      CAST(gc AS bigint), CAST(tn AS bigint)\(read) FROM (\
      SELECT k, n, o, count(*) OVER () AS gc, sum(n) OVER () AS tn\(columns.all.indices.map { ", a\($0)" }.joined())\(totals) FROM (\
      SELECT \(key.expression) AS k, count(*) AS n, \(key.edge) AS o\(aggregates) FROM \(definition.source)\(filter) GROUP BY 1\
      ) AS g ORDER BY \(order) LIMIT \(query.limit) OFFSET \(query.offset)) AS p ORDER BY \(order)
      """
    values = condition.values
  }

  /// The statement for the least and the greatest number of a column, and whether any is no whole number.
  package static func bounds(
    of column: Int, _ definition: TableDefinition, where condition: RowCondition
  ) -> (sql: String, values: [SQLValue]) {
    let number = GroupExpression.number(column, definition)
    let filter = condition.sql.isEmpty ? "" : " WHERE " + condition.sql
    let fractions = "count(CASE WHEN v <> \(definition.dialect.floor("v")) THEN 1 END)"
    return (
      "SELECT min(v), max(v), \(fractions) FROM (SELECT \(number) AS v FROM \(definition.source)\(filter)) AS s",
      condition.values
    )
  }

  /// The width of ranges that suits what `bounds(of:_:where:)` answered.
  package static func width(_ bounds: [SQLValue]) -> Double {
    guard bounds.count == 3, let least = bounds[0].number, let greatest = bounds[1].number else { return 1 }
    return RangeWidth.suitable(from: least, through: greatest, areWhole: bounds[2].number == 0)
  }

  /// How many values each of its rows has.
  package var width: Int { 5 + 2 * columns.all.count }

  /// What the rows of the statement say.
  package func result(_ rows: [[SQLValue]], version: DataVersion? = nil) -> GroupResult {
    let groups = rows.map { row in
      var label: String?
      if case .text(let text) = row[1] { label = String(decoding: text, as: UTF8.self) }
      var value = RecordValue(row[0])
      if let width = rangeWidth, let step = row[0].number { value = .rangeStart(step, width: width) }
      return Group(value, label: label, count: row[2].whole, figures: figures(row, offset: 0))
    }
    guard let first = rows.first else {
      let none = Group(.null, count: 0, figures: query.figures.map { _ in .null })
      return GroupResult(groups: [], total: none, groupCount: 0, width: rangeWidth, version: version)
    }
    return GroupResult(
      groups: groups, total: Group(.null, count: first[4].whole, figures: figures(first, offset: 1)),
      groupCount: first[3].whole, width: rangeWidth, version: version)
  }

  /// - Parameter offset: 0 for those of the group, 1 for those of all.
  private func figures(_ row: [SQLValue], offset: Int) -> [RecordValue] {
    func value(_ aggregate: GroupColumns.Aggregate) -> RecordValue {
      guard let place = columns.all.firstIndex(of: aggregate) else { return .null }
      let value = RecordValue(row[5 + 2 * place + offset])
      guard aggregate.isNumber, case .text(let text) = value else { return value }
      return RecordValue(numberIn: text) ?? .null
    }
    return query.figures.map { figure in
      let column = columns.column(figure.column)
      switch figure.kind {
      case .minimum: return value(column.least)
      case .maximum: return value(column.greatest)
      case .sum, .average:
        // A function that answers 0 for no numbers is told from a sum that is 0 by their count.
        guard case .integer(let count) = value(column.count), count > 0 else { return .null }
        let sum = value(column.sum)
        return figure.kind == .sum ? sum.roundedAsSum : sum.divided(by: Int(count))
      }
    }
  }
}

extension SQLValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .text(let text): Double(String(decoding: text, as: UTF8.self))
    case .null, .blob: nil
    }
  }

  fileprivate var whole: Int { if case .integer(let number) = self { Int(number) } else { 0 } }
}

extension SQLDialect {
  /// The label of a value that has the type of its column.
  fileprivate func label(_ label: ReferenceLabel, of value: String, type: String) -> String {
    readable(label.expression(of: typed(value, as: type)))
  }
}
