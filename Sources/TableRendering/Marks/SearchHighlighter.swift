package import TableModel
internal import TextCoding

/// What is marked in the texts of a page, because the rows were searched for it.
///
/// Marks are found anew in the texts that a page shows, so that they cost the database nothing and look the same with an index and
/// without: by the words of the search, as the index tells words apart.
package final class SearchHighlighter: Sendable {
  /// The bytes of a text that a page shows.
  let textBytes: Int
  /// What is looked for in each column.
  private let terms: [[MarkedTerm]]

  /// Marks for the rows of one selection; `nil` if nothing is searched.
  /// - Parameter textBytes: how much of a long text a page shows.
  package init?(_ searches: [TextSearch], schema: RecordSchema, textBytes: Int) {
    guard !searches.isEmpty else { return nil }
    self.textBytes = textBytes
    var terms = [[MarkedTerm]](repeating: [], count: schema.columns.count)
    for search in searches {
      let index = schema.index(for: search)
      let found = MarkedTerm.terms(of: search, index?.matching ?? .fragments, isIndexed: index != nil)
      let searched = search.column.map { [$0] } ?? index?.columns ?? Array(schema.columns.indices)
      for column in searched where terms.indices.contains(column) { terms[column] += found }
    }
    self.terms = terms
  }

  /// The parts of a text that are marked, in their order, none touching another.
  func ranges(in text: UnsafeBufferPointer<UInt8>, column: Int) -> [Range<Int>] {
    let terms = terms[column]
    guard !terms.isEmpty else { return [] }
    let folded = FoldedText(text.span)
    var found: [Range<Int>] = []
    for term in terms { term.find(in: folded, into: &found) }
    guard found.count > 1 else { return found }
    found.sort { $0.lowerBound < $1.lowerBound }
    var joined = [found[0]]
    for range in found.dropFirst() {
      let last = joined[joined.count - 1]
      if range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
