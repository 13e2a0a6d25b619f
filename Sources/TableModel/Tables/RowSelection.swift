internal import TextCoding

/// Which rows of a table are meant: those that meet every filter, one of each group of alternatives, and every search.
public struct RowSelection: Sendable, Hashable {
  /// Conditions that must all hold.
  public var filters: [ColumnFilter]
  /// Groups of conditions; of each group at least one must hold.
  public var alternatives: [[ColumnFilter]]
  /// Words that must all be found.
  public var searches: [TextSearch]
  /// Conditions on rows elsewhere that refer to the row; of each there must be one.
  package var relations: [RelatedFilter]
  /// Conditions that visitors wrote in the database's own language. A provider takes only what is one expression that reads, and
  /// runs it within the limits that statements of visitors have.
  package var expressions: [String] {
    get { exactExpressions.texts }
    set { exactExpressions.texts = newValue }
  }
  private var exactExpressions: ExactTexts

  /// A selection; all rows unless something is asked for.
  package init(
    filters: [ColumnFilter] = [], alternatives: [[ColumnFilter]] = [], searches: [TextSearch] = [],
    relations: [RelatedFilter] = [], expressions: [String] = []
  ) {
    self.filters = filters
    self.alternatives = alternatives
    self.searches = searches
    self.relations = relations
    exactExpressions = ExactTexts(expressions)
  }

  /// Every row.
  public static let everything = RowSelection()

  /// Whether no row is left out.
  package var isEverything: Bool {
    filters.isEmpty && alternatives.isEmpty && searches.isEmpty && relations.isEmpty && expressions.isEmpty
  }

  /// Whether rows are chosen by their own values alone, column by column.
  package var isByValues: Bool { searches.isEmpty && relations.isEmpty && expressions.isEmpty }

  /// Every filter, wherever it stands.
  package var allFilters: [ColumnFilter] {
    alternatives.isEmpty ? filters : filters + alternatives.joined()
  }
}

/// Words that are looked for in texts.
public struct TextSearch: Sendable, Hashable {
  /// The position of the column that is searched; `nil` for all that hold text.
  public var column: Int?
  /// What is looked for: words of which each must be found, in any order.
  public var text: String {
    get { exactText.text }
    set { exactText.text = newValue }
  }
  private var exactText: ExactText
  /// Whether the text is in the search index's own language, with operators, instead of plain words.
  package var isRaw: Bool

  /// A search of one column, or of all.
  package init(_ text: String, column: Int? = nil, isRaw: Bool = false) {
    exactText = ExactText(text)
    self.column = column
    self.isRaw = isRaw
  }
}

/// A condition on the rows of another table that refer to this one, such as the lines of an order.
package struct RelatedFilter: Sendable, Hashable {
  /// The table that refers to this one.
  package var table: String
  /// A column of it.
  package var column: String
  /// What the column equals.
  package var value: String

  /// There is a row of `table` that refers to the row and whose `column` equals `value`.
  package init(table: String, column: String, value: String) {
    self.table = table
    self.column = column
    self.value = value
  }

  package static func == (one: RelatedFilter, other: RelatedFilter) -> Bool {
    ExactTexts([one.table, one.column, one.value]) == ExactTexts([other.table, other.column, other.value])
  }
}
