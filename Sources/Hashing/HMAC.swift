/// HMAC-SHA256 (RFC 2104) under one key that was absorbed once.
///
/// The two halves of an HMAC begin with the key, padded to a block of the hash. Both halves are kept at the point behind that
/// block, and a code goes on from copies of them: half of the work of a short message, none of the key's, and no allocation.
package struct HMAC: Sendable {
  private let inner: SHA256
  private let outer: SHA256

  /// - Parameter key: of any length; what is longer than a block of the hash is hashed first (section 3).
  package init(key: [UInt8]) {
    var block = Block(repeating: 0)
    for (position, byte) in (key.count > block.count ? SHA256.digest(of: key).bytes : key).enumerated() {
      block[position] = byte
    }
    self.init(block)
  }

  /// Takes a digest as the key.
  package init(key: Digest) {
    var block = Block(repeating: 0)
    withUnsafeBytes(of: key.words) { for (position, byte) in $0.enumerated() { block[position] = byte } }
    self.init(block)
  }

  /// A block of SHA-256.
  private typealias Block = InlineArray<64, UInt8>

  private init(_ key: Block) {
    inner = Self.hash(after: key, pad: 0x36)
    outer = Self.hash(after: key, pad: 0x5C)
  }

  private static func hash(after key: Block, pad: UInt8) -> SHA256 {
    var block = key
    for position in block.indices { block[position] ^= pad }
    var hash = SHA256()
    hash.update(block.span)
    return hash
  }

  /// What goes with a message, so that whoever has the key knows that it comes from one who has it.
  package func code(of message: Span<UInt8>) -> Digest {
    var inner = inner
    inner.update(message)
    var outer = outer
    outer.update(inner.digest)
    return outer.digest
  }

  /// A key for one purpose, made from one secret for many (HKDF, RFC 5869, without a salt, 32 bytes long).
  package init(secret: [UInt8], purpose: String) {
    let extracted = HMAC(key: []).code(of: secret.span)
    self.init(key: HMAC(key: extracted).code(of: (Array(purpose.utf8) + [1]).span))
  }
}
