internal import TextCoding

/// The condition of a selection, made ready once for all rows of a table in memory.
struct RowFilter: Sendable {
  /// Of each group, one has to be met.
  private var groups: [[(column: Int, condition: ValueCondition)]] = []

  /// How many conditions one selection may have: each is weighed for every row.
  private static let limit = 200

  /// - Throws: `TableError.badRequest` if the selection doesn't make sense for these columns.
  init(_ selection: RowSelection, _ columns: [TableColumn<some CellViewModel>]) throws(TableError) {
    for filter in selection.filters { groups.append([try Self.condition(filter, columns)]) }
    for alternatives in selection.alternatives {
      var group: [(column: Int, condition: ValueCondition)] = []
      for filter in alternatives { group.append(try Self.condition(filter, columns)) }
      groups.append(group)
    }
    for search in selection.searches { try add(search, columns) }
    guard groups.reduce(0, { $0 + $1.count }) <= Self.limit else {
      throw .badRequest("More than \(Self.limit) conditions.")
    }
  }

  private static func condition(
    _ filter: ColumnFilter, _ columns: [TableColumn<some CellViewModel>]
  ) throws(TableError) -> (column: Int, condition: ValueCondition) {
    guard columns.indices.contains(filter.column) else { throw .badRequest("A filter column doesn't exist.") }
    return (filter.column, try ValueCondition(filter, comparison: columns[filter.column].comparison))
  }

  /// Every word has to be found in some text of the row.
  private mutating func add(_ search: TextSearch, _ columns: [TableColumn<some CellViewModel>]) throws(TableError) {
    var searched = columns.indices.filter { columns[$0].isSearched }
    if searched.isEmpty { searched = Array(columns.indices) }
    if let column = search.column {
      guard columns.indices.contains(column) else { throw .badRequest("A search column doesn't exist.") }
      searched = [column]
    }
    for term in SearchTerms(search.text).terms {
      // To an index `word*` is the beginning of a word; here any word is found by its beginning.
      let term = term.count > 1 && term.hasSuffix("*") ? String(term.dropLast()) : term
      let condition = try ValueCondition.containing(term)
      groups.append(searched.map { ($0, condition) })
    }
  }

  /// Whether every row meets it.
  var isEverything: Bool { groups.isEmpty }

  /// The columns that it looks at.
  var columns: Set<Int> { Set(groups.joined().map(\.column)) }

  /// Whether a row meets it.
  /// - Parameter value: the row's value of a column.
  func isMet(_ steps: inout WorkSteps, _ value: (Int) -> RecordValue) throws -> Bool {
    try groups.allSatisfy { group in try group.contains { try $0.condition.isMet(value($0.column), &steps) } }
  }
}

extension TableColumn {
  /// Whether words are looked for in it where no column is named.
  var isSearched: Bool {
    switch column.type {
    case .text, .link, .email, .json, .date, .timestamp: comparison != .asNumber
    case .identifier, .number, .boolean, .image, .blob: false
    }
  }
}
