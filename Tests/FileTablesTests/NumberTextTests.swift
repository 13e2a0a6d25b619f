import SeededNumbers
import Testing

@testable import FileTables

@Suite struct NumberTextTests {
  private func integer(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    return NumberText.integer(bytes.span, 0, bytes.count)
  }

  private func real(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return NumberText.real(bytes.span, 0, bytes.count)
  }

  @Test(arguments: [
    "007", "+1", "-0", "", "-", "1 ", "1,000", "0x10", "9223372036854775808", "-9223372036854775809", "١", "1.0",
    "99999999999999999999",
  ])
  func whatWouldNotBeWrittenAgainIsNoWholeNumber(text: String) { #expect(integer(text) == nil) }

  @Test(arguments: [
    "", ".", "-", "1.", "007.5", "00", "1e5", "12E4", "1.5e", "1.5e+", "nan", "inf", "0x1p3", "1.2.3",
    "123456789012345678", "1,5", "1.5e400", "1.2345678901234567890",
  ])
  func codesAndTextsAreNoNumbers(text: String) { #expect(real(text) == nil) }

  @Test(arguments: [
    ("0", 0.0), (".5", 0.5), ("1.979999999999999982e+00", 1.98), ("-0.0", 0), ("1e-05", 1e-05), ("1.5E3", 1500),
    ("0.30000000000000004", 0.30000000000000004), ("1.7976931348623157e308", .greatestFiniteMagnitude),
    ("5e-324", .leastNonzeroMagnitude),
  ])
  func numbersAreRead(text: String, value: Double) { #expect(real(text) == value) }

  @Test func everyNumberIsReadAsItWasWritten() {
    var random = SeededGenerator(seed: 53)
    for _ in 0..<20_000 {
      let number = Int64(truncatingIfNeeded: random.next()) >> Int64(random.next() % 64)
      #expect(integer(String(number)) == number)
      let fraction = Double(number) / Double([1, 10, 100, 1_000_000, 3].randomElement(using: &random) ?? 1)
      let text = fraction.description
      // Swift writes an exponent with a point always.
      #expect(real(text) == fraction, "\(text)")
    }
    for number in [Int64.min, .max, 0, -1] { #expect(integer(String(number)) == number) }
  }
}
