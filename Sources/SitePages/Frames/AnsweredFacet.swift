package import TableArguments
package import TableModel

/// A facet and what has come of it.
package struct AnsweredFacet: Sendable {
  package var facet: Facet
  package var answer: FacetAnswer

  /// Asks a table for the facets of a request, all at once.
  /// - Parameters:
  ///   - size: values of each facet.
  ///   - waits: whether to wait for answers, which a page of rows doesn't.
  ///   - showsOthers: whether a facet by which rows are chosen already tells of the other rows too.
  package static func all(
    _ arguments: PageArguments, of table: any RecordTable, size: Int, waits: Bool, showsOthers: Bool
  ) async throws -> [AnsweredFacet] {
    let queries = arguments.facets.asked.map { facet in
      let selection = arguments.query.selection
      return FacetQuery(facet, in: showsOthers ? selection.without(facet) : selection, size: size)
    }
    guard waits else {
      var answers: [AnsweredFacet] = []
      for query in queries {
        answers.append(AnsweredFacet(facet: query.facet, answer: try await table.facet(query, waits: false)))
      }
      return answers
    }
    return try await withThrowingTaskGroup { group in
      for (index, query) in queries.enumerated() {
        group.addTask { (index, try await table.facet(query, waits: true)) }
      }
      var answers = queries.map { AnsweredFacet(facet: $0.facet, answer: .pending) }
      for try await (index, answer) in group { answers[index].answer = answer }
      return answers
    }
  }
}

extension RowSelection {
  /// The condition that picks one of the facet's values, if there is one.
  package func filter(_ facet: Facet, _ value: String) -> Int? {
    filters.firstIndex { $0.column == facet.column && $0.condition == facet.condition && $0.values == [value] }
  }

  /// The selection with a value of a facet picked, or no longer picked. Of arrays several elements can be picked, of anything else
  /// one value: nothing is equal to two.
  package func toggling(_ facet: Facet, _ value: String) -> RowSelection {
    var selection = self
    if let index = filter(facet, value) {
      selection.filters.remove(at: index)
      return selection
    }
    if facet.kind != .array { selection = without(facet) }
    selection.filters.append(ColumnFilter(column: facet.column, condition: facet.condition, value: value))
    return selection
  }

  /// The selection without what was picked in a facet of which only one value can be.
  func without(_ facet: Facet) -> RowSelection {
    guard facet.kind != .array else { return self }
    var selection = self
    selection.filters.removeAll { $0.column == facet.column && $0.condition == facet.condition }
    return selection
  }
}
