import TableModel
import Testing

@Test func everyChangeIsANewVersion() async throws {
  let table = try MemoryTable("Notes", rows: [Note(id: 1)])
  var seen: Set<DataVersion> = []
  func isNew() async throws -> Bool {
    let version = try #require(table.currentVersion)
    #expect(try await table.page(TableQuery()).version == version)
    return seen.insert(version).inserted
  }
  #expect(try await isNew())
  #expect(try await !isNew())
  try table.add(Note(id: 2))
  #expect(try await isNew())
  try table.replace(Note(id: 2, text: "x"))
  #expect(try await isNew())
  try table.move(2, to: CellPosition(section: 0, row: 0))
  #expect(try await isNew())
  try table.remove(1)
  #expect(try await isNew())
  table.update { $0.title = "Renamed" }
  #expect(try await isNew())
  #expect(try await table.page(TableQuery()).title == "Renamed")
}

@Test func aChangeThatFailsIsNoChange() throws {
  let table = try MemoryTable("Notes", rows: [Note(id: 1)])
  let version = table.currentVersion
  #expect(throws: TableError.self) { try table.add(Note(id: 1)) }
  #expect(throws: TableError.self) {
    try table.update { contents in
      try contents.add(Note(id: 2))
      try contents.add(Note(id: 1))
    }
  }
  #expect(table.currentVersion == version)
  #expect(table.contents.ids == [[1]])
}

@Test func tablesWithTheSameContentsHaveVersionsOfTheirOwn() throws {
  #expect(try MemoryTable<Note>("a").currentVersion != MemoryTable<Note>("a").currentVersion)
}

@Test func fixedCellsAreOneSectionAndRepeatedOnesAnError() throws {
  #expect(try MemoryTable("Notes", rows: [Note(id: 1), Mark(id: 2)]).contents.ids == [[1, 2]])
  #expect(try MemoryTable<Note>("Notes").contents.sections.isEmpty)
  #expect(throws: TableError.self) { try MemoryTable("Notes", rows: [Note(id: 1), Mark(id: 1)]) }
  #expect(throws: TableError.self) {
    try MemoryTable("Notes", sections: [TableSection(rows: [Note(id: 1)]), TableSection(rows: [Note(id: 1)])])
  }
}

@Test func whatAPageSaysComesFromTheContents() async throws {
  let table = MemoryTable(
    TableContents<Note>(
      title: "T", summary: "S", style: .grouped, header: TitleViewModel("H"), footer: TitleViewModel("F"),
      emptyState: TitleViewModel("E")))
  let page = try await table.page(TableQuery())
  #expect(page.title == "T" && page.summary == "S" && page.style == .grouped)
  #expect((page.header as? TitleViewModel)?.title == "H")
  #expect((page.footer as? TitleViewModel)?.title == "F")
  #expect((page.emptyState as? TitleViewModel)?.title == "E")
  #expect(page.sections.isEmpty && page.next == nil && page.previous == nil && page.count == .exact(0))
}

@Test func theTablesOwnOperationsAreThoseOfItsContents() throws {
  let table = try MemoryTable<Note>("Notes")
  try table.add(Note(id: 1))
  let section = TableSection("two", rows: [Note(id: 2)])
  try table.addSection(section)
  try table.add(Note(id: 3), to: section)
  try table.insert(Note(id: 4), at: CellPosition(section: 0, row: 0))
  #expect(table.contents.ids == [[4, 1], [2, 3]])
  try table.replace(Note(id: 2))
  try table.move(4, to: CellPosition(section: 1, row: 2))
  #expect(try table.remove(1).id == 1)
  #expect(table.contents.ids == [[], [2, 3, 4]])
}

@Test func severalChangesAreMadeTogetherOrNotAtAll() throws {
  let section = TableSection("two", rows: [Note(id: 2), Note(id: 3)])
  let table = try MemoryTable("Notes", sections: [TableSection(rows: [Note(id: 1)]), section])
  try table.update { contents in
    try contents.insert(Note(id: 5), before: 3)
    try contents.move(from: CellPosition(section: 0, row: 0), to: CellPosition(section: 1, row: 0))
    try contents.moveSection(section.id, to: 0)
  }
  #expect(table.contents.ids == [[1, 2, 5, 3], []])
  #expect(throws: TableError.self) {
    try table.update { contents in
      try contents.removeSection(section.id)
      try contents.remove(at: CellPosition(section: 0, row: 0))
    }
  }
  #expect(table.contents.ids == [[1, 2, 5, 3], []])
}

/// Many tasks change and read one table at once: nothing is lost, and no reader sees half of a change.
@Test func manyTasksAtOnceLoseNothing() async throws {
  let table = try MemoryTable<Note>("Notes")
  let writers = 8
  let rounds = 150
  try await withThrowingTaskGroup(of: Void.self) { group in
    for writer in 0..<writers {
      group.addTask {
        for round in 0..<rounds {
          let number = Int64(writer * rounds + round)
          // A pair at a time: readers must never count an odd number.
          try table.update { contents in
            try contents.add(Note(id: RowKey(number * 2)))
            try contents.add(Note(id: RowKey(number * 2 + 1)))
          }
          if round % 10 == 9 { try table.move(RowKey(number * 2), to: CellPosition(section: 0, row: 0)) }
        }
      }
    }
    for _ in 0..<4 {
      group.addTask {
        for _ in 0..<100 {
          let page = try await table.page(TableQuery(pageSize: 10_000))
          let ids = try page.ids
          #expect(ids.count.isMultiple(of: 2))
          #expect(page.count == .exact(ids.count))
          #expect(Set(ids).count == ids.count)
        }
      }
    }
    try await group.waitForAll()
  }
  #expect(table.contents.rowCount == 2 * writers * rounds)
}
