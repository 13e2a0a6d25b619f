import TableModel
import Testing

@Test func stylesOfGridsAreTheSameForTheSameSchema() {
  let one = RecordSchema(table: "t", columns: [.init("a")], keyFields: [])
  let other = RecordSchema(table: "t", columns: [.init("a")], keyFields: [])
  #expect(TableStyle.grid(one) == .grid(one))
  #expect(TableStyle.grid(one) != .grid(other))
  #expect(TableStyle.plain == .plain && TableStyle.grouped == .grouped && TableStyle.plain != .grouped)
}

@Test func versionsDifferInEachWord() {
  let versions =
    (0..<1000).map { DataVersion(UInt64($0)) }
    + (0..<8).map { place in
      var words = SIMD8<UInt64>(repeating: 0)
      words[place] = 5000
      return DataVersion(words)
    }
  #expect(Set(versions).count == versions.count)
  #expect(Set(versions.map(\.fingerprint)).count == versions.count)
  #expect(DataVersion(7) == DataVersion(SIMD8(7, 0, 0, 0, 0, 0, 0, 0)))
}

/// What is kept over a wait stands at multiples of 16 bytes in the frame of an optimized function, and no more.
@Test func whatPagesHoldStandsWhereAsynchronousFunctionsKeepIt() {
  #expect(MemoryLayout<DataVersion>.alignment <= 16)
  #expect(MemoryLayout<TablePage>.alignment <= 16)
}

@Test func aQueryIsTheFirstPageUnlessItSaysOtherwise() {
  let query = TableQuery()
  #expect(query.pageSize == 50 && query.position == .first && query.sort.isEmpty && query.selection.filters.isEmpty)
  #expect(query.count == .quick && query.values == .whole)
}

@Test func placesAreSaidAsPeopleCount() {
  #expect(CellPosition(section: 0, row: 2).description == "row 3 of section 1")
}

@Test func aProviderThatTellsNoVersionIsAskedEachTime() {
  struct Silent: TableViewModelProvider {
    func page(_ query: TableQuery) async throws -> TablePage { TablePage(title: "", sections: []) }
  }
  #expect(Silent().currentVersion == nil)
}
