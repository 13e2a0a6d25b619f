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
        guard let order = keys[one].compare(keys[two]) else { continue }
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
