import Foundation
import Testing

@testable import TableServer

struct Base64Tests {
  @Test func everyLengthIsReadBack() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(Base64.bytes(Data(bytes).base64EncodedString()) == bytes)
    }
  }

  @Test(arguments: ["A", "AA", "AAA", "AA=A", "A===", "====", "AAA?", "AA-_", "AAAA\n", "=AAA"])
  func whatIsNotBase64IsRefused(_ text: String) {
    #expect(Base64.bytes(text) == nil)
  }
}
