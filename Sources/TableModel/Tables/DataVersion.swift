/// A label of the state that data were read in: equal labels of one provider mean equal data.
public struct DataVersion: Hashable, Sendable {
  /// Eight words of the provider's choice.
  public let words: SIMD8<UInt64>

  /// A label made of up to eight words.
  public init(_ words: SIMD8<UInt64>) { self.words = words }

  /// A label that is one number, such as a counter of changes.
  public init(_ number: UInt64) { words = SIMD8(number, 0, 0, 0, 0, 0, 0, 0) }

  /// The label in one word, for validators such as `ETag`. Not a cryptographic digest.
  public var fingerprint: UInt64 {
    var mixed: UInt64 = 0x9E37_79B9_7F4A_7C15
    for index in 0..<8 {
      mixed = (mixed ^ words[index]) &* 0xFF51_AFD7_ED55_8CCD
      mixed ^= mixed >> 32
    }
    return mixed
  }
}
