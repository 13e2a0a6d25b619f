import Foundation
import SeededNumbers
import TableModel
import Testing
import TextCoding

@testable import FileTables

@Suite struct NumberTextTests {
  private func integer(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    return NumberText.integer(bytes.span, 0, bytes.count)
  }

  private func number(_ text: String, isNumber: Bool = false) -> NumberText? {
    let bytes = Array(text.utf8)
    return NumberText(bytes.span, 0, bytes.count, isNumber: isNumber)
  }

  /// The texts that the ways to store a number bring back.
  private func texts(_ number: NumberText) -> [String] {
    var texts = number.storages.contains(.integer) ? [String(Int64(number.value))] : []
    for decimals in 0...NumberSpelling.maximumDecimals where number.storages.contains(.decimals(decimals)) {
      texts.append(NumberSpelling.decimals(decimals).text(of: number.value))
    }
    return texts
  }

  @Test(arguments: [
    "007", "+1", "-0", "", "-", "1 ", "1,000", "0x10", "9223372036854775808", "-9223372036854775809", "١", "1.0",
    "99999999999999999999",
  ])
  func whatWouldNotBeWrittenAgainIsNoWholeNumber(text: String) { #expect(integer(text) == nil) }

  @Test(arguments: [
    "", " ", ".", "-", "1.", "5.", "007", "007.5", "00", "-07", "+5", "+49301234", "1e5", "12E4", "1.5e", "1.5e+",
    "nan", "NaN", "inf", "-inf", "0x10", "0x1p3", "1.2.3", "1,5", "1,000", "1_000", "1 000", "1.5e1000", "١",
    "99999999999999999999", "true", "2025-10-14", "12:30", "1.5\t",
    "0.1234567890123456789012345678901234567890", "1.5                                      ",
  ])
  func codesAndTextsAreNoNumbers(text: String) { #expect(number(text) == nil) }

  @Test(arguments: [
    ("0", 0.0), (".5", 0.5), ("1.979999999999999982e+00", 1.98), ("-0.0", 0), ("-0", 0), ("1e-05", 1e-05),
    ("1.5E3", 1500), ("0.30000000000000004", 0.30000000000000004),
    ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude), (" 7 ", 7),
    ("123456789012345678", 123_456_789_012_345_680), ("1.10", 1.1), ("0.12345678901234567890", 0.12345678901234568),
  ])
  func numbersAreRead(text: String, value: Double) { #expect(number(text)?.value == value) }

  @Test(arguments: [
    ".5", "-0", "-0.0", " 7", "7 ", "1.00E+05", "1.979999999999999982e+00", "0.12345678901234567890", "1.5e400",
  ])
  func whatNoStorageBringsBackIsKeptAsText(text: String) throws {
    #expect(try #require(number(text)).storages == [])
  }

  @Test(arguments: ["12345678901234567890", "1e5", "1E400", "1e-400", "1e99999999999999999999"])
  func allNumbersOfJSONAreNumbers(text: String) throws {
    #expect(try #require(number(text, isNumber: true)).storages == [])
  }

  @Test(arguments: [
    ("1.10", [2]), ("1.1", [0, 1]), ("1.0", [1]), ("3", [0]), ("-2.50", [2]), ("0.00", [2]), ("0.25", [0, 1, 2]),
    ("0.000010", [6]), ("0.00001", [5]), ("1e-05", [0, 1, 2, 3, 4]), ("123456789012345", [0]),
    ("1234567890123456", []), ("0.1234567890123", Array(0...12)), ("0.12345678901230", []),
    ("0.30000000000000004", Array(0...12)), ("1e+16", Array(0...12)), ("1e+10", []),
  ])
  func theNumbersOfDecimalsThatBringATextBackAreKnown(text: String, decimals: [Int]) throws {
    let number = try #require(self.number(text))
    #expect((0...NumberSpelling.maximumDecimals).filter { number.storages.contains(.decimals($0)) } == decimals)
  }

  @Test func everyWayToStoreANumberBringsItsTextBack() {
    var random = SeededGenerator(seed: 110)
    var storedCount = 0
    for _ in 0..<20_000 {
      let whole = String(random.next() >> (random.next() % 64))
      let digits = String(random.next() >> (random.next() % 64)).prefix(Int.random(in: 0...19, using: &random))
      let zeros = String(repeating: "0", count: Int.random(in: 0...3, using: &random))
      let sign = Bool.random(using: &random) ? "-" : ""
      let forms = [
        sign + whole, "\(sign)\(whole).\(zeros)\(digits)", "\(sign)0.\(zeros)\(digits)\(zeros)",
        "\(sign)\(whole.prefix(4)).\(digits.prefix(2))", ((Double(sign + whole) ?? 0) / 1000).description,
        Double(bitPattern: random.next()).description, "\(whole.prefix(1)).\(digits)e-0\(zeros.count)",
      ]
      let text = forms.randomElement(using: &random) ?? whole
      guard let number = self.number(text) else { continue }
      for stored in texts(number) where integer(text) == nil || number.storages.contains(.decimals(0)) {
        storedCount += 1
        #expect(stored == text)
      }
      // Nothing that would do is left out, but for more digits than are needed.
      guard number.isHeld, !number.storages.contains(.integer), number.value != 0 || number.value.sign == .plus else {
        continue
      }
      for decimals in 0...NumberSpelling.maximumDecimals
      where abs(number.value) * pow(10, Double(decimals)) < 1e14
        && NumberSpelling.decimals(decimals).text(of: number.value) == text
      {
        #expect(number.storages.contains(.decimals(decimals)), "\(text) with \(decimals) decimals")
      }
    }
    #expect(storedCount > 4_000)
  }

  @Test func everyNumberIsReadAsItWasWritten() {
    var random = SeededGenerator(seed: 53)
    for _ in 0..<20_000 {
      let whole = Int64(truncatingIfNeeded: random.next()) >> Int64(random.next() % 64)
      #expect(integer(String(whole)) == whole)
      let fraction = Double(whole) / Double([1, 10, 100, 1_000_000, 3].randomElement(using: &random) ?? 1)
      let text = fraction.description
      // Swift writes an exponent with a point or a sign always.
      #expect(number(text)?.value == fraction, "\(text)")
    }
    for number in [Int64.min, .max, 0, -1] { #expect(integer(String(number)) == number) }
  }
}
