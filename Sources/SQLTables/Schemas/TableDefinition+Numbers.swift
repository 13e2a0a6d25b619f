internal import TableModel
internal import TextCoding

extension TableDefinition {
  /// Whether a column holds texts that are numbers, each spelled in its own way.
  private func isVerbatim(_ column: Int) -> Bool {
    schema.columns.indices.contains(column) && schema.columns[column].spelling == .verbatim
  }

  /// The condition that a value of a column is a number.
  package func isNumber(_ column: Int) -> String {
    let value = expressions[column]
    // Texts that are no numbers come behind all that are, and the empty one is the first of them.
    return isVerbatim(column)
      ? "\(dialect.ordered(value, as: .byValue)) < ''" : dialect.isNumber(value)
  }

  /// What stands behind a value that was made of a column's, such as its least, to put it in the order of the column.
  package func orderCollation(of column: Int) -> String {
    isVerbatim(column) ? dialect.ordered("", as: .bySpelling) : ""
  }
}
