extension RowCondition {
  /// Lists up to this length are parameters of their own, longer ones one parameter.
  private static let parameterLimit = 64

  /// One of a list, or none of it.
  static func list(
    _ texts: [String], of column: ComparedColumn, isNegated: Bool, in dialect: any SQLDialect
  ) -> RowCondition {
    guard !texts.isEmpty else { return isNegated ? .everything : .nothing }
    var values: [SQLValue] = []
    for text in texts {
      values.append(SQLValue(text))
      if column.affinity == .none, let number = SQLValue(numberIn: text) { values.append(number) }
    }
    guard values.count <= parameterLimit else {
      return dialect.membership(of: column.expression, in: values, isNegated: isNegated)
    }
    // Filled up with the last value to a power of two: lists of many lengths share a few statements.
    var count = 1
    while count < values.count { count *= 2 }
    while values.count < count { values.append(values[values.count - 1]) }
    let places = [String](repeating: "?", count: count).joined(separator: ", ")
    return RowCondition("\(column.expression) \(isNegated ? "NOT IN" : "IN") (\(places))", values)
  }
}
