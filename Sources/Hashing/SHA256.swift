internal import COpenSSL

/// SHA-256 (FIPS 180-4), by OpenSSL, of bytes that come piece by piece.
///
/// A value: a copy goes on by itself from what was taken in so far, and costs no allocation.
package struct SHA256: Sendable {
  private var state = SHA256_CTX()

  /// Begins with nothing taken in.
  package init() { SHA256_Init(&state) }

  /// Takes in further bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    // OpenSSL takes bytes by their place in memory, within the call alone.
    bytes.withUnsafeBytes { _ = SHA256_Update(&state, $0.baseAddress, $0.count) }
  }

  /// Takes in a digest.
  package mutating func update(_ digest: Digest) {
    withUnsafeBytes(of: digest.words) { _ = SHA256_Update(&state, $0.baseAddress, $0.count) }
  }

  /// The digest of all that was taken in; more can follow.
  package var digest: Digest {
    var state = state
    var words = SIMD4<UInt64>()
    // The 32 bytes of the words are those that OpenSSL fills.
    withUnsafeMutableBytes(of: &words) { words in
      _ = SHA256_Final(words.baseAddress?.assumingMemoryBound(to: UInt8.self), &state)
    }
    return Digest(words: words)
  }

  /// The digest of bytes that are all there.
  package static func digest(of bytes: [UInt8]) -> Digest {
    var hash = SHA256()
    hash.update(bytes.span)
    return hash.digest
  }
}
