import Foundation
import SeededNumbers
import Testing
import TextCoding

struct PercentEncodingTests {
  @Test(arguments: [
    ("a-._~9", "a-._~9", "a-._%7E9"), ("a b&c=d", "a%20b%26c%3Dd", "a+b%26c%3Dd"),
    ("é/*+", "%C3%A9%2F%2A%2B", "%C3%A9%2F*%2B"),
    ("", "", ""), ("100 %", "100%20%25", "100+%25"),
  ])
  func onlyWhatStandsForItselfIsLeftAlone(_ text: String, _ encoded: String, _ form: String) {
    #expect(PercentEncoding.encode(text) == encoded && PercentEncoding.encodeForm(text) == form)
    var query = "q="
    PercentEncoding.appendForm(text, to: &query)
    #expect(query == "q=" + form)
  }

  @Test func everyTextIsReadBack() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(PercentEncoding.decode(PercentEncoding.encode(text).utf8) == Array(text.utf8))
      #expect(PercentEncoding.decodeForm(PercentEncoding.encodeForm(text).utf8.span) == text)
      #expect(PercentEncoding.encode(text).removingPercentEncoding == text)
    }
  }

  @Test(arguments: ["%", "a%4", "%zz", "%4%41"])
  func aPercentSignThatEncodesNothingIsRefusedOrStandsForItself(_ text: String) {
    #expect(PercentEncoding.decode(text.utf8) == nil)
    #expect(PercentEncoding.decodeForm(text.utf8.span) == (text == "%4%41" ? "%4A" : text))
  }

  @Test func bytesThatAreNoTextAreReplaced() {
    var random = SeededGenerator(seed: 6)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let encoded = bytes.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect(PercentEncoding.decodeForm(encoded.utf8.span) == String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test func aPlusIsASpaceInFormsAlone() {
    #expect(PercentEncoding.decode("a+b".utf8) == Array("a+b".utf8))
    #expect(PercentEncoding.decode("a+b".utf8, isForm: true) == Array("a b".utf8))
  }
}
