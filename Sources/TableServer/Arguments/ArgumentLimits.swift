import TableModel

/// The limits that arguments are held against, and what holds where there are none.
struct ArgumentLimits: Sendable {
  var pageSize: Int
  var maximumPageSize: Int
  /// Whether visitors may write conditions of their own.
  var allowsExpressions = true
  /// The order where none is asked for; empty for the table's own.
  var sort: [SortTerm] = []
  /// How JSON is laid out where nothing is asked for.
  var shape = JSONShape.objects
  /// What is counted whether it is asked for or not.
  var facets: [Facet] = []
}
