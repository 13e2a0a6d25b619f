import Testing

@testable import DatabaseCopying

@Suite struct DecimalDigitsTests {
  @Test(
    arguments: [
      (0.99, "0.99"), (1, "1"), (-0.5, "-0.5"), (1e22, "10000000000000000000000"), (1.5e-7, "0.00000015"), (0, "0"),
      (123456.789, "123456.789"), (1e-5, "0.00001"), (5e15, "5000000000000000"), (1.7976931348623157e308, nil),
    ] as [(Double, String?)])
  func numbersAreWrittenWithoutExponents(_ number: Double, _ expected: String?) {
    let text = String(decoding: DecimalDigits(number).text, as: UTF8.self)
    if let expected { #expect(text == expected) }
    #expect(Double(text) == number)
  }

  @Test func whatTheServerWouldSpellInAnotherWayIsNoSpelledNumber() {
    for text in ["1.50", "0", "-0.10", "12345678901234567890.123"] {
      #expect(DecimalDigits(spelling: Array(text.utf8).span.bytes) != nil, "\(text)")
    }
    for text in ["", "-", "01", "1.", ".5", "+1", "1e5", "-0.0", "1.2.3", " 1"] {
      #expect(DecimalDigits(spelling: Array(text.utf8).span.bytes) == nil, "\(text)")
    }
  }
}
