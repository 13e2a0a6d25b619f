/// Why a table doesn't answer what it is asked: a sentence that names what it does. `nil` or none where it answers.
extension RecordSchema {
  /// - Parameter sort: the columns that rows are to be sorted by.
  package func refusals(ofSort sort: [SortTerm]) -> [String] {
    let refused = sort.filter { !columns[$0.column].abilities.isSortable }.map {
      refusal("be sorted by \(columns[$0.column].name)", "sorts by", names(where: \.isSortable), else: "has one order")
    }
    guard sort.count > abilities.sortLimit, refused.isEmpty else { return refused }
    return [
      abilities.sortLimit == 1
        ? "This table sorts by one column at a time" : "This table sorts by at most \(abilities.sortLimit) columns"
    ]
  }

  /// - Parameter selection: the rows that are meant.
  package func refusals(of selection: RowSelection) -> [String] {
    var refused = selection.allFilters.compactMap(refusal)
    refused += selection.searches.compactMap(refusal)
    if !abilities.hasAlternatives, !selection.alternatives.isEmpty {
      refused.append("This table doesn't support _any")
    }
    if !abilities.isInDatabase {
      if !selection.relations.isEmpty { refused.append("This table doesn't support _through.") }
      if !selection.expressions.isEmpty { refused.append("This table doesn't support _where.") }
    }
    return refused
  }

  /// - Parameter facet: what is to be counted.
  package func refusal(of facet: Facet) -> String? {
    guard !columns[facet.column].abilities.hasFacets else { return nil }
    return refusal(
      "count the values of \(columns[facet.column].name)", "counts those of", names(where: \.hasFacets),
      else: "has no facets")
  }

  private func refusal(of filter: ColumnFilter) -> String? {
    let column = columns[filter.column]
    let conditions = column.abilities.conditions
    guard !conditions.contains(filter.condition) else { return nil }
    guard conditions.isEmpty else {
      let taken = ColumnFilter.Condition.allCases.filter(conditions.contains).map(\.rawValue)
      return refusal("filter \(column.name) by \(filter.condition.rawValue)", "takes", taken, else: "")
    }
    return refusal(
      "be filtered by \(column.name)", "filters by", names { !$0.conditions.isEmpty }, else: "has no filters")
  }

  private func refusal(of search: TextSearch) -> String? {
    let searchable = names(where: \.isSearchable)
    guard let column = search.column else {
      return searchable.isEmpty ? refusal("be searched", "", [], else: "has no search") : nil
    }
    guard !columns[column].abilities.isSearchable else { return nil }
    return refusal("be searched in \(columns[column].name)", "searches", searchable, else: "has no search")
  }

  /// Names of the columns that are able to do something.
  private func names(where isAble: (ColumnAbilities) -> Bool) -> [String] {
    columns.filter { isAble($0.abilities) }.map(\.name)
  }

  private func refusal(_ wish: String, _ verb: String, _ able: [String], else rest: String) -> String {
    "This table can't \(wish): it \(able.isEmpty ? rest : verb + " " + able.joined(separator: ", "))"
  }

  /// Whether words can be looked for in all columns together.
  package var isSearchable: Bool { columns.contains(where: \.abilities.isSearchable) }

  /// Why rows can't be sorted, filtered or counted by a column that code computes.
  package func refusal(ofComputed column: Int) -> String {
    "“\(columns[column].name)” is computed for each row: it can't be sorted, filtered or counted"
  }
}
