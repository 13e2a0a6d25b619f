import Foundation
import Testing
import TextCoding

struct Base64Tests {
  @Test func everyLengthIsReadBack() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      let text = Data(bytes).base64EncodedString()
      #expect(Base64.text(bytes) == text && Base64.bytes(text) == bytes)
    }
  }

  @Test(arguments: ["A", "AA", "AAA", "AA=A", "A===", "====", "AAA?", "AA-_", "AAAA\n", "=AAA"])
  func whatIsNotBase64IsRefused(_ text: String) {
    #expect(Base64.bytes(text) == nil)
  }

  @Test func bytesSurviveTheAlphabetForAddressesAndOtherSpellingsAreRefused() {
    var generator = SystemRandomNumberGenerator()
    for length in 0..<70 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let text = Base64.text(bytes, .url)
      #expect(Base64.bytes(text, .url) == bytes && text.utf8.allSatisfy(TildeEncoding.isPlain))
    }
    for wrong in ["A", "AB", "AA==", "A A", "AA+/"] { #expect(Base64.bytes(wrong, .url) == nil) }
  }
}
