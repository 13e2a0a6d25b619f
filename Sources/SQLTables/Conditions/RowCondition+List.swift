extension RowCondition {
  /// Lists up to this length are parameters of their own, longer ones one parameter.
  private static let parameterLimit = 64

  /// One of a list, or none of it.
  static func list(_ texts: [String], of column: ComparedColumn, isNegated: Bool) -> RowCondition {
    guard !texts.isEmpty else { return isNegated ? .everything : .nothing }
    let membership = membership(texts, of: column, isNegated ? "NOT IN" : "IN")
    guard isNegated else { return membership }
    return RowCondition("(\(membership.sql) OR \(column.expression) IS NULL)", membership.values)
  }

  private static func membership(_ texts: [String], of column: ComparedColumn, _ word: String) -> RowCondition {
    var values: [SQLValue] = []
    for text in texts {
      values.append(SQLValue(text))
      if column.affinity == .none, let number = SQLValue(numberIn: text) { values.append(number) }
    }
    guard values.count <= parameterLimit else {
      return RowCondition(
        "\(column.expression) \(word) (SELECT value FROM json_each(?))", [.text(JSONText(array: values).bytes)])
    }
    // Filled up with the last value to a power of two: lists of many lengths share a few statements.
    var count = 1
    while count < values.count { count *= 2 }
    while values.count < count { values.append(values[values.count - 1]) }
    let places = [String](repeating: "?", count: count).joined(separator: ", ")
    return RowCondition("\(column.expression) \(word) (\(places))", values)
  }
}
