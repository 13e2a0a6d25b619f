/// Finds bytes eight at a time.
enum ByteSearch {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// A byte, eight times.
  static func spread(_ byte: UInt8) -> UInt64 { UInt64(byte) &* ones }

  /// The high bit of each byte that is zero; bytes above the lowest such one may be marked wrongly.
  @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }

  /// The first place from `start` on with one of two bytes (each given eight times); `end` if there is none.
  /// - Parameter high: gets a bit above the lowest seven if any byte passed is not ASCII.
  @inline(__always)
  static func first(
    _ one: UInt64, or other: UInt64, in bytes: Span<UInt8>, from start: Int, to end: Int, high: inout UInt64
  ) -> Int {
    // The same word twice is looked for once.
    first(one, other, or: other, in: bytes, from: start, to: end, high: &high)
  }

  /// The first place from `start` on with one of three bytes.
  @inline(__always)
  static func first(
    _ one: UInt64, _ two: UInt64, or three: UInt64, in bytes: Span<UInt8>, from start: Int, to end: Int,
    high: inout UInt64
  ) -> Int {
    var position = start
    let raw = bytes.bytes
    while position &+ 8 <= end {
      let word = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
      let found = zeros(word ^ one) | zeros(word ^ two) | zeros(word ^ three)
      if found != 0 {
        // The lowest mark is right. What lies above it is not looked at.
        let bits = found.trailingZeroBitCount &- 7
        high |= word & highs & ((1 << UInt64(truncatingIfNeeded: bits)) &- 1)
        return position &+ bits / 8
      }
      high |= word & highs
      position &+= 8
    }
    let first = UInt8(truncatingIfNeeded: one), second = UInt8(truncatingIfNeeded: two)
    let third = UInt8(truncatingIfNeeded: three)
    while position < end {
      let byte = bytes[position]
      if byte == first || byte == second || byte == third { return position }
      high |= UInt64(byte & 0x80)
      position &+= 1
    }
    return end
  }
}
