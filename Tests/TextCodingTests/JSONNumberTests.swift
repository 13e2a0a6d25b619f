import Testing

@testable import TextCoding

struct JSONNumberTests {
  @Test(arguments: [
    "0", "-0", "7", "-120", "0.5", "10.25", "1e5", "1E+5", "-2.5e-10", "123456789012345678901234567890",
  ])
  func numbersAreThoseOfTheStandard(text: String) { #expect(JSONNumber.isNumber(Array(text.utf8))) }

  @Test(arguments: [
    "", "-", "00", "01", "-01", "+1", ".5", "1.", "1e", "1e+", "e5", "1.e5", "0x1", "1_0", " 1", "1 ", "NaN", "١",
  ])
  func nothingElseIsOne(text: String) { #expect(!JSONNumber.isNumber(Array(text.utf8))) }
}
