import Testing

@testable import TableRendering

struct RoundingTests {
  private func rounded(_ value: Double, isGrouped: Bool = true) -> (text: String, isCut: Bool) {
    var html = ByteSink(capacity: 8)
    let isCut = html.rounded(value, isGrouped: isGrouped)
    return (html.string, isCut)
  }

  @Test(arguments: [
    (523.0600000000003, "523.06", true), (0.1 + 0.2, "0.3", true), (-1234.5600000000002, "-1,234.56", true),
    (9.9999999999999982, "10", true), (1234567.8, "1,234,567.8", false), (0.1, "0.1", false), (1e300, "1e+300", false),
    (1234567890123456.5, "1,234,567,890,123,456.5", false), (99999.9999999999854, "100,000", true),
    (0.0012345678901234567, "0.00123456789012346", true),
  ])
  func fifteenDigitsAreShown(value: Double, text: String, isCut: Bool) {
    #expect(rounded(value) == (text, isCut))
  }

  @Test func marksAreLeftOut() { #expect(rounded(1234.5600000000002, isGrouped: false) == ("1234.56", true)) }
}
