/// Data as HTML text: it means the same in an element and in a quoted attribute.
extension ByteSink {
  /// Text, with `& < > " '` escaped. What HTML can't hold (control characters, noncharacters) becomes U+FFFD.
  public mutating func text(_ string: String) {
    var string = string
    string.withUTF8 { self.text($0) }
  }

  /// Text, escaped as a `String` is.
  public mutating func text(_ string: Substring) {
    var string = string
    string.withUTF8 { self.text($0) }
  }

  /// A number in digits, without marks of thousands.
  public mutating func text(_ value: Int) { number(Int64(value)) }

  /// A number in the fewest digits that read back as the same number.
  public mutating func text(_ value: Double) { number(value) }

  /// Text that need not be valid UTF-8: broken sequences become U+FFFD.
  ///
  /// Eight bytes at a time are stored first and tested afterwards, since most blocks hold nothing to escape.
  /// `bytes` stays valid for the call; six is the longest entity, so room for the worst case is made once.
  @inline(__always) mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count &* 6 &+ 8)
    var to = base + count
    let from = UnsafeRawPointer(source)
    var at = 0
    let end = bytes.count
    while at &+ 8 <= end {
      let word = UInt64(littleEndian: from.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      UnsafeMutableRawPointer(to).storeBytes(of: UInt64(littleEndian: word), as: UInt64.self)
      let found = Escaping.mask(word)
      if found == 0 {
        to += 8
        at &+= 8
        continue
      }
      let clean = found.trailingZeroBitCount >> 3
      to += clean
      at &+= clean
      if source[at] < 0x80 {
        to += Escaping.store(source[at], at: to)
        at &+= 1
      } else {
        (at, to) = Self.copyScalars(source, at: at, end: end, to: to)
      }
    }
    while at < end {
      if source[at] < 0x80 {
        to += Escaping.store(source[at], at: to)
        at &+= 1
      } else {
        (at, to) = Self.copyScalars(source, at: at, end: end, to: to)
      }
    }
    count = to - base
  }

  /// Copies scalars up to the next ASCII character. No scalar takes more bytes than it had, and a broken byte takes three.
  @inline(never)
  private static func copyScalars(
    _ source: UnsafePointer<UInt8>, at start: Int, end: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> (Int, UnsafeMutablePointer<UInt8>) {
    var (at, to) = (start, output)
    while at < end, source[at] >= 0x80 {
      if let length = UnicodeScalars.copyCommon(source, at: at, end: end, to: to) {
        (at, to) = (at &+ length, to + length)
        continue
      }
      let found = UnicodeScalars.find(source, at: at, end: end)
      if let scalar = found.scalar, !UnicodeScalars.isForbiddenInHTML(scalar) {
        for offset in 0..<found.length { to[offset] = source[at &+ offset] }
        to += found.length
      } else {
        to += Escaping.storeReplacement(at: to)
      }
      at &+= found.length
    }
    return (at, to)
  }
}
