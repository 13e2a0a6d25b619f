import TableModel
import Testing

@testable import SQLTables

@Suite struct SpelledTests {
  private static let selections: [@Sendable (String) -> RowSelection] = [
    { RowSelection(filters: [ColumnFilter(column: 0, value: $0)]) },
    { RowSelection(alternatives: [[ColumnFilter(column: 0, condition: .in, values: ["a", $0])]]) },
    { RowSelection(searches: [TextSearch($0)]) },
    { RowSelection(relations: [RelatedFilter(table: "t", column: "c", value: $0)]) },
    { RowSelection(relations: [RelatedFilter(table: $0, column: "c", value: "v")]) },
    { RowSelection(relations: [RelatedFilter(table: "t", column: $0, value: "v")]) },
    { RowSelection(expressions: ["name = '\($0)'"]) },
  ]

  /// Of these Swift takes each two for equal, and a database finds other rows by each.
  private static let spellings = [
    ("\u{E9}", "e\u{301}"), ("\u{212A}", "K"), ("a\u{323}\u{307}", "a\u{307}\u{323}"),
  ]

  @Test(arguments: selections.indices)
  func whatIsKnownOfOneTextIsNotKnownOfAnother(_ place: Int) {
    for (one, other) in Self.spellings.map({ (Self.selections[place]($0), Self.selections[place]($1)) }) {
      #expect(one == other && SpelledKey(one) != SpelledKey(other) && SpelledKey(one) == SpelledKey(one))
      #expect(Set([SpelledKey(one), SpelledKey(other), SpelledKey(one)]).count == 2)
      let cache = CountCache()
      cache.keep(.exact(1), for: one, at: DataVersion(1))
      #expect(cache.known(other, at: DataVersion(1)) == nil)
      cache.keep(.exact(2), for: other, at: DataVersion(1))
      #expect(cache.known(one, at: DataVersion(1)) == .exact(1) && cache.known(other, at: DataVersion(1)) == .exact(2))
      let facet = Facet(column: 0)
      #expect(SpelledKey(FacetQuery(facet, in: one)) != SpelledKey(FacetQuery(facet, in: other)))
    }
  }
}
