internal import TextCoding

/// The 32 bytes of a SHA-256.
package struct Digest: Sendable, Hashable {
  /// The bytes as four words, as they lie in memory: to compare and to hand on without an allocation.
  package let words: SIMD4<UInt64>

  /// The bytes, in their order.
  package var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

  /// The bytes as 64 lower-case digits.
  package var text: String { Hexadecimal.text(bytes, isLowercase: true) }
}
