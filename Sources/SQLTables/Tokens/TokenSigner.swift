internal import Crypto

/// HMAC-SHA256 (RFC 2104) under one key that was absorbed once.
///
/// The two halves of an HMAC begin with the key, padded to a block of the hash. Both halves are kept at the point behind that
/// block, and a signature goes on from copies of them: half of the work of a short message, and none of the key's.
struct TokenSigner: Sendable {
  /// Bytes of a block of SHA-256, and so the longest key that isn't hashed itself.
  static let blockSize = 64
  private let inner: SHA256
  private let outer: SHA256

  /// - Parameter key: at most `blockSize` bytes; what is behind them would have to be hashed first and is left out.
  init(key: some Collection<UInt8>) {
    var inner = SHA256()
    var outer = SHA256()
    Self.absorb(key, pad: 0x36, into: &inner)
    Self.absorb(key, pad: 0x5C, into: &outer)
    self.inner = inner
    self.outer = outer
  }

  private static func absorb(_ key: some Collection<UInt8>, pad: UInt8, into hash: inout SHA256) {
    var block = InlineArray<64, UInt8>(repeating: pad)
    for (position, byte) in key.prefix(blockSize).enumerated() { block[position] ^= byte }
    withUnsafeBytes(of: block) { hash.update(bufferPointer: $0) }
  }

  /// The signature of the first `count` bytes, as four words in the order of its bytes.
  func signature(of bytes: [UInt8], count: Int) -> SIMD4<UInt64> {
    var inner = inner
    // The hash takes bytes by their place in memory; each is used within its call alone.
    bytes[..<count].withUnsafeBytes { inner.update(bufferPointer: $0) }
    var outer = outer
    inner.finalize().withUnsafeBytes { outer.update(bufferPointer: $0) }
    return outer.finalize().withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
  }
}
