/// Bytes as base64 (RFC 4648).
package enum Base64 {
  /// The signs, and whether the text is filled up to a multiple of four.
  package enum Alphabet: Sendable {
    /// Letters, digits, `+` and `/`, with `=` at the end (section 4).
    case standard
    /// Letters, digits, `-` and `_` alone, for addresses (section 5).
    case url
  }

  /// Hands on the signs of bytes, one by one. O(bytes).
  @inlinable @inline(__always)
  package static func encode<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, _ alphabet: Alphabet = .standard, _ append: (UInt8) -> Void
  ) where Bytes.Index == Int {
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let count = min(bytes.endIndex &- at, 3)
      var group = UInt32(bytes[at]) << 16
      if count > 1 { group |= UInt32(bytes[at &+ 1]) << 8 }
      if count > 2 { group |= UInt32(bytes[at &+ 2]) }
      append(sign(group >> 18, alphabet))
      append(sign(group >> 12, alphabet))
      if count > 1 { append(sign(group >> 6, alphabet)) }
      if count > 2 { append(sign(group, alphabet)) }
      if count < 3, alphabet == .standard { for _ in count..<3 { append(UInt8(ascii: "=")) } }
      at &+= count
    }
  }

  /// The text of bytes.
  package static func text(_ bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
    String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { output in
      var count = 0
      encode(bytes, alphabet) { sign in
        output[count] = sign
        count &+= 1
      }
      return count
    }
  }

  /// The bytes of a text.
  /// - Returns: `nil` for what is no base64. In the alphabet for addresses, each text of the same bytes but one is none, so that nobody can
  ///   write what was signed in another way.
  package static func bytes(_ text: String, _ alphabet: Alphabet = .standard) -> [UInt8]? {
    let signs = text.utf8.span
    var count = signs.count
    if alphabet == .standard {
      guard count % 4 == 0 else { return nil }
      while count > 0, signs.count - count < 2, signs[count - 1] == UInt8(ascii: "=") { count -= 1 }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 3 / 4)
    var pending: UInt32 = 0, bits: UInt32 = 0, index = 0
    while index < count {
      guard let number = number(signs[index], alphabet) else { return nil }
      index += 1
      pending = pending &<< 6 | number
      bits &+= 6
      guard bits >= 8 else { continue }
      bits &-= 8
      bytes.append(UInt8(truncatingIfNeeded: pending &>> bits))
    }
    guard bits < 6, alphabet == .standard || pending & ((1 &<< bits) &- 1) == 0 else { return nil }
    return bytes
  }

  /// The sign for the lowest six bits of a number: worked out, since a table would be asked for by way of its own initialiser.
  @inlinable @inline(__always) static func sign(_ number: UInt32, _ alphabet: Alphabet) -> UInt8 {
    let number = UInt8(truncatingIfNeeded: number & 0x3F)
    switch number {
    case 0..<26: return number &+ 0x41
    case 26..<52: return number &+ 71
    case 52..<62: return number &- 4
    case 62: return alphabet == .url ? 0x2D : 0x2B
    default: return alphabet == .url ? 0x5F : 0x2F
    }
  }

  private static func number(_ sign: UInt8, _ alphabet: Alphabet) -> UInt32? {
    switch sign {
    case 0x41...0x5A: UInt32(sign &- 0x41)
    case 0x61...0x7A: UInt32(sign &- 71)
    case 0x30...0x39: UInt32(sign &+ 4)
    case Self.sign(62, alphabet): 62
    case Self.sign(63, alphabet): 63
    default: nil
    }
  }
}
