internal import SQLTables
internal import TableModel

extension TableDefinition {
  /// Whether a column holds texts that are numbers, each spelled in its own way.
  private func isVerbatim(_ column: Int) -> Bool {
    schema.columns.indices.contains(column) && schema.columns[column].spelling == .verbatim
  }

  /// The text of a column of reals with a number of decimals: with these where they read back as the same number, as it is written everywhere
  /// else; `nil` where the column is its text.
  static func text(of column: String, spelled spelling: NumberSpelling) -> String? {
    guard case .decimals(let decimals) = spelling else { return nil }
    let text = "printf('%.\(decimals)f', \(column))"
    return "CASE WHEN typeof(\(column)) = 'real' AND CAST(\(text) AS REAL) = \(column) THEN \(text) ELSE \(column) END"
  }

  /// The condition that a value of a column is a number.
  func isNumber(_ column: Int) -> String {
    let value = expressions[column]
    // Texts that are no numbers come behind all that are, and the empty one is the first of them.
    return isVerbatim(column)
      ? "\(dialect.ordered(value, as: .byValue)) < ''" : "typeof(\(value)) IN ('integer', 'real')"
  }

  /// What stands behind a value that was made of a column's, such as its least, to put it in the order of the column.
  func orderCollation(of column: Int) -> String {
    isVerbatim(column) ? dialect.ordered("", as: .bySpelling) : ""
  }
}
