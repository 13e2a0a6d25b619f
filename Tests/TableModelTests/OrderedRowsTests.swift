import SeededNumbers
import Testing

@testable import TableModel

/// Rows of a table in memory where they lie.
struct OrderedRowsTests {
  @Test(
    "Rows are lent in the order of the page, whichever sections they are in",
    arguments: Thoroughness.some(Array(1...200), quickly: 20))
  func rowsAreLentInOrder(seed: Int) throws {
    var numbers = SeededGenerator(seed: seed)
    var contents = TableContents<Note>(title: "Notes")
    var count = 0
    for _ in 0..<Int.random(in: 0...4, using: &numbers) {
      let size = Int.random(in: 0...5, using: &numbers)
      try contents.addSection(
        TableSection(rows: (count..<count + size).map { Note(id: RowKey($0), text: "note \($0)") }))
      count += size
    }
    let places = Array((0..<count).shuffled(using: &numbers).prefix(Int.random(in: 0...count, using: &numbers)))
    for order in [RowOrder(contents), RowOrder(places, of: contents, isSorted: true, identity: "x")] {
      let start = Int.random(in: 0...order.count, using: &numbers)
      let positions = start..<Int.random(in: start...order.count, using: &numbers)
      let rows = OrderedRows(contents, order, at: positions)
      var lent: [Note] = []
      rows.lendEach { note in lent.append(copy note) }
      #expect(lent == positions.map { Note(id: RowKey(order[$0]), text: "note \(order[$0])") })
      #expect(Array(rows) == lent)
      let section = OrderedSection(header: nil, footer: nil, indexTitle: nil, place: nil, rows: rows)
      #expect(try section.ids == lent.map(\.id))
    }
  }

  @Test("A page holds its rows as they were, whatever happens to the table meanwhile")
  func pagesAreOfOneMoment() async throws {
    let table = try MemoryTable(
      "Notes", columns: [.init("text", \.text)], rows: (1...3).map { Note(id: RowKey($0), text: "old") })
    let page = try await table.page(TableQuery(sort: [SortTerm(column: 0, isDescending: true)]))
    try table.replace(Note(id: 2, text: "new"))
    try table.remove(3)
    #expect(try page.ids == [3, 2, 1])
    let section = try #require(page.sections.first as? OrderedSection<Note>)
    #expect(section.rows.map(\.text) == ["old", "old", "old"])
  }
}
