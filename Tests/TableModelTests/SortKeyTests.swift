import Testing

@testable import TableModel

/// Numbers that look random, the same in each run.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}

private func steps() -> WorkSteps { WorkSteps(limit: .max) }

@Test("Keys order values as the values themselves do", arguments: 1...40)
func keysOrderAsValues(_ seed: Int) throws {
  var numbers = Numbers(state: UInt64(seed))
  var taken = steps()
  let starts = ["", "https://example.com/", "ä", "a\u{0}"]
  let (start, alphabet) = (starts[seed % 4], ["a", "b", "\u{0}", "é", "京", "🚀", "A", " "])
  func text() -> String {
    let count = Int.random(in: 0...10, using: &numbers)
    return start + (0..<count).map { _ in alphabet.randomElement(using: &numbers) ?? "" }.joined()
  }
  let integers: [Int64] = [0, 1, -1, .max, .min, 255, 256, -256]
  let reals: [Double] = [0, -0.0, 1.5, -1.5, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
  let kinds: [() -> RecordValue] = [
    { .integer(integers.randomElement(using: &numbers) ?? 0) },
    { .real(reals.randomElement(using: &numbers) ?? 0) },
    { .text(text()) },
  ]
  for kind in kinds {
    let values = (0..<60).map { $0 % 7 == 3 ? RecordValue.null : kind() }
    let keys = try #require(try SortKey.keys(of: values, &taken))
    for one in values.indices {
      for two in values.indices {
        guard let order = keys[one].compare(keys[two]) else {
          // Only of texts that go on is nothing told.
          guard case .text(let text) = values[one] else {
            Issue.record("nothing is told of \(values[one]) and \(values[two])")
            continue
          }
          #expect(text.utf8.count > 7)
          continue
        }
        #expect(order.signum() == values[one].compare(values[two]).signum(), "\(values[one]) and \(values[two])")
      }
    }
  }
}

@Test("Few texts that differ behind what all begin with have to be compared themselves")
func keysTellMostTextsApart() throws {
  var taken = steps()
  let values = (0..<1_000).map { RecordValue.text("https://example.com/page/\($0)") }
  let keys = try #require(try SortKey.keys(of: values, &taken))
  #expect(values.indices.allSatisfy { one in keys[one].compare(keys[(one + 1) % values.count]) != nil })
}

@Test("Values of several kinds have no keys")
func mixedValuesHaveNoKeys() throws {
  var taken = steps()
  for values in [[RecordValue.integer(1), .real(1)], [.text("1"), .integer(1)], [.null, .blob([1])]] {
    #expect(try SortKey.keys(of: values, &taken)?.count == nil)
  }
  #expect(throws: WorkSteps.Overrun.self) {
    var few = WorkSteps(limit: 1)
    _ = try SortKey.keys(of: [.null, .null, .null], &few)
  }
}

@Test("What says nothing leaves it to the values")
func noKeyTellsNothing() { #expect(SortKey.unknown.compare(.unknown) == nil) }

/// How long a text is; null where that is a multiple of three.
private func length(_ note: Note) -> Int? { note.text.utf8.count % 3 == 0 ? nil : note.text.utf8.count }

@Test("Rows are sorted by keys as by their values, equal ones by the next column", arguments: 1...20)
func rowsAreSortedAsTheirValues(_ seed: Int) async throws {
  var numbers = Numbers(state: UInt64(seed))
  let words = ["https://example.com/a", "https://example.com/article/1", "https://example.com/article/2", "", "b"]
  let rows = (1...80).map { Note(id: RowKey($0), text: words.randomElement(using: &numbers) ?? "") }
  let columns: [TableColumn<Note>] = [
    .init("text", \.text), .init("length", value: length),
  ]
  let table = try MemoryTable("Notes", columns: columns, rows: rows.shuffled(using: &numbers))
  for isDescending in [false, true] {
    let sort = [SortTerm(column: 2, isDescending: !isDescending), SortTerm(column: 1, isDescending: isDescending)]
    let page = try await table.page(TableQuery(pageSize: .max, sort: sort))
    let shown = try page.ids.compactMap { id in rows.first { $0.id == id } }
    #expect(shown.count == rows.count)
    for (one, two) in zip(shown, shown.dropFirst()) {
      let order = length(one).recordValue.compare(length(two).recordValue)
      #expect(order == 0 || (order < 0) == isDescending)
      guard order == 0 else { continue }
      let texts = RecordValue.text(one.text).compare(.text(two.text))
      #expect(texts == 0 || (texts < 0) != isDescending)
    }
  }
}
