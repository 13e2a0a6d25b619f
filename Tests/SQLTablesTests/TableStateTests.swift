import SQLTables
import TableModel
import Testing

@Suite struct TableStateTests {
  private static func query(_ value: String) -> TableQuery {
    TableQuery(selection: RowSelection(filters: [ColumnFilter(column: 0, value: value)]))
  }

  private static func coder(_ query: TableQuery) -> PageTokenCoder {
    PageTokenCoder(
      PageSigningKey(bytes: [1]),
      scope: PageTokenScope(database: "d", table: "t", sort: query.sort, selection: query.selection) { "c\($0)" })
  }

  @Test func theCodersOfManyFiltersAreMadeOnce() {
    let state = TableState(name: "t")
    var made = 0
    for _ in 1...3 {
      for value in 1...400 {
        let query = Self.query("\(value)")
        _ = state.coder(query) {
          made += 1
          return Self.coder(query)
        }
      }
    }
    #expect(made == 400)
  }

  @Test func theTokensOfOneFilterAreNoneOfAnother() throws {
    let state = TableState(name: "t")
    let coders = ["a", "b", "\u{E9}", "e\u{301}"].map(Self.query).map { query in
      state.coder(query) { Self.coder(query) }
    }
    for (one, coder) in coders.enumerated() {
      let token = coder.token(for: KeysetCursor(row: [.integer(1)], isBehind: true))
      for (two, other) in coders.enumerated() {
        if one == two {
          _ = try other.place(of: token)
        } else {
          #expect(throws: TableError.self) { try other.place(of: token) }
        }
      }
    }
  }
}
