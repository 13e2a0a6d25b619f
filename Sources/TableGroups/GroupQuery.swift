package import TableModel

/// A question about the rows of a selection, put together in groups.
package struct GroupQuery: Sendable, Hashable {
  /// What makes the groups.
  package var key: GroupKey
  /// What is worked out for each, besides the number of its rows.
  package var figures: [GroupFigure]
  /// Of which rows.
  package var selection: RowSelection
  /// In which order the groups come.
  package var order: GroupOrder
  /// How many groups are wanted at most, at least 1.
  package var limit: Int
  /// How many groups come before these.
  package var offset: Int

  /// A question about groups.
  package init(
    _ key: GroupKey, figures: [GroupFigure] = [], selection: RowSelection = .everything,
    order: GroupOrder = GroupOrder(.count, isDescending: true), limit: Int = 100, offset: Int = 0
  ) {
    self.key = key
    self.figures = figures
    self.selection = selection
    self.order = order
    self.limit = limit
    self.offset = offset
  }

  /// The columns that the question is about.
  package var columns: [Int] { [key.column] + figures.map(\.column) }
}

/// The order of groups. Those that are equal in it come in the order of their values.
package struct GroupOrder: Sendable, Hashable {
  /// What groups are put in order by.
  package enum Term: Sendable, Hashable {
    /// What the rows of a group have in common.
    case key
    /// The number of rows.
    case count
    /// One of the query's figures.
    case figure(Int)
  }

  /// What groups are put in order by.
  package var term: Term
  /// Whether the greatest comes first. Null is less than any value.
  package var isDescending: Bool

  /// An order.
  package init(_ term: Term, isDescending: Bool = false) {
    self.term = term
    self.isDescending = isDescending
  }
}
