package import TableModel

/// The groups that a query asked for, and what holds for all groups together.
package struct GroupResult: Sendable {
  /// The groups of the page, in the order that was asked for.
  package var groups: [Group]
  /// All rows of the selection as one group.
  package var total: Group
  /// How many groups there are.
  package var groupCount: Int
  /// How wide the ranges are, where groups are ranges of numbers.
  package var width: Double?
  /// The state of the data; `nil` if it isn't known.
  package var version: DataVersion?

  /// What came of a query.
  package init(groups: [Group], total: Group, groupCount: Int, width: Double? = nil, version: DataVersion? = nil) {
    self.groups = groups
    self.total = total
    self.groupCount = groupCount
    self.width = width
    self.version = version
  }
}

/// Rows that have a value in common.
package struct Group: Sendable, Hashable {
  /// What they have in common; of ranges, the number that the range begins with.
  package var value: RecordValue
  /// What the row that the value refers to is called; `nil` where it refers to none.
  package var label: String?
  /// How many rows there are.
  package var count: Int
  /// The figures, in the order of the query; null where there is no value.
  package var figures: [RecordValue]

  /// Some rows.
  package init(_ value: RecordValue, label: String? = nil, count: Int, figures: [RecordValue]) {
    self.value = value
    self.label = label
    self.count = count
    self.figures = figures
  }
}
