import SQLTables
import Testing

@Suite struct RowIDRangesTests {
  @Test func eachRangeLiesInItsOwnPiece() throws {
    var generator = SystemRandomNumberGenerator()
    let ranges = try #require(RowIDRanges(from: -500, through: 9_499, count: 100, width: 7, using: &generator))
    #expect(ranges.starts.count == 100)
    for (piece, start) in ranges.starts.enumerated() {
      let least = Int64(-500 + piece * 100)
      #expect((least...least + 93).contains(start))
    }
    #expect(abs(ranges.share - 0.07) < 1e-12)
  }

  @Test func thereAreNoneWhereTheyWouldSpanEverything() {
    var generator = SystemRandomNumberGenerator()
    #expect(RowIDRanges(from: 1, through: 1_000, count: 100, width: 10, using: &generator) == nil)
    #expect(RowIDRanges(from: .min, through: .max, count: 100, width: 10, using: &generator) == nil)
    #expect(RowIDRanges(from: 5, through: 5, count: 100, width: 1, using: &generator) == nil)
  }

  @Test func atTheEndsOfAllNumbersNothingOverflows() throws {
    var generator = SystemRandomNumberGenerator()
    let ranges = try #require(RowIDRanges(from: 0, through: .max - 1, count: 3, width: 1 << 40, using: &generator))
    #expect(ranges.starts.allSatisfy { $0 >= 0 && $0 <= .max - 1 << 40 })
  }
}
