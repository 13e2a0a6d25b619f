import Testing

@testable import SQLTables

@Test func bytesSurviveBase64URLAndOtherSpellingsAreRefused() {
  var generator = SystemRandomNumberGenerator()
  for length in 0..<70 {
    let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
    #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
  }
  #expect(Base64URL.decode("A") == nil)
  #expect(Base64URL.decode("AB") == nil)
  #expect(Base64URL.decode("AA==") == nil)
  #expect(Base64URL.decode("A A") == nil)
}
