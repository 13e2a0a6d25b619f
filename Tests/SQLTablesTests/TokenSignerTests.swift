import Testing

@testable import SQLTables

/// The cases of RFC 4231, section 4, whose keys fit a block.
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
])
func signaturesAreThoseOfTheStandard(key: [UInt8], message: [UInt8], expected: String) {
  let signer = TokenSigner(key: key)
  // Twice: a signature leaves the absorbed key as it was. With bytes behind the message, which do not count.
  for rest in [[], [1, 2, 3] as [UInt8]] {
    let signature = signer.signature(of: message + rest, count: message.count)
    let hex = withUnsafeBytes(of: signature) { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
    #expect(hex == expected)
  }
}
