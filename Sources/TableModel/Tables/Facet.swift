/// A question about all rows of a selection: which values a column has, and how often.
public struct Facet: Sendable, Hashable {
  /// What is counted.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The values themselves.
    case column
    /// The elements of JSON arrays.
    case array
    /// The days of times.
    case date
  }

  /// The position of the column in the schema's `columns`.
  public var column: Int
  /// What is counted.
  public var kind: Kind

  /// A question about a column.
  public init(column: Int, kind: Kind = .column) {
    self.column = column
    self.kind = kind
  }
}

/// The most frequent values of a column.
public struct FacetResult: Sendable, Hashable {
  /// What was asked.
  public var facet: Facet
  /// The values, the most frequent first.
  public var values: [FacetValue]
  /// Whether there are more values than these.
  public var isTruncated: Bool
  /// Whether the counts were worked out from a sample of the rows.
  public var isEstimate: Bool

  /// The answer to a facet.
  public init(_ facet: Facet, values: [FacetValue], isTruncated: Bool = false, isEstimate: Bool = false) {
    self.facet = facet
    self.values = values
    self.isTruncated = isTruncated
    self.isEstimate = isEstimate
  }
}

/// One value of a facet.
public struct FacetValue: Sendable, Hashable {
  /// The value as the database has it.
  public var value: RecordValue
  /// What the row that the value refers to is called; `nil` where it refers to none.
  public var label: String?
  /// In how many rows it is.
  public var count: Int

  /// A value and its frequency.
  public init(_ value: RecordValue, label: String? = nil, count: Int) {
    self.value = value
    self.label = label
    self.count = count
  }
}
