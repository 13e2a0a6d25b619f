/// Which rows of a table are meant: those that meet every filter, one of each group of alternatives, and every search.
public struct RowSelection: Sendable, Hashable {
  /// Conditions that must all hold.
  public var filters: [ColumnFilter]
  /// Groups of conditions; of each group at least one must hold.
  public var alternatives: [[ColumnFilter]]
  /// Words that must all be found.
  public var searches: [TextSearch]

  /// A selection; all rows unless something is asked for.
  public init(filters: [ColumnFilter] = [], alternatives: [[ColumnFilter]] = [], searches: [TextSearch] = []) {
    self.filters = filters
    self.alternatives = alternatives
    self.searches = searches
  }

  /// Every row.
  public static let everything = RowSelection()

  /// Whether no row is left out.
  public var isEverything: Bool { filters.isEmpty && alternatives.isEmpty && searches.isEmpty }

  /// Every filter, wherever it stands.
  public var allFilters: [ColumnFilter] { filters + alternatives.joined() }
}

/// Words that are looked for in texts.
public struct TextSearch: Sendable, Hashable {
  /// The position of the column that is searched; `nil` for all that hold text.
  public var column: Int?
  /// What is looked for: words of which each must be found, in any order.
  public var text: String
  /// Whether the text is in the search index's own language, with operators, instead of plain words.
  public var isRaw: Bool

  /// A search of one column, or of all.
  public init(_ text: String, column: Int? = nil, isRaw: Bool = false) {
    self.text = text
    self.column = column
    self.isRaw = isRaw
  }
}
