import TableModel
import Testing

@Suite struct RowSelectionTests {
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
  func selectionsByOtherBytesAreOthers(_ place: Int) {
    for (text, other) in Self.spellings {
      let (one, two) = (Self.selections[place](text), Self.selections[place](other))
      #expect(text == other && one != two && one == Self.selections[place](text))
      #expect(Set([one, two, one]).count == 2)
      #expect(FacetQuery(Facet(column: 0), in: one) != FacetQuery(Facet(column: 0), in: two))
    }
  }

  @Test func whatIsChangedIsWhatIsCompared() {
    var selection = Self.selections[0]("a")
    selection.filters[0].values.append("b")
    #expect(selection.filters[0].values == ["a", "b"] && selection != Self.selections[0]("a"))
    selection.expressions = ["id = 1"]
    #expect(selection.expressions == ["id = 1"])
    var search = TextSearch("a")
    search.text += "b"
    #expect(search == TextSearch("ab") && search != TextSearch("a"))
  }
}
