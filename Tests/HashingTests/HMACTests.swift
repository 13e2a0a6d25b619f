import Hashing
import Testing

@Suite struct HMACTests {
  /// The cases of RFC 4231, section 4, but the one that is cut short.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      Array(1...25), [UInt8](repeating: 0xCD, count: 50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ])
  func codesAreThoseOfTheStandard(key: [UInt8], message: [UInt8], expected: String) {
    let signer = HMAC(key: key)
    // Twice: a code leaves the absorbed key as it was. With bytes behind the message, which do not count.
    for rest in [[], [1, 2, 3] as [UInt8]] {
      let bytes = message + rest
      #expect(signer.code(of: bytes.span.extracting(..<message.count)).text == expected)
    }
  }

  @Test func aKeyMayBeADigest() {
    let key = SHA256.digest(of: Array("key".utf8)), message = Array("message".utf8)
    #expect(HMAC(key: key).code(of: message.span) == HMAC(key: key.bytes).code(of: message.span))
  }

  /// The third case of RFC 5869, appendix A, as far as the first 32 bytes of its key; it has no purpose.
  @Test func keysForAPurposeAreThoseOfTheStandard() throws {
    let key: [UInt8] = [
      0x8D, 0xA4, 0xE7, 0x75, 0xA5, 0x63, 0xC1, 0x8F, 0x71, 0x5F, 0x80, 0x2A, 0x06, 0x3C, 0x5A, 0x31,
      0xB8, 0xA1, 0x1F, 0x5C, 0x5E, 0xE1, 0x87, 0x9E, 0xC3, 0x45, 0x4E, 0x5F, 0x3C, 0x73, 0x8D, 0x2D,
    ]
    let message = Array("message".utf8)
    let derived = HMAC(secret: [UInt8](repeating: 0x0B, count: 22), purpose: "")
    #expect(derived.code(of: message.span) == HMAC(key: key).code(of: message.span))
    let other = HMAC(secret: [UInt8](repeating: 0x0B, count: 22), purpose: "other")
    #expect(derived.code(of: message.span) != other.code(of: message.span))
  }
}
