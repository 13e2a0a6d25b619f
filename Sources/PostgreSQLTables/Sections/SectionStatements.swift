internal import SQLTables
internal import TableModel

/// What is asked for the sections of a table, to be answered from one state of the data: what their rows come to, and where each begins.
struct SectionStatements {
  private let query: SectionQuery
  private let definition: TableDefinition
  private let condition: RowCondition
  private let section: String
  /// More sections than these are no table of contents.
  private static let limit = 1_000
  /// Bytes of the values of all sections.
  private static let byteLimit = 1 << 20

  init(_ query: SectionQuery, _ definition: TableDefinition, where condition: RowCondition) {
    (self.query, self.definition, self.condition) = (query, definition, condition)
    let value = definition.readExpressions[query.key.column]
    let start = "substr(CAST(\(value) AS text), 1, \(query.key.length))"
    section =
      switch query.key.part {
      case .value: value
      // Of ASCII letters alone, whatever the collation makes of others: so do pages.
      case .letter: "translate(\(start), 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')"
      case .year, .month, .day: start
      }
  }

  private var rows: String { "FROM \(definition.source)" + PostgreSQLTable.clause("WHERE", condition.sql) }

  /// For each section its value, its number of rows, and for each column asked for the sum of its numbers and how many there are.
  /// - Parameter isNumber: whether a column holds numbers.
  func figures(_ isNumber: (Int) -> Bool) -> PostgreSQLRequest {
    let sums = query.sums.map { column in
      guard isNumber(column) else { return ", CAST(0 AS double precision), CAST(0 AS bigint)" }
      let number = "CAST(\(definition.expressions[column]) AS double precision)"
      return ", COALESCE(sum(\(number)), 0), count(\(number))"
    }
    return request("SELECT \(section) AS s, count(*)\(sums.joined()) \(rows) GROUP BY 1")
  }

  /// For each section its value, what the row is called that it refers to, and its first row's values in the terms of the order; in that order.
  func starts(in plan: PagePlan, _ order: KeysetOrder) -> PostgreSQLRequest {
    let keys = order.terms.indices.map { "k\($0)" }
    let terms = zip(order.terms, keys).map { ", \($0.expression) AS \($1)" }.joined()
    let values = plan.orderFields.enumerated().map { ", \(definition.readExpressions[$1]) AS v\($0)" }.joined()
    let ordering = zip(order.terms, keys).map { $0.isDescending ? "\($1) DESC" : $1 }.joined(separator: ", ")
    var label = "CAST(NULL AS text)"
    if query.key.part == .value, let known = definition.labels[query.key.column] {
      let type = definition.schema.columns[query.key.column].declaredType
      label = "CAST(\(known.expression(of: "CAST(d.s AS \(type))")) AS text)"
    }
    return request(
      """
      SELECT d.s, \(label)\(plan.orderFields.indices.map { ", d.v\($0)" }.joined()) FROM (\
      SELECT DISTINCT ON (s) \(section) AS s\(terms)\(values) \(rows) ORDER BY s, \(order.ordering(backwards: false))\
      ) AS d ORDER BY \(ordering) LIMIT \(Self.limit)
      """)
  }

  private func request(_ sql: String) -> PostgreSQLRequest {
    var request = PostgreSQLRequest(sql, condition.values, recurs: true)
    request.byteLimit = Self.byteLimit
    return request
  }

  /// What the answers to both say.
  /// - Parameter token: for the values of a first row.
  func summaries(
    _ figures: PostgreSQLRows, _ starts: PostgreSQLRows, token: ([SQLValue]) -> PageToken
  ) throws -> [SectionSummary] {
    guard !figures.isCut, !starts.isCut else {
      throw TableError.badRequest(
        "The values of the column “\(definition.schema.columns[query.key.column].name)” are too long for sections.")
    }
    let places = Dictionary(
      (0..<figures.count).map { (figures.value($0, 0), $0) }, uniquingKeysWith: { first, _ in first })
    return (0..<starts.count).compactMap { row in
      let section = starts.value(row, 0)
      guard let place = places[section] else { return nil }
      let sums = query.sums.indices.map { number -> (sum: Double, count: Int) in
        guard case .real(let sum) = figures.value(place, 2 + 2 * number) else { return (0, 0) }
        return (sum, figures.integer(place, 3 + 2 * number))
      }
      let first = (2..<starts.forms.count).map { starts.value(row, $0) }
      return SectionSummary(
        section: RecordValue(section), label: starts.text(row, 1), count: figures.integer(place, 1), sums: sums,
        start: .after(token(first)))
    }
  }
}
