package import TableModel

/// What the query arguments of a request ask for, every name resolved against the table's schema.
///
/// The names are those of `Documentation`: `_size`, `_next`, `_previous`, `_sort`, `_sort_desc`, `_col`, `_nocol`, `_pin`, `_width`,
/// `_count`, `_nocount`, `_shape`, `_nl`, `_extra`, `_labels`, `_json` and a column's own name for a condition.
package struct PageArguments: Hashable, Sendable {
  /// Which rows, in which order, how many.
  package var query: TableQuery
  /// The columns that are shown, as positions in the schema; `nil` for all.
  package var columns: [Int]?
  /// How wide columns are, and which stay in place.
  package var layout = ColumnLayout()
  /// How JSON is laid out; `nil` for the table's own default.
  package var shape: JSONShape?
  /// Whether JSON of the shape `array` is one object a line.
  package var isNewlineDelimited = false
  /// What is counted beside the rows.
  package var facets = FacetArguments()
  /// How values stand in JSON.
  package var json = JSONArguments()
  /// Keys to add to JSON.
  package var extras: Set<JSONExtra> = []

  /// The keys that JSON has besides: facets are there where they were asked for, and a count says whether it is all, as in Datasette.
  package var wantedExtras: Set<JSONExtra> {
    var wanted = extras
    if facets.isWished { wanted.insert(.facetResults) }
    if extras.contains(.count) { wanted.insert(.countTruncated) }
    return wanted
  }

  /// The first page of a table in its own order.
  package init(pageSize: Int) { query = TableQuery(pageSize: pageSize) }
}

/// How the rows of a table stand in its JSON.
package enum JSONShape: String, Hashable, Sendable, CaseIterable {
  case objects, arrays, array, arrayfirst, object, sections
}

/// What is wrong with the arguments of a request: one sentence each.
package struct ArgumentErrors: Error, Sendable, Equatable {
  /// The sentences, in the order of the arguments.
  package var messages: [String]
  /// Whether the request asks for what it may not have, rather than for what makes no sense.
  package var isForbidden = false

  package init(messages: [String], isForbidden: Bool = false) {
    self.messages = messages
    self.isForbidden = isForbidden
  }
}
