internal import SQLTables

extension Relation {
  /// How rows are found by the table's indexes of words or, where it has none, by those of trigrams; `nil` if all rows have to be looked at.
  /// - Parameter compared: what conditions on the columns are made with.
  func search(_ compared: [ComparedColumn], in dialect: any SQLDialect) -> (any IndexedSearch)? {
    if let search = VectorSearch(searchIndexes.filter(\.isOfWords).compactMap(vector)) { return search }
    return trigrams(compared, in: dialect)
  }

  /// - Returns: `nil` where the server's user may not read what it is made of.
  private func vector(_ index: SearchIndex) -> VectorSearch.Vector? {
    let known = index.columns.compactMap(position(ofNumber:))
    let texts = columns.indices.filter { columns[$0].type.isText }
    let expression: String
    if let made = index.expression {
      // A question mark would be a parameter.
      guard known.count == index.columns.count, !made.contains("?") else { return nil }
      expression = "(\(made))"
    } else {
      guard let column = position(ofNumber: index.column) else { return nil }
      expression = "r.\(SQLIdentifier(columns[column].name))"
    }
    return VectorSearch.Vector(
      index: index.name, expression: expression, isStored: index.expression == nil,
      query: WordQuery(configuration: index.configuration), columns: known.isEmpty ? texts : known)
  }

  private func trigrams(_ compared: [ComparedColumn], in dialect: any SQLDialect) -> TrigramSearch? {
    let indexes = searchIndexes.filter { !$0.isOfWords && $0.column > 0 }.compactMap { index in
      position(ofNumber: index.column).map { ($0, index.name) }
    }
    let names = Dictionary(indexes, uniquingKeysWith: { first, _ in first })
    let texts = columns.indices.filter { columns[$0].type.isText }
    guard !texts.isEmpty, texts.allSatisfy({ names[$0] != nil }) else { return nil }
    return TrigramSearch(names.filter { texts.contains($0.key) }, compared, in: dialect)
  }
}
