import TableModel
import Testing

/// A source that has rows of a type that its columns aren't of among the others.
private struct Mixed: TableSource {
  let capabilities = TableCapabilities(columns: [TableColumn("text", \Note.text)])

  func page(_ query: TableQuery) -> TablePage {
    let notes = UniformSection(indexTitle: "A", place: 0, [Note(id: 1, text: "one"), Note(id: 2, text: "two")])
    return TablePage(title: "Mixed", sections: [notes, MixedSection([Mark(id: 3), Note(id: 4, text: "four")])])
  }
}

@Test("Rows of another type than the source's have no values, and sections stay what they were")
func rowsOfAnotherTypeHaveNoValues() async throws {
  let table = try #require(SourceTable(Mixed(), named: "mixed"))
  let section = try #require(try await table.page(TableQuery()).sections.first as? RecordSection)
  #expect((0..<section.page.count).map { section.page[$0][1] } == [.text("one"), .text("two"), .null, .text("four")])
  #expect((0..<section.page.count).map { section.page[$0][0] } == [.integer(1), .integer(2), .null, .integer(4)])
  #expect(section.groups.map(\.rows) == [0..<2, 2..<4])
  #expect(section.groups.map(\.section.indexTitle) == ["A", nil])
  #expect(section.divided.map(\.place) == [0, nil])
}

@Test("A row is found by its key however often it is asked for, and after every change")
func rowsAreFoundAfterEveryChange() async throws {
  let columns: [TableColumn<Note>] = [.init("text", \.text)]
  let memory = try MemoryTable(
    "Notes", columns: columns,
    sections: [TableSection(rows: (1...40).map { Note(id: RowKey($0)) }), TableSection(rows: [Note(id: 50)])])
  let table = try #require(SourceTable(memory, named: "notes"))
  for round in 0..<3 {
    for key in [RowKey(1), 20, 40, 50, 20] {
      let found = try await table.record(key)
      #expect(found.record[0] == key.recordValue, "round \(round)")
    }
    #expect(try await table.record(50, neighbours: true).previousKey == 40)
    await #expect(throws: TableError.self) { try await table.record(99) }
    try memory.move(20, to: CellPosition(section: 1, row: 0))
    #expect(try await table.record(20, neighbours: true).nextKey == 50)
    try memory.move(20, to: CellPosition(section: 0, row: 19))
  }
}

@Test("A page may be asked for with any number of rows")
func pagesOfAnySize() async throws {
  let memory = try MemoryTable("Notes", columns: [.init("text", \.text)], rows: (1...600).map { Note(id: RowKey($0)) })
  let table = try #require(SourceTable(memory, named: "notes"))
  for size in [Int.max, .max / 64 + 1, 600, 0] {
    let section = try await table.page(TableQuery(pageSize: size)).sections.first as? RecordSection
    #expect(section?.page.count == min(max(size, 1), 600))
  }
}
