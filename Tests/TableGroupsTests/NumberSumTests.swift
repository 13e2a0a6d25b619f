import TableGroups
import TableModel
import Testing

@Suite struct NumberSumTests {
  @Test func numbersLoseTheDigitsOfBinaryFractions() {
    #expect((523.0600000000003).roundedToFifteenDigits == 523.06)
    #expect((0.1 + 0.2).roundedToFifteenDigits == 0.3)
    #expect((-0.1 - 0.2).roundedToFifteenDigits == -0.3)
    for number in [1e300, 1e-300, 0, 1.0 / 3, 123_456_789.123456] as [Double] {
      #expect(abs(number.roundedToFifteenDigits - number) <= abs(number) * 1e-14)
    }
  }

  @Test func sumsHaveTheDigitsOfTheirTerms() {
    #expect((490.080000000001).roundedAsSum == 490.08)
    #expect((0.30000000000000004).roundedAsSum == 0.3)
    var sum = 0.0
    for _ in 0..<1_000_000 { sum += 0.01 }
    #expect(sum != 10_000 && abs(sum.roundedAsSum - 10_000) < 1e-5)
    // What has digits of its own keeps them.
    for number in [0.125, 1.0 / 3, 12_345_678.90123, 1e15 + 0.5, 1e300, 1e-300, 0, -7.25] as [Double] {
      #expect(number.roundedAsSum == number.roundedToFifteenDigits)
    }
    #expect(RecordValue.integer(1 << 60).roundedAsSum == .integer(1 << 60))
  }

  @Test func aSumIsDividedByTheNumberOfItsTerms() {
    #expect(RecordValue.integer(7).divided(by: 2) == .real(3.5))
    #expect(RecordValue.integer(7).divided(by: 0) == .null)
    #expect(RecordValue.text("7").divided(by: 1) == .null)
  }
}
