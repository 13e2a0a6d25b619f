internal import TableModel

extension RowCondition {
  /// The condition of a filter.
  ///
  /// The column stands alone on its side wherever it can, so that an index on it is of use. `not` and `notin` are met by null, which
  /// is equal to nothing; `notcontains` and `notlike`, as in SQL, are not: they are about texts.
  init(_ filter: ColumnFilter, columns: [ComparedColumn]) throws(TableError) {
    try Self.check(filter.column, columns)
    let column = columns[filter.column]
    switch filter.condition.arity {
    case .none: self = Self.blankness(filter.condition, column.expression)
    case .list: self = Self.list(filter.values, of: column, isNegated: filter.condition == .notin)
    case .one:
      guard let text = filter.values.first, filter.values.count == 1 else {
        throw .badRequest("The condition “\(filter.condition.rawValue)” takes one value.")
      }
      self = try Self.comparison(filter.condition, column, text)
    }
  }

  private static func blankness(_ condition: ColumnFilter.Condition, _ column: String) -> RowCondition {
    switch condition {
    case .isnull: RowCondition("\(column) IS NULL")
    case .isblank: RowCondition("(\(column) IS NULL OR \(column) = '')")
    case .notblank: RowCondition("(\(column) IS NOT NULL AND \(column) <> '')")
    default: RowCondition("\(column) IS NOT NULL")
    }
  }

  private static func comparison(
    _ condition: ColumnFilter.Condition, _ column: ComparedColumn, _ text: String
  ) throws(TableError) -> RowCondition {
    let name = column.expression
    switch condition {
    case .not:
      if column.affinity != .none { return RowCondition("\(name) IS NOT ?", column.forms(of: text)) }
      return RowCondition("(\(name) NOT IN (?, ?) OR \(name) IS NULL)", column.forms(of: text))
    case .gt: return RowCondition("\(column.orderedExpression) > ?", [column.ordered(text)])
    case .gte: return RowCondition("\(column.orderedExpression) >= ?", [column.ordered(text)])
    case .lt: return RowCondition("\(column.orderedExpression) < ?", [column.ordered(text)])
    case .lte: return RowCondition("\(column.orderedExpression) <= ?", [column.ordered(text)])
    case .contains: return try TextPattern(containing: text).condition(on: column.textExpression)
    case .notcontains: return try TextPattern(containing: text).condition(on: column.textExpression, isNegated: true)
    case .startswith: return try TextPattern(beginningWith: text).condition(on: column.textExpression)
    case .endswith: return try TextPattern(endingWith: text).condition(on: column.textExpression)
    case .like: return try TextPattern(like: text).condition(on: column.textExpression)
    case .notlike: return try TextPattern(like: text).condition(on: column.textExpression, isNegated: true)
    case .glob: return try TextPattern(glob: text).condition(on: column.textExpression)
    case .arraycontains: return element(text, of: name)
    case .arraynotcontains:
      let contained = element(text, of: name)
      return RowCondition("NOT \(contained.sql)", contained.values)
    case .date: return RowCondition("date(\(name)) = ?", [SQLValue(text)])
    default: return column.equals(text)
    }
  }

  /// The elements are looked at where the column holds a JSON array: anything else would be an error of the whole statement.
  private static func element(_ text: String, of column: String) -> RowCondition {
    let element = ComparedColumn("j.value", affinity: .none).equals(text)
    return RowCondition(
      "EXISTS (SELECT 1 FROM json_each(\(JSONArrayExpression(column))) AS j WHERE \(element.sql))", element.values)
  }
}
