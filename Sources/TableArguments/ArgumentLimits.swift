package import TableModel

/// The limits that arguments are held against, and what holds where there are none.
package struct ArgumentLimits: Sendable {
  package var pageSize: Int
  package var maximumPageSize: Int
  /// Whether visitors may write conditions of their own.
  package var allowsExpressions = true
  /// The order where none is asked for; empty for the table's own.
  package var sort: [SortTerm] = []
  /// How JSON is laid out where nothing is asked for.
  package var shape = JSONShape.objects
  /// What is counted whether it is asked for or not.
  package var facets: [Facet] = []

  package init(
    pageSize: Int, maximumPageSize: Int, allowsExpressions: Bool = true, sort: [SortTerm] = [],
    shape: JSONShape = .objects, facets: [Facet] = []
  ) {
    self.pageSize = pageSize
    self.maximumPageSize = maximumPageSize
    self.allowsExpressions = allowsExpressions
    self.sort = sort
    self.shape = shape
    self.facets = facets
  }
}
