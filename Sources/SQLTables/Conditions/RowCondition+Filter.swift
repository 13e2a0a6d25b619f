internal import TableModel

extension RowCondition {
  /// The condition of a filter.
  ///
  /// The column stands alone on its side wherever it can, so that an index on it is of use. As in SQL, and in Datasette, null meets none but
  /// `isnull`, `isblank` and `arraynotcontains`: not `not`, `notin`, `notcontains` and `notlike` either.
  init(_ filter: ColumnFilter, columns: [ComparedColumn], in dialect: any SQLDialect) throws(TableError) {
    try Self.check(filter.column, columns)
    guard dialect.conditions.contains(filter.condition) else {
      throw .badRequest("This database doesn't support the condition “\(filter.condition.rawValue)”.")
    }
    let column = columns[filter.column]
    switch filter.condition.arity {
    case .none: self = Self.blankness(filter.condition, column)
    case .list: self = Self.list(filter.values, of: column, isNegated: filter.condition == .notin, in: dialect)
    case .one:
      guard let text = filter.values.first, filter.values.count == 1 else {
        throw .badRequest("The condition “\(filter.condition.rawValue)” takes one value.")
      }
      self = try Self.comparison(filter.condition, column, text, in: dialect)
    }
  }

  private static func blankness(_ condition: ColumnFilter.Condition, _ column: ComparedColumn) -> RowCondition {
    let (name, text) = (column.expression, column.textExpression)
    return switch condition {
    case .isnull: RowCondition("\(name) IS NULL")
    case .isblank: RowCondition("(\(name) IS NULL OR \(text) = '')")
    case .notblank: RowCondition("(\(name) IS NOT NULL AND \(text) <> '')")
    default: RowCondition("\(name) IS NOT NULL")
    }
  }

  private static func comparison(
    _ condition: ColumnFilter.Condition, _ column: ComparedColumn, _ text: String, in dialect: any SQLDialect
  ) throws(TableError) -> RowCondition {
    let name = column.expression
    switch condition {
    case .not:
      return RowCondition(
        column.affinity == .none ? "\(name) NOT IN (?, ?)" : "\(name) <> ?", column.forms(of: text))
    case .gt: return RowCondition("\(column.orderedExpression) > ?", [column.ordered(text)])
    case .gte: return RowCondition("\(column.orderedExpression) >= ?", [column.ordered(text)])
    case .lt: return RowCondition("\(column.orderedExpression) < ?", [column.ordered(text)])
    case .lte: return RowCondition("\(column.orderedExpression) <= ?", [column.ordered(text)])
    case .contains: return try TextPattern(containing: text).condition(on: column, in: dialect)
    case .notcontains: return try TextPattern(containing: text).condition(on: column, in: dialect, isNegated: true)
    case .startswith: return try TextPattern(beginningWith: text).condition(on: column, in: dialect)
    case .endswith: return try TextPattern(endingWith: text).condition(on: column, in: dialect)
    case .like: return try TextPattern(like: text).condition(on: column, in: dialect)
    case .notlike: return try TextPattern(like: text).condition(on: column, in: dialect, isNegated: true)
    case .glob: return try TextPattern(glob: text).condition(on: column, in: dialect)
    case .arraycontains: return element(text, of: name, in: dialect)
    case .arraynotcontains:
      let contained = element(text, of: name, in: dialect)
      return RowCondition("NOT \(contained.sql)", contained.values)
    case .date: return RowCondition("\(dialect.day(of: name)) = ?", [SQLValue(text)])
    default: return column.equals(text)
    }
  }

  /// The elements are looked at where the column holds a JSON array: anything else would be an error of the whole statement.
  private static func element(_ text: String, of column: String, in dialect: any SQLDialect) -> RowCondition {
    let elements = dialect.elements(of: column)
    let element = elements.value.equals(text)
    return RowCondition("EXISTS (SELECT 1 FROM \(elements.source) WHERE \(element.sql))", element.values)
  }
}
