package import TableModel
internal import TextCoding

extension RowCondition {
  /// A search without an index: every word has to be found in some text of the row, and so every row is looked at.
  package static func scan(
    for search: TextSearch, columns: [ComparedColumn], in dialect: any SQLDialect
  ) throws(TableError) -> RowCondition {
    var searched = columns
    if let column = search.column {
      searched = [columns[column]]
    } else if columns.contains(where: \.isSearched) {
      searched = columns.filter(\.isSearched)
    }
    var condition = RowCondition.everything
    let terms = SearchTerms(search.text).terms
    guard terms.count * searched.count <= limit * 10 else { throw .badRequest("Too many words in the search.") }
    for term in terms {
      // To an index `word*` is the beginning of a word; here any word is found by its beginning.
      let term = term.count > 1 && term.hasSuffix("*") ? String(term.dropLast()) : term
      var found: [RowCondition] = []
      for column in searched { found.append(try TextPattern(containing: term).condition(on: column, in: dialect)) }
      condition.join(.any(of: found))
    }
    return condition
  }
}
