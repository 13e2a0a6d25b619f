/// What has to be known of a column to compare it with what people write.
package struct ComparedColumn: Sendable, Hashable {
  /// What the column makes of a text that it is compared with.
  package enum Affinity: Sendable, Hashable {
    /// Compares as text.
    case text
    /// Compares a text that is a number as that number.
    case number
    /// Takes the text as it is: a number in the column is not equal to its own text. So are columns of views, of which nothing
    /// is known, and those without a type.
    case none
  }

  /// The column as it stands in a statement: quoted and qualified.
  package var expression: String
  /// What the column makes of a text that it is compared with.
  package var affinity: Affinity
  /// The column where more and less is asked of it: texts that are numbers are told apart by their text, but are more and less as numbers.
  package var orderedExpression: String
  /// The column where its text is asked for: numbers as they are written where people read them.
  package var textExpression: String
  /// Whether words are looked for in it where no column is named.
  package var isSearched: Bool

  /// A column.
  /// - Parameters:
  ///   - orderedExpression: the column where more and less is asked of it, if that is written otherwise.
  ///   - textExpression: the column where its text is asked for, if that is written otherwise.
  package init(
    _ expression: String, affinity: Affinity, isSearched: Bool = false, orderedExpression: String? = nil,
    textExpression: String? = nil
  ) {
    self.expression = expression
    self.textExpression = textExpression ?? expression
    self.orderedExpression = orderedExpression ?? expression
    self.affinity = affinity
    self.isSearched = isSearched
  }

  /// The condition that the column is equal to a text, which is as people write it.
  package func equals(_ text: String) -> RowCondition {
    RowCondition(equality, forms(of: text))
  }

  /// Equality with a text whose `forms(of:)` are bound. The column is named once, because its index is used so.
  package var equality: String { affinity == .none ? "\(expression) IN (?, ?)" : "\(expression) = ?" }

  /// What is bound for a text under `equality`: where nothing is converted, the text and the number that it is.
  package func forms(of text: String) -> [SQLValue] {
    affinity == .none ? [SQLValue(text), SQLValue(numberIn: text) ?? SQLValue(text)] : [converted(text)]
  }

  /// What an ordered comparison binds for a text.
  func ordered(_ text: String) -> SQLValue {
    affinity == .none ? SQLValue(numberIn: text) ?? SQLValue(text) : converted(text)
  }

  /// A text as the column compares it. An engine that converts a text does so for each row anew, so a whole number is bound as that; other
  /// numbers are left to the engine, which may read their last digit otherwise.
  private func converted(_ text: String) -> SQLValue {
    affinity == .number ? Int64(text).map { .integer($0) } ?? SQLValue(text) : SQLValue(text)
  }
}
