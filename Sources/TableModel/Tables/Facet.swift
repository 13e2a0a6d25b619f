/// What is counted of a column: which values its rows have, and how often.
public struct Facet: Sendable, Hashable {
  /// What is counted.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The values themselves.
    case column
    /// The elements of JSON arrays, each once a row.
    case array
    /// The days of times.
    case date
  }

  /// The position of the column in the schema's `columns`.
  public var column: Int
  /// What is counted.
  public var kind: Kind

  /// What is counted of a column.
  public init(column: Int, kind: Kind = .column) {
    self.column = column
    self.kind = kind
  }

  /// The condition that picks the rows with one of the facet's values.
  package var condition: ColumnFilter.Condition {
    switch kind {
    case .column: .exact
    case .array: .arraycontains
    case .date: .date
    }
  }
}

/// A question about all rows of a selection.
public struct FacetQuery: Sendable, Hashable {
  /// What is counted.
  public var facet: Facet
  /// Of which rows.
  public var selection: RowSelection
  /// How many values are wanted at most, at least 1.
  public var size: Int

  /// A question about a selection.
  package init(_ facet: Facet, in selection: RowSelection = .everything, size: Int = 30) {
    self.facet = facet
    self.selection = selection
    self.size = size
  }
}

/// What has come of a facet's question.
public enum FacetAnswer: Sendable, Hashable {
  /// The values are known.
  case values(FacetResult)
  /// They take longer than a page has; whoever waits gets them.
  case pending
  /// Nothing could be told within the time limit.
  case timedOut
}
