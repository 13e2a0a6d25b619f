import SeededNumbers
import Testing

@testable import TableEditing

/// New numbers for rows that are put elsewhere.
@Suite struct RowOrderTests {
  private func moved(_ numbers: [Int64?], _ row: Int, to place: Int) -> [String]? {
    RowOrder(numbers: numbers).moving(row, to: place)?.map { "\($0.row)=\($0.number)" }
  }

  @Test func aGapIsUsed() {
    #expect(moved([10, 20, 30], 2, to: 1) == ["2=15"])
    #expect(moved([10, 20, 30], 0, to: 2) == ["0=31"])
    #expect(moved([10, 20, 30], 2, to: 0) == ["2=9"])
    #expect(RowOrder<Double>(numbers: [1, 2, 3]).moving(2, to: 1)?.first?.number == 1.5)
  }

  @Test func otherwiseThoseBetweenMakeRoom() {
    #expect(moved([1, 2, 3, 4, 5, 6, 7, 8], 4, to: 2) == ["4=3", "2=4", "3=5"])
    #expect(moved([1, 2, 3, 4, 5, 6, 7, 8], 3, to: 4) == ["3=5", "4=4"])
    // Those at the end are fewer than those between.
    #expect(moved([1, 2, 3, 4], 0, to: 2) == ["0=4", "3=5"])
  }

  @Test func aRowThatStandsThereStays() { #expect(moved([1, 2], 1, to: 1) == []) }

  @Test func whereNoNumberIsLeftNothingIsMoved() {
    #expect(moved([.max - 1, .max], 0, to: 1) == nil)
    #expect(moved([.min, .max], 1, to: 0) != nil)
    #expect(RowOrder<Double>(numbers: [1e300, 1e300.nextUp, 2e300]).moving(2, to: 1) == nil)
  }

  @Test(arguments: Array(UInt64(1)...40))
  func afterwardsTheRowsStandInTheWantedOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...12, using: &random)
    let nulls = Int.random(in: 0...2, using: &random) == 0 ? Int.random(in: 0...count, using: &random) : 0
    var numbers = (0..<count).map { _ in Int64(Int.random(in: -6...6, using: &random)) }.sorted().map(Optional.some)
    for index in 0..<nulls { numbers[index] = nil }
    for row in 0..<count {
      for place in 0..<count {
        var wanted = (0..<count).filter { $0 != row }
        wanted.insert(row, at: place)
        var after = numbers
        guard let changes = RowOrder(numbers: numbers).moving(row, to: place) else {
          Issue.record("\(numbers): \(row) to \(place)")
          continue
        }
        for change in changes { after[change.row] = change.number }
        // Equal numbers stay in the order of the keys, which are the rows' places before.
        let order = (0..<count).sorted { ($0 == $1) ? false : Self.isBefore(after[$0], $0, after[$1], $1) }
        #expect(order == wanted, "\(numbers): \(row) to \(place) by \(changes)")
        #expect(Set(changes.map(\.row)).count == changes.count)
      }
    }
  }

  private static func isBefore(_ one: Int64?, _ key: Int, _ other: Int64?, _ otherKey: Int) -> Bool {
    switch (one, other) {
    case (nil, nil): key < otherKey
    case (nil, _): true
    case (_, nil): false
    case (let one?, let other?): one == other ? key < otherKey : one < other
    }
  }
}
