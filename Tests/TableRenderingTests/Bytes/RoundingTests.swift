import Foundation
import SeededNumbers
import Testing

@testable import TableRendering

struct RoundingTests {
  private func rounded(_ value: Double, isGrouped: Bool = true) -> String {
    var html = ByteSink(capacity: 8)
    html.rounded(value, isGrouped: isGrouped)
    return html.string
  }

  /// What is shown where digits are left out.
  private func titled(_ value: Double, _ text: String) -> String { "<span title=\"\(value)\">\(text)</span>" }

  @Test(arguments: [
    (523.0600000000003, "523.06", true), (0.1 + 0.2, "0.3", true), (-1234.5600000000002, "-1,234.56", true),
    (9.9999999999999982, "10", true), (1234567.8, "1,234,567.8", false), (0.1, "0.1", false), (1e300, "1e+300", false),
    (1234567890123456.5, "1,234,567,890,123,456.5", false), (99999.9999999999854, "100,000", true),
    (0.0012345678901234567, "0.00123456789012346", true), (-999.99999999999989, "-1,000", true),
    (123456789012345.67, "123,456,789,012,346", true), (-2.2250738585072014e-308, "-2.2250738585072014e-308", false),
    (1.7976931348623157e308, "1.7976931348623157e+308", false), (0, "0.0", false),
    (0.3333333333333333, "0.333333333333333", true),
  ])
  func fifteenDigitsAreShown(value: Double, text: String, isCut: Bool) {
    #expect(rounded(value) == (isCut ? titled(value, text) : text))
  }

  @Test func marksAreLeftOut() {
    #expect(rounded(1234.5600000000002, isGrouped: false) == titled(1234.5600000000002, "1234.56"))
  }

  /// Amounts are written in a way of their own.
  @Test(arguments: [1, 2, 3, 4]) func amountsAreWrittenAsAllOthers(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let limit = [100, 10_000, 100_000_000, 1_000_000_000].randomElement(using: &numbers) ?? 1
      let value =
        Double(Int.random(in: -limit...limit, using: &numbers)) / 100 * (Bool.random(using: &numbers) ? 1 : -1)
      let (whole, part) = (Int(value.magnitude), value.description.drop { $0 != "." })
      let text = (value.sign == .minus ? "-" : "") + (whole >= 1_000 ? grouped(whole) : "\(whole)") + part
      #expect(rounded(value) == text)
      var html = ByteSink(capacity: 8)
      html.grouped(value)
      #expect(html.string == text)
    }
  }

  private func grouped(_ number: Int) -> String {
    var (rest, parts) = (number, [] as [String])
    while rest >= 1_000 {
      parts.insert(String(String(1_000 + rest % 1_000).dropFirst()), at: 0)
      rest /= 1_000
    }
    return ([String(rest)] + parts).joined(separator: ",")
  }

  /// Beside the arithmetic of another library: all of 17 digits, then 15 of them.
  @Test(arguments: [1, 2, 3, 4]) func theyAreRoundedAsDecimalsAre(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let power = Int.random(in: -4...14, using: &numbers)
      let value = Double.random(in: -1...1, using: &numbers) * pow(10, Double(power))
      let exact = value.description
      guard !exact.contains("e") else { continue }
      var decimal = try #require(Decimal(string: exact)), cut = Decimal()
      let digits = exact.filter(\.isNumber).drop { $0 == "0" }.count
      let behind = exact.split(separator: ".").last?.count ?? 0
      NSDecimalRound(&cut, &decimal, max(behind - max(digits - 15, 0), 0), .plain)
      let isCut = digits > 15 && cut != decimal
      #expect(rounded(value, isGrouped: false) == (isCut ? titled(value, cut.description) : exact))
    }
  }
}
