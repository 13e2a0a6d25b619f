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

extension Facet {
  /// Whether a filter picks values of this facet.
  fileprivate func isPicked(_ filter: ColumnFilter) -> Bool {
    filter.column == column && (filter.condition == condition || kind == .column && filter.condition == .in)
  }
}

extension RowSelection {
  /// Whether one of the facet's values is picked.
  package func picks(_ facet: Facet, _ value: String) -> Bool { picked(facet).contains(value) }

  /// The values of a facet that are picked.
  private func picked(_ facet: Facet) -> [String] { filters.filter(facet.isPicked).flatMap(\.values) }

  /// The selection with a value of a facet picked too, or no longer picked. Rows hold each of several elements of an array, and one of
  /// several values of anything else; dates are picked one by one.
  /// - Parameter isList: whether the column can be held against a list of values.
  package func toggling(_ facet: Facet, _ value: String, isList: Bool) -> RowSelection {
    var selection = self
    guard facet.kind != .array else {
      let filter = ColumnFilter(column: facet.column, condition: facet.condition, value: value)
      if let index = filters.firstIndex(of: filter) {
        selection.filters.remove(at: index)
      } else {
        selection.filters.append(filter)
      }
      return selection
    }
    var values = picked(facet)
    if values.contains(value) {
      values.removeAll { $0 == value }
    } else {
      values = facet.kind == .column && isList ? values + [value] : [value]
    }
    // The chip of a facet keeps its place.
    let place = filters.firstIndex(where: facet.isPicked) ?? filters.endIndex
    selection = without(facet)
    guard !values.isEmpty else { return selection }
    let filter =
      values.count == 1
      ? ColumnFilter(column: facet.column, condition: facet.condition, value: values[0])
      : ColumnFilter(column: facet.column, condition: .in, values: values)
    selection.filters.insert(filter, at: min(place, selection.filters.count))
    return selection
  }

  /// The selection without what was picked in a facet whose values exclude each other.
  func without(_ facet: Facet) -> RowSelection {
    guard facet.kind != .array else { return self }
    var selection = self
    selection.filters.removeAll(where: facet.isPicked)
    return selection
  }
}
