internal import SQLTables
internal import TableModel

extension TableDefinition {
  /// The index that answers a search; `nil` if rows have to be looked at.
  func index(for search: TextSearch) -> (any StreamedSearch)? {
    search.isIndexed(by: self.search) ? streamedSearch : nil
  }

  /// Every index of SQLite is a table.
  var streamedSearch: (any StreamedSearch)? { search as? any StreamedSearch }

  /// Whether some of a selection is answered by an index of words.
  func usesIndex(for selection: RowSelection) -> Bool {
    selection.searches.contains { $0.isIndexed(by: search) }
  }

  /// Does something with a selection. Where SQLite refuses, the index is asked whether it can read what is looked for.
  /// - Throws: `TableError.badRequest` if it can't.
  func explainingSearches<Result>(
    of selection: RowSelection, on connection: SQLiteConnection, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let failure as SQLiteFailure where failure.isSchemaMismatch && usesIndex(for: selection) {
      try checkSearches(of: selection, on: connection)
      throw failure
    }
  }

  /// Asks the index whether it can read what is looked for.
  /// - Throws: `TableError.badRequest` if it can't.
  func checkSearches(of selection: RowSelection, on connection: SQLiteConnection) throws {
    for words in selection.searches {
      guard let matches = index(for: words)?.matches(of: words) else { continue }
      do {
        try connection.rows("SELECT 1 \(matches.sql) LIMIT 1", matches.values) { _ in }
      } catch let failure as SQLiteFailure where failure.isSchemaMismatch {
        throw Self.refusal(of: words, failure.message)
      }
    }
  }

  /// What people can do about a search that the index can't read. FTS5 says where it stumbled; only that is handed on.
  private static func refusal(of search: TextSearch, _ message: String) -> TableError {
    guard search.isRaw else {
      return .badRequest("This table's search index finds single words only, not “\(search.text)”.")
    }
    var place = ""
    if let near = message.ranges(of: "near ").last { place = " near \(message[near.upperBound...])" }
    if message.hasPrefix("no such column: ") {
      place = ": it has no column “\(message.dropFirst("no such column: ".count))”"
    }
    return .badRequest(
      "Invalid search “\(search.text)”\(place). Use words, \"phrases\" and beginnings* with AND, OR, NOT and parentheses, or remove _searchmode=raw."
    )
  }
}

extension RowSelection {
  /// Whether rows may be read from an index of words. Names in a condition that a visitor wrote mean columns of the table alone.
  var mayFollowSearch: Bool { expressions.isEmpty && !searches.isEmpty }

  /// Whether SQLite may be busy for long within one opcode, where it doesn't look at the time: with a pattern and a long text, a long JSON
  /// text, the rows of a word in an index, or whatever a visitor wrote.
  var hasLongSteps: Bool {
    !expressions.isEmpty || !searches.isEmpty || allFilters.contains(where: \.condition.hasLongSteps)
  }
}

extension TextSearch {
  /// Whether an index answers this search.
  func isIndexed(by index: (any IndexedSearch)?) -> Bool { index?.covers(self) ?? false }
}

extension ColumnFilter.Condition {
  fileprivate var hasLongSteps: Bool {
    switch self {
    case .contains, .notcontains, .startswith, .endswith, .like, .notlike, .glob, .arraycontains, .arraynotcontains:
      true
    case .exact, .not, .gt, .gte, .lt, .lte, .in, .notin, .date, .isnull, .notnull, .isblank, .notblank: false
    }
  }
}
