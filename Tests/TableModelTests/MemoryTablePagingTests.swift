import Testing

@testable import TableModel

private func table(_ sections: [Int]) throws -> MemoryTable<Note> {
  var contents = TableContents<Note>(title: "Notes", header: TitleViewModel("top"), footer: TitleViewModel("bottom"))
  var next: Int64 = 0
  for (place, count) in sections.enumerated() {
    let rows = (0..<count).map { Note(id: RowKey(next + Int64($0))) }
    next += Int64(count)
    try contents.addSection(
      TableSection(
        "head \(place)", footer: TitleViewModel("foot \(place)"), indexTitle: "S\(place)", rows: rows))
  }
  return MemoryTable(contents)
}

private func numbers(_ range: Range<Int>) -> [RowKey] { range.map { RowKey($0) } }

@Test(arguments: [[0], [1], [3, 4, 2], [0, 5, 0, 0, 7, 0], [20], [], [1, 1, 1, 1]], [1, 2, 3, 7, 50])
func everyPageShowsItsRowsOnceForwardsAndBackwards(sections: [Int], pageSize: Int) async throws {
  let table = try table(sections)
  let total = sections.reduce(0, +)
  var seen: [RowKey] = []
  var pages: [[RowKey]] = []
  var headers = 0
  var page = try await table.page(TableQuery(pageSize: pageSize))
  #expect(page.previous == nil && page.header != nil)
  while true {
    #expect(page.count == .exact(total))
    #expect(try page.ids.count <= pageSize)
    #expect((page.footer != nil) == (page.next == nil))
    seen += try page.ids
    pages.append(try page.ids)
    headers += page.sections.count
    guard let next = page.next else { break }
    page = try await table.page(TableQuery(pageSize: pageSize, position: .after(next)))
    #expect(page.previous != nil && page.header == nil)
  }
  #expect(seen == numbers(0..<total))
  #expect(headers >= sections.count)
  // The same way back.
  for expected in pages.reversed() {
    #expect(try page.ids == expected || page.next == nil)
    guard let previous = page.previous else { break }
    page = try await table.page(TableQuery(pageSize: pageSize, position: .before(previous)))
  }
  #expect(page.previous == nil)
}

@Test func pagesRunAcrossSections() async throws {
  let page = try await table([3, 4]).page(TableQuery(pageSize: 5))
  #expect(try page.sections.map { try $0.ids } == [numbers(0..<3), numbers(3..<5)])
  #expect(page.sections.map { $0.footer != nil } == [true, false])
  #expect(page.sections.map { ($0.header as? TitleViewModel)?.title } == ["head 0", "head 1"])
}

@Test func indexTitlesLeadToWhereTheirSectionStarts() async throws {
  let table = try table([3, 0, 4, 9])
  for size in [1, 2, 5, 50] {
    let page = try await table.page(TableQuery(pageSize: size))
    #expect(page.indexTitles.map(\.title) == ["S0", "S1", "S2", "S3"])
    for (title, first) in zip(page.indexTitles, [0, 3, 3, 7] as [RowKey]) {
      let reached = try await table.page(TableQuery(pageSize: size, position: title.position))
      #expect(try reached.ids.first == first)
      #expect(reached.sections.contains { $0.indexTitle == title.title })
    }
  }
}

@Test func aTokenSurvivesTheRemovalOfItsRow() async throws {
  let table = try table([10])
  let first = try await table.page(TableQuery(pageSize: 3))
  let next = try #require(first.next)
  try table.remove(2)
  #expect(try await table.page(TableQuery(pageSize: 3, position: .after(next))).ids == numbers(3..<6))
  #expect(try await table.page(TableQuery(pageSize: 2, position: .before(next))).ids == numbers(0..<2))
}

@Test func aTokenFollowsItsRowWhenOthersCome() async throws {
  let table = try table([5, 5])
  let next = try #require(try await table.page(TableQuery(pageSize: 5)).next)
  try table.insert(Note(id: "new"), at: CellPosition(section: 0, row: 0))
  #expect(try await table.page(TableQuery(pageSize: 2, position: .after(next))).ids == numbers(5..<7))
}

@Test func aTokenOutlivesARestart() async throws {
  let next = try #require(try await table([9]).page(TableQuery(pageSize: 4)).next)
  #expect(try await table([9]).page(TableQuery(pageSize: 4, position: .after(next))).ids == numbers(4..<8))
}

@Test func behindTheLastRowIsAnEmptyPageWithAWayBack() async throws {
  let table = try table([4])
  let next = try #require(try await table.page(TableQuery(pageSize: 3)).next)
  try table.remove(3)
  let page = try await table.page(TableQuery(pageSize: 3, position: .after(next)))
  #expect(try page.ids.isEmpty && page.next == nil)
  let previous = try #require(page.previous)
  #expect(try await table.page(TableQuery(pageSize: 3, position: .before(previous))).ids == numbers(0..<3))
}

@Test func beforeTheFirstRowIsAnEmptyPageWithAWayOn() async throws {
  let table = try table([4])
  let second = try await table.page(
    TableQuery(pageSize: 1, position: .after(#require(try await table.page(TableQuery(pageSize: 1)).next))))
  let previous = try #require(second.previous)
  try table.remove(0)
  let page = try await table.page(TableQuery(pageSize: 3, position: .before(previous)))
  #expect(try page.ids.isEmpty && page.previous == nil)
  let next = try #require(page.next)
  #expect(try await table.page(TableQuery(pageSize: 3, position: .after(next))).ids == numbers(1..<4))
}

@Test func textIdsMakeTokensThatStandInAnAddress() async throws {
  let ids: [RowKey] = [
    "a b", "ü/&", "", "n1", "42", "😀", ["a,b", "c"], ["a", "b,c"], [.blob([0xFF])], [.null, .real(0.5)], .rowID(7),
  ]
  let table = try MemoryTable("Texts", rows: ids.map { Note(id: $0) })
  var position = PagePosition.first
  var seen: [RowKey] = []
  while true {
    let page = try await table.page(TableQuery(pageSize: 1, position: position))
    seen += try page.ids
    guard let next = page.next else { break }
    #expect(next.text.utf8.allSatisfy { $0 == 0x5F || $0 == 0x2D || ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 })
    position = .after(next)
  }
  #expect(seen == ids)
}

@Test func longIdsHaveShortTokensThatFollowTheirRow() async throws {
  let ids = (0..<7).map { RowKey(String(repeating: "long ", count: 2_000) + String($0)) }
  let table = try MemoryTable("Texts", rows: ids.map { Note(id: $0) })
  let first = try await table.page(TableQuery(pageSize: 3))
  let next = try #require(first.next)
  #expect(next.text.utf8.count < 100)
  #expect(try await table.page(TableQuery(pageSize: 3, position: .after(next))).ids == Array(ids[3..<6]))
  try table.insert(Note(id: "new"), at: CellPosition(section: 0, row: 0))
  let later = try await table.page(TableQuery(pageSize: 9, position: .after(next)))
  #expect(try later.ids == Array(ids[3...]))
  let previous = try #require(later.previous)
  #expect(try await table.page(TableQuery(pageSize: 2, position: .before(previous))).ids == Array(ids[1..<3]))
}

@Test(arguments: [
  "", "1", "x_y_z", "0_n0_0", "99999999999999999999_e_0", "-1_e_0", "0_t4_0", "_n1_", "0_n0_zz", "1_e_1_e", "0_kZZ_0",
  "0_k7E_0",
])
func tokensFromElsewhereAreRefused(text: String) async throws {
  let table = try table([3])
  for position in [PagePosition.after(PageToken(text)), .before(PageToken(text))] {
    await #expect(throws: TableError.invalidPageToken) {
      try await table.page(TableQuery(position: position))
    }
  }
}

@Test func aTokenOfAnotherTableAndAMangledOneAreRefused() async throws {
  let next = try #require(
    try await MemoryTable("Other", rows: [Note(id: 0), Note(id: 1)]).page(TableQuery(pageSize: 1)).next)
  let table = try table([3])
  await #expect(throws: TableError.self) { try await table.page(TableQuery(position: .after(next))) }
  let own = try #require(try await table.page(TableQuery(pageSize: 1)).next)
  for place in own.text.indices {
    var mangled = own.text
    mangled.replaceSubrange(place...place, with: own.text[place] == "1" ? "2" : "1")
    await #expect(throws: TableError.self, "\(mangled)") {
      try await table.page(TableQuery(position: .after(PageToken(mangled))))
    }
  }
}

@Test func sortsAndFiltersAreRefused() async throws {
  let table = try table([3])
  await #expect(throws: TableError.badRequest("This table can't be sorted")) {
    try await table.page(TableQuery(sort: [SortTerm(column: 0)]))
  }
  await #expect(throws: TableError.badRequest("This table can't be filtered")) {
    try await table.page(TableQuery(selection: RowSelection(filters: [ColumnFilter(column: 0, value: "1")])))
  }
}

@Test func theCountIsExactUnlessNobodyAsks() async throws {
  #expect(try await table([3]).page(TableQuery(count: .none)).count == .unknown)
  #expect(try await table([3]).page(TableQuery(count: .exact)).count == .exact(3))
}

/// Anybody can make the check word of a token.
@Test(arguments: [[], [3], [1, 0, 2]], [1, .max])
func placesAtTheEndsOfNumbersAreAnswered(sections: [Int], pageSize: Int) async throws {
  let table = try table(sections)
  for place in [0, 1, Int.max - 1, Int.max] {
    for id in [nil, RowKey(Int64.min), 1, RowKey(Int64.max), "x"] as [RowKey?] {
      let token = PageToken(RowToken(place: place, id: id).text(for: "Notes"))
      for position in [PagePosition.after(token), .before(token)] {
        let ids = try await table.page(TableQuery(pageSize: pageSize, position: position)).ids
        #expect(ids.count <= sections.reduce(0, +))
      }
    }
  }
}
