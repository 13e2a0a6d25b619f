/// The most frequent values of a column. Nulls are not among them.
public struct FacetResult: Sendable, Hashable {
  /// What the counts rest on.
  public enum Basis: Sendable, Hashable {
    /// Every row was counted.
    case everyRow
    /// Worked out from this many rows, picked from all over the table.
    case sample(rows: Int)
    /// Only this many rows were looked at, the first ones: there are at least so many of each value.
    case firstRows(Int)
  }

  /// The values, the most frequent first.
  package var values: [FacetValue]
  /// How many different values there are; `nil` if that isn't known.
  package var distinctCount: Int?
  /// Whether there are more values than these.
  package var isTruncated: Bool
  /// What the counts rest on.
  package var basis: Basis

  /// The answer to a facet.
  public init(
    values: [FacetValue], distinctCount: Int? = nil, isTruncated: Bool = false, basis: Basis = .everyRow
  ) {
    self.values = values
    self.distinctCount = distinctCount
    self.isTruncated = isTruncated
    self.basis = basis
  }

  /// Whether the counts are not those of all rows.
  package var isEstimate: Bool { basis != .everyRow }
}

/// One value of a facet.
public struct FacetValue: Sendable, Hashable {
  /// The value as the database has it.
  package var value: RecordValue
  /// What the row that the value refers to is called; `nil` where it refers to none.
  package var label: String?
  /// In how many rows it is.
  package var count: Int

  /// A value and its frequency.
  public init(_ value: RecordValue, label: String? = nil, count: Int) {
    self.value = value
    self.label = label
    self.count = count
  }
}
