/// A label of the state that data were read in: equal labels of one provider mean equal data.
public struct DataVersion: Hashable, Sendable {
  /// The eight words, one by one, since a vector of eight has to stand at a multiple of 64 bytes: what an optimized
  /// asynchronous function keeps of it over a wait has not stood so, and other memory was written to.
  private let parts: InlineArray<8, UInt64>

  /// A label made of up to eight words.
  package init(_ words: SIMD8<UInt64>) { parts = InlineArray { words[$0] } }

  /// A label that is one number, such as a counter of changes.
  public init(_ number: UInt64) { parts = InlineArray { $0 == 0 ? number : 0 } }

  /// Eight words of the provider's choice.
  package var words: SIMD8<UInt64> {
    parts.indices.reduce(into: SIMD8()) { words, index in words[index] = parts[index] }
  }

  /// Whether all words are the same.
  public static func == (one: Self, other: Self) -> Bool {
    // Asked for every page, and several times: without closures.
    var index = 0
    while index < 8, one.parts[index] == other.parts[index] { index += 1 }
    return index == 8
  }

  /// Takes all words.
  public func hash(into hasher: inout Hasher) { hasher.combine(words) }

  /// The label of what has this one, and another.
  package func joined(with other: DataVersion) -> DataVersion {
    DataVersion(SIMD8(fingerprint, other.fingerprint, 0, 0, 0, 0, 0, 0))
  }

  /// The label in one word, for those who only ask whether it is another one. Not a cryptographic digest.
  package var fingerprint: UInt64 {
    var mixed: UInt64 = 0x9E37_79B9_7F4A_7C15
    for index in parts.indices {
      mixed = (mixed ^ parts[index]) &* 0xFF51_AFD7_ED55_8CCD
      mixed ^= mixed >> 32
    }
    return mixed
  }
}
