/// Texts as fields of CSV (RFC 4180, section 2): in quotes only where they hold a quote, a comma or the end of a line.
extension ByteSink {
  /// A field from bytes that need not be valid UTF-8: broken sequences become U+FFFD. An empty text is `""`.
  ///
  /// Most texts are ASCII with nothing to quote: those are copied eight bytes at a time in one pass. The pointer is used within the
  /// call alone. A broken byte becomes three and a quote two, so room for the worst case is made once.
  @inline(__always) mutating func csvField(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count > Self.pieceBytes { return longCSVField(bytes) }
    reserve(bytes.count &* 3 &+ 16)
    guard let source = bytes.baseAddress, bytes.count > 0 else { return emptyCSVField() }
    let from = UnsafeRawPointer(source)
    let end = bytes.count
    var to = base + count
    var at = 0
    while at < end {
      let isWhole = at &+ 8 <= end
      let word =
        isWhole
        ? UInt64(littleEndian: from.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        : Escaping.word(source, at: at, count: end &- at)
      UnsafeMutableRawPointer(to).storeBytes(of: UInt64(littleEndian: word), as: UInt64.self)
      guard CSVQuoting.isPlain(word) else { return csvFieldWithCare(source, end: end) }
      let length = isWhole ? 8 : end &- at
      to += length
      at &+= length
    }
    count = to - base
  }

  /// Two quotes: an empty text, where nothing at all would be null.
  @inline(__always) mutating func emptyCSVField() {
    append(byte: 0x22)
    append(byte: 0x22)
  }

  @inline(never) private mutating func longCSVField(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    let isQuoted = CSVQuoting.needsQuotes(source, end: bytes.count)
    if isQuoted { append(byte: 0x22) }
    inPieces(bytes) { csv, piece in
      guard let source = piece.baseAddress else { return }
      csv.reserve(piece.count &* 3 &+ 16)
      csv.count = Self.copyCSV(source, end: piece.count, to: csv.base + csv.count) - csv.base
    }
    if isQuoted { append(byte: 0x22) }
  }

  /// A field that may need quotes or holds characters beyond ASCII; `csvField` has made room for it.
  @inline(never) private mutating func csvFieldWithCare(_ source: UnsafePointer<UInt8>, end: Int) {
    let isQuoted = CSVQuoting.needsQuotes(source, end: end)
    var to = base + count
    if isQuoted {
      to.pointee = 0x22
      to += 1
    }
    to = Self.copyCSV(source, end: end, to: to)
    if isQuoted {
      to.pointee = 0x22
      to += 1
    }
    count = to - base
  }

  /// Copies a text with its quotes doubled. `to` has room for three times the bytes.
  @inline(__always) private static func copyCSV(
    _ source: UnsafePointer<UInt8>, end: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var to = output
    var at = 0
    while at < end {
      let byte = source[at]
      guard byte < 0x80 else {
        (at, to) = copyForeign(source, at: at, end: end, to: to)
        continue
      }
      if byte == 0x22 {
        to.pointee = 0x22
        to += 1
      }
      to.pointee = byte
      to += 1
      at &+= 1
    }
    return to
  }

  /// Copies the scalar at `at`, which is beyond ASCII. No scalar takes more bytes than it had, and a broken byte takes three.
  @inline(__always) private static func copyForeign(
    _ source: UnsafePointer<UInt8>, at: Int, end: Int, to: UnsafeMutablePointer<UInt8>
  ) -> (Int, UnsafeMutablePointer<UInt8>) {
    if let length = UnicodeScalars.copyCommon(source, at: at, end: end, to: to) { return (at &+ length, to + length) }
    let found = UnicodeScalars.find(source, at: at, end: end)
    guard found.scalar != nil else { return (at &+ found.length, to + Escaping.storeReplacement(at: to)) }
    for offset in 0..<found.length { to[offset] = source[at &+ offset] }
    return (at &+ found.length, to + found.length)
  }
}

/// What can't stand in a field of CSV as it is.
enum CSVQuoting {
  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Whether eight bytes are all ASCII without a quote, a comma or the end of a line.
  @inline(__always) static func isPlain(_ word: UInt64) -> Bool {
    (marks(word) | word) & (ones &* 0x80) == 0
  }

  /// A high bit somewhere if one of eight bytes is a quote, a comma or the end of a line.
  @inline(__always) private static func marks(_ word: UInt64) -> UInt64 {
    zero(word ^ (ones &* 0x22)) | zero(word ^ (ones &* 0x2C)) | zero(word ^ (ones &* 0x0A))
      | zero(word ^ (ones &* 0x0D))
  }

  @inline(__always) private static func zero(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  /// Whether a text has to stand in quotes. Reads nothing at or behind `end`.
  @inline(__always) static func needsQuotes(_ source: UnsafePointer<UInt8>, end: Int) -> Bool {
    let from = UnsafeRawPointer(source)
    var at = 0
    while at < end {
      let word =
        at &+ 8 <= end
        ? UInt64(littleEndian: from.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        : Escaping.word(source, at: at, count: end &- at)
      if marks(word) & (ones &* 0x80) != 0 { return true }
      at &+= 8
    }
    return false
  }
}
