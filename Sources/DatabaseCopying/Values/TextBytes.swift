/// What the bytes of a text are, found eight at a time.
enum TextBytes {
  enum Form { case ascii, unicode, odd }

  /// Whether a text is ASCII, other UTF-8, or what PostgreSQL takes for no text: with a null character, or not UTF-8.
  static func form(of bytes: RawSpan) -> Form {
    var high: UInt64 = 0, place = 0, zeros: UInt64 = 0
    let count = bytes.byteCount
    while place &+ 8 <= count {
      let word = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
      high |= word
      zeros |= (word &- 0x0101_0101_0101_0101) & ~word
      place &+= 8
    }
    var hasZero = zeros & 0x8080_8080_8080_8080 != 0
    while place < count {
      let byte = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt8.self)
      high |= UInt64(byte)
      if byte == 0 { hasZero = true }
      place &+= 1
    }
    // Bytes from 0x80 on can look like a zero to the test of eight.
    if hasZero, high & 0x8080_8080_8080_8080 == 0 || contains(0, bytes) { return .odd }
    guard high & 0x8080_8080_8080_8080 != 0 else { return .ascii }
    return isUTF8(bytes) ? .unicode : .odd
  }

  private static func contains(_ byte: UInt8, _ bytes: RawSpan) -> Bool {
    bytes.withUnsafeBytes { $0.contains(byte) }
  }

  private static func isUTF8(_ bytes: RawSpan) -> Bool {
    bytes.withUnsafeBytes { String(validating: $0, as: UTF8.self) != nil }
  }

  /// Characters as PostgreSQL counts them: bytes that begin one.
  static func characterCount(of bytes: RawSpan) -> Int {
    bytes.withUnsafeBytes { $0.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 } }
  }

  /// How a number that is none is written in a file.
  static func isNaN(_ bytes: RawSpan) -> Bool {
    bytes.byteCount == 3 && bytes.withUnsafeBytes { $0.elementsEqual("NaN".utf8) }
  }
}
