/// What HTML text and quoted attributes can't hold as it is.
enum Escaping {
  /// The high bit of the lowest byte of `word` that is one of `& < > " '`, a control, or not ASCII.
  /// Bits above the lowest may be set without reason (borrows), so only that one is used.
  @inline(__always) static func mask(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let ampersand = (word | ones) ^ (ones &* 0x27)  // & and '
    let angle = (word | (ones &* 2)) ^ (ones &* 0x3E)  // < and >
    let quote = word ^ (ones &* 0x22)
    // Taking one away sets the high bit of a zero, and of what is above ASCII, which is looked for anyway.
    let marks = (ampersand &- ones) | (angle &- ones) | (quote &- ones)
    // Below a space, DEL, or above ASCII.
    let others = (word &- ones &* 0x20) | (word &+ ones) | word
    return (marks | others) & (ones &* 0x80)
  }

  /// The next one to eight bytes of a text as a word, the first of them lowest; spaces, which need nothing, fill it up.
  /// Reads nothing but bytes of the text up to `at + count`.
  @inline(__always) static func word(_ source: UnsafePointer<UInt8>, at: Int, count: Int) -> UInt64 {
    let from = UnsafeRawPointer(source)
    if count == 8 { return UInt64(littleEndian: from.loadUnaligned(fromByteOffset: at, as: UInt64.self)) }
    let fill: UInt64 = 0x2020_2020_2020_2020 &<< UInt64(count &* 8)
    // Eight bytes that end where these end, as long as the text has so many in front.
    let last = at &+ count &- 8
    if last >= 0 {
      let word = UInt64(littleEndian: from.loadUnaligned(fromByteOffset: last, as: UInt64.self))
      return word &>> UInt64((8 &- count) &* 8) | fill
    }
    // Halves that may overlap: where they do, they are equal.
    if count >= 4 {
      let low = UInt32(littleEndian: from.loadUnaligned(fromByteOffset: at, as: UInt32.self))
      let high = UInt32(littleEndian: from.loadUnaligned(fromByteOffset: at &+ count &- 4, as: UInt32.self))
      return UInt64(low) | UInt64(high) &<< UInt64((count &- 4) &* 8) | fill
    }
    var word = fill
    for offset in 0..<count { word |= UInt64(source[at &+ offset]) &<< UInt64(offset &* 8) }
    return word
  }

  /// Stores one ASCII character, escaped if need be; answers how many bytes that took. `to` has room for eight.
  @inline(__always) static func store(_ byte: UInt8, at to: UnsafeMutablePointer<UInt8>) -> Int {
    // Each entity as one little-endian word: one store instead of a loop.
    let raw = UnsafeMutableRawPointer(to)
    switch byte {
    case 0x26: raw.storeBytes(of: UInt64(littleEndian: 0x3B_706D_6126), as: UInt64.self); return 5  // &amp;
    case 0x3C: raw.storeBytes(of: UInt64(littleEndian: 0x3B_746C_26), as: UInt64.self); return 4  // &lt;
    case 0x3E: raw.storeBytes(of: UInt64(littleEndian: 0x3B_7467_26), as: UInt64.self); return 4  // &gt;
    case 0x22: raw.storeBytes(of: UInt64(littleEndian: 0x3B_746F_7571_26), as: UInt64.self); return 6  // &quot;
    case 0x27: raw.storeBytes(of: UInt64(littleEndian: 0x3B_3933_2326), as: UInt64.self); return 5  // &#39;
    case 0x20...0x7E, 0x09, 0x0A, 0x0C, 0x0D: to.pointee = byte; return 1
    default: return storeReplacement(at: to)
    }
  }

  /// U+FFFD, which stands for what HTML has no way to write.
  @inline(__always) static func storeReplacement(at to: UnsafeMutablePointer<UInt8>) -> Int {
    to[0] = 0xEF
    to[1] = 0xBF
    to[2] = 0xBD
    return 3
  }
}
