internal import TableModel

/// Data as HTML text: it means the same in an element and in a quoted attribute.
extension ByteSink {
  /// Text, with `& < > " '` escaped. What HTML can't hold (control characters, noncharacters) becomes U+FFFD.
  public mutating func text(_ string: String) { string.lendUTF8 { text($0) } }

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
  /// `bytes` stays valid for the call; six is the longest entity, so room for the worst case is made once, or for each piece of a long text.
  @inline(__always) mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if bytes.count > Self.pieceBytes { return longText(bytes) }
    reserve(bytes.count &* 6 &+ 16)
    let found = Self.escape(source, end: bytes.count, to: base + count, breaksLines: true)
    count = found.to - base
  }

  @inline(never) private mutating func longText(_ bytes: UnsafeBufferPointer<UInt8>) {
    inPieces(bytes) { $0.text($1) }
  }

  /// Text as `text` writes it if it is one line; otherwise writes nothing and answers `false`. What holds characters beyond ASCII
  /// is set apart by `<bdi>`, since it may be of a script with another direction.
  ///
  /// One pass; the element is put around afterwards, which few texts need.
  @inline(__always) mutating func line(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let source = bytes.baseAddress else { return true }
    reserve(bytes.count &* 6 &+ 32)
    let found = Self.escape(source, end: bytes.count, to: base + count, breaksLines: false)
    guard found.isWhole else { return false }
    if found.isBeyondASCII { isolate(upTo: found.to) } else { count = found.to - base }
    return true
  }

  /// Puts `<bdi>` around what stands from `count` to `end`; `line` has made room for it.
  @inline(never) private mutating func isolate(upTo end: UnsafeMutablePointer<UInt8>) {
    let start = UnsafeMutableRawPointer(base + count)
    let length = UnsafeMutableRawPointer(end) - start
    (start + 5).copyMemory(from: start, byteCount: length)
    count &+= length &+ 5
    // The first five of eight bytes: what they write over is put back.
    let kept = (start + 5).loadUnaligned(as: UInt32.self)
    start.storeBytes(of: UInt64(littleEndian: 0x3E_6964_623C), as: UInt64.self)
    (start + 5).storeBytes(of: kept, as: UInt32.self)
    markup("</bdi>")
  }

  /// Copies text and escapes it, eight bytes at a time: they are stored first and looked at afterwards, since most blocks hold
  /// nothing to escape. `to` has room for six times the bytes and a block more; nothing at or behind `end` is read.
  /// - Parameter breaksLines: whether it goes on behind the end of a line.
  @inline(__always) private static func escape(
    _ source: UnsafePointer<UInt8>, end: Int, to output: UnsafeMutablePointer<UInt8>, breaksLines: Bool
  ) -> (to: UnsafeMutablePointer<UInt8>, isWhole: Bool, isBeyondASCII: Bool) {
    let from = UnsafeRawPointer(source)
    var (at, to, isBeyondASCII) = (0, output, false)
    while at < end {
      let isWhole = at &+ 8 <= end
      let word =
        isWhole
        ? UInt64(littleEndian: from.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        : Escaping.word(source, at: at, count: end &- at)
      UnsafeMutableRawPointer(to).storeBytes(of: UInt64(littleEndian: word), as: UInt64.self)
      let found = Escaping.mask(word)
      if found == 0 {
        let length = isWhole ? 8 : end &- at
        to += length
        at &+= length
        continue
      }
      let clean = found.trailingZeroBitCount &>> 3
      to += clean
      at &+= clean
      let byte = source[at]
      if byte < 0x80 {
        if !breaksLines, byte == 0x0A || byte == 0x0D { return (to, false, isBeyondASCII) }
        to += Escaping.store(byte, at: to)
        at &+= 1
      } else {
        isBeyondASCII = true
        (at, to) = Self.copyScalars(source, at: at, end: end, to: to)
      }
    }
    return (to, true, isBeyondASCII)
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
