/// One expression of an order, such as a column of the table.
package struct OrderTerm: Sendable, Hashable {
  /// The expression as it stands in a statement: quoted and qualified.
  package var expression: String
  /// Whether the largest comes first.
  package var isDescending: Bool
  /// Whether it can be null.
  package var isNullable: Bool

  /// A term of an order.
  package init(_ expression: String, isDescending: Bool = false, isNullable: Bool) {
    self.expression = expression
    self.isDescending = isDescending
    self.isNullable = isNullable
  }

  /// The term as it stands behind `ORDER BY`, for reading forwards or backwards.
  func ordering(backwards: Bool) -> String { isDescending != backwards ? expression + " DESC" : expression }
}
