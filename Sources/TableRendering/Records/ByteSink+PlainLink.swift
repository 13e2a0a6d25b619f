/// Addresses that turn out to need no encoding: most of them.
extension ByteSink {
  /// Writes a link to a web address of ASCII that needs nothing but `&` and `'` escaped; otherwise writes nothing and answers `false`.
  ///
  /// One pass: eight bytes at a time are stored and looked at, and what was stored counts only if nothing else was found. What is
  /// shown is the address without its scheme, copied from the attribute. `bytes` stays valid for the call; room for the whole
  /// link is made first, and nothing behind the address is read.
  @inline(__always) mutating func plainLink(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let source = bytes.baseAddress, let schemeLength = ExternalAddress.schemeLength(bytes) else { return false }
    let end = bytes.count
    // Twice the address with every byte escaped, the markup, and a block of surplus.
    reserve(end &* 12 &+ 64)
    let start = UnsafeMutableRawPointer(base + count)
    start.storeBytes(of: UInt64(littleEndian: 0x3D66_6572_6820_613C), as: UInt64.self)  // <a href=
    start.storeBytes(of: 0x22, toByteOffset: 8, as: UInt8.self)
    let address = start + 9
    var (at, to) = (0, address)
    var suspects: UInt64 = 0
    while at < end {
      let isWhole = at &+ 8 <= end
      let length = isWhole ? 8 : end &- at
      let word =
        isWhole
        ? UInt64(littleEndian: UnsafeRawPointer(source + at).loadUnaligned(as: UInt64.self))
        : Escaping.word(source, at: at, count: length)
      to.storeBytes(of: UInt64(littleEndian: word), as: UInt64.self)
      // The spaces that fill up the last word become letters: within the address they are suspects.
      suspects |= Self.suspects(isWhole ? word : word ^ 0x6161_6161_6161_6161 &<< UInt64(length &* 8))
      let marks = Escaping.mask(word)
      if marks == 0 {
        to += length
        at &+= length
        continue
      }
      let clean = marks.trailingZeroBitCount &>> 3
      to += clean
      at &+= clean
      guard source[at] == 0x26 || source[at] == 0x27 else { return false }
      to += Escaping.store(source[at], at: to.assumingMemoryBound(to: UInt8.self))
      at &+= 1
    }
    guard suspects & 0x8080_8080_8080_8080 == 0 else { return false }
    to.storeBytes(of: UInt16(littleEndian: 0x3E22), as: UInt16.self)  // ">
    to += 2
    let shown = address + schemeLength
    let length = to - 2 - shown
    to.copyMemory(from: shown, byteCount: length)
    (to + length).storeBytes(of: UInt32(littleEndian: 0x3E61_2F3C), as: UInt32.self)  // </a>
    count = (to + length + 4) - UnsafeMutableRawPointer(base)
    return true
  }

  /// A high bit is set if a word of ASCII holds what addresses can't hold as it is: ``\ ^ ` { | }``, a space or a control.
  @inline(__always) private static func suspects(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let caret = (word | (ones &* 2)) ^ (ones &* 0x5E)  // \ and ^
    let accent = word ^ (ones &* 0x60)
    let brace = word ^ (ones &* 0x7B)
    let end = (word | ones) ^ (ones &* 0x7D)  // | and }
    // Taking one away sets the high bit of a zero; a borrow only passes on what a byte below has found.
    return (caret &- ones) | (accent &- ones) | (brace &- ones) | (end &- ones) | (word &- ones &* 0x21)
  }
}
