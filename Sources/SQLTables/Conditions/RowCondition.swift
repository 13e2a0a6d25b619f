package import TableModel

/// A condition on rows, and the values of its parameters: what people ask for is bound, and never becomes part of the text.
///
/// Two conditions with the same text can be answered by the same prepared statement.
package struct RowCondition: Sendable, Hashable {
  /// The condition as it stands behind `WHERE` or `AND`; empty if every row meets it.
  package private(set) var sql: String
  /// The values of its parameters, in order.
  package private(set) var values: [SQLValue]

  /// How many conditions one selection may have: each is weighed for every row.
  package static let limit = 200
  /// How many bytes a pattern may have: each is held against each place of a text, and no engine looks at the time in between.
  package static let patternByteLimit = 1_000
  /// Met by every row.
  package static let everything = RowCondition("")
  /// Met by no row.
  static let nothing = RowCondition("FALSE")

  /// A condition from its text, which can stand beside others joined by `AND`.
  package init(_ sql: String, _ values: [SQLValue] = []) {
    self.sql = sql
    self.values = values
  }

  /// The condition of a selection.
  /// - Parameters:
  ///   - columns: those of the schema, in order.
  ///   - dialect: the engine's.
  ///   - search: the condition of one search.
  ///   - relation: the condition of one relation to rows elsewhere.
  /// - Throws: `TableError.badRequest` if the selection doesn't make sense for these columns.
  package init(
    _ selection: RowSelection, columns: [ComparedColumn], in dialect: any SQLDialect,
    search: (TextSearch) throws(TableError) -> RowCondition,
    relation: (RelatedFilter) throws(TableError) -> RowCondition = { _ throws(TableError) in
      throw .badRequest("This table doesn't support _through.")
    }
  ) throws(TableError) {
    self = .everything
    let others = selection.searches.count + selection.relations.count + selection.expressions.count
    let count = selection.filters.count + selection.alternatives.reduce(others) { $0 + $1.count }
    guard count <= Self.limit else {
      throw .badRequest("More than \(Self.limit) conditions.")
    }
    for filter in selection.filters { join(try RowCondition(filter, columns: columns, in: dialect)) }
    for group in selection.alternatives {
      var met: [RowCondition] = []
      for filter in group { met.append(try RowCondition(filter, columns: columns, in: dialect)) }
      join(.any(of: met))
    }
    for words in selection.searches {
      if let column = words.column { try Self.check(column, columns) }
      join(try search(words))
    }
    for related in selection.relations { join(try relation(related)) }
    for expression in selection.expressions { join(RowCondition(try UserExpression(expression, in: dialect))) }
  }

  /// Demands another condition besides.
  package mutating func join(_ other: RowCondition) {
    guard !other.sql.isEmpty else { return }
    guard !sql.isEmpty else {
      self = other
      return
    }
    sql += " AND " + other.sql
    values += other.values
  }

  /// Met where one of the conditions is.
  package static func any(of conditions: [RowCondition]) -> RowCondition {
    if conditions.isEmpty { return .nothing }
    if conditions.contains(where: \.sql.isEmpty) { return .everything }
    return RowCondition(
      "(" + conditions.map { "(\($0.sql))" }.joined(separator: " OR ") + ")", conditions.flatMap(\.values))
  }

  static func check(_ column: Int, _ columns: [ComparedColumn]) throws(TableError) {
    guard columns.indices.contains(column) else { throw .badRequest("A filter column doesn't exist.") }
  }
}
