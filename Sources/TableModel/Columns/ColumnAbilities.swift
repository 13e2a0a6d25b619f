/// What the rows of a table can be asked for by one of its columns. Pages offer that alone, and refuse the rest.
public struct ColumnAbilities: Sendable, Hashable {
  /// The conditions that rows can be filtered by.
  package var conditions: Set<ColumnFilter.Condition>
  /// Whether rows can be sorted by it, in both directions.
  package var isSortable: Bool
  /// Whether words are looked for in it, alone and along with all others.
  package var isSearchable: Bool
  /// Whether its values can be counted.
  package var hasFacets: Bool

  /// Abilities; what isn't named is none.
  public init(
    filters conditions: Set<ColumnFilter.Condition> = [], isSortable: Bool = false, isSearchable: Bool = false,
    hasFacets: Bool = false
  ) {
    self.conditions = conditions
    self.isSortable = isSortable
    self.isSearchable = isSearchable
    self.hasFacets = hasFacets
  }

  /// The column is shown.
  public static let none = ColumnAbilities()
  /// Everything, as by a column of a database.
  public static let all = ColumnAbilities(
    filters: Set(ColumnFilter.Condition.allCases), isSortable: true, isSearchable: true, hasFacets: true)
}

/// What a whole table can be asked for, beside what its columns can.
package struct TableAbilities: Sendable, Hashable {
  /// By how many columns rows can be sorted at once.
  package var sortLimit = Int.max
  /// Whether groups of conditions are taken of which one has to hold.
  package var hasAlternatives = true
  /// Whether conditions may be about rows of other tables, or be written in a database's own language.
  package var isInDatabase = true

  /// What a table of a database can be asked for.
  package init() {}
}
