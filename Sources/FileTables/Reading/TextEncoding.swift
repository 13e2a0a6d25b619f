/// How the characters of a file are written.
enum TextEncoding: Sendable, Equatable {
  case utf8, utf16LittleEndian, utf16BigEndian, windows1252

  /// The encoding of a file that begins with these bytes, and how many of them are its mark.
  ///
  /// A byte order mark says it (Unicode 16.0 section 23.8). Without one it is UTF-8 where the bytes are valid UTF-8, else the
  /// superset of Latin-1 that Windows writes.
  static func found(in bytes: ArraySlice<UInt8>) -> (encoding: TextEncoding, markByteCount: Int) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    // The last character may be cut.
    for cut in 0...3 where bytes.count >= cut && String(validating: bytes.dropLast(cut), as: UTF8.self) != nil {
      return (.utf8, 0)
    }
    return (.windows1252, 0)
  }
}

extension TextEncoding {
  /// Appends the characters of Windows-1252 as UTF-8. Its five unused bytes are the control characters that Latin-1 has there.
  static func appendWindows1252(_ bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        append(byte < 0xA0 ? upperControls[Int(byte) - 0x80] : UInt16(byte), to: &text)
      }
    }
  }

  /// The text of bytes that are UTF-8, or else Windows-1252.
  static func text(of bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text: [UInt8] = []
    appendWindows1252(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends whole characters of UTF-16 as UTF-8; surrogates without their other half become U+FFFD.
  /// - Returns: how many bytes were taken; the rest is part of a character.
  static func appendUTF16(
    _ bytes: ArraySlice<UInt8>, isBigEndian: Bool, isLast: Bool, to text: inout [UInt8]
  ) -> Int {
    func unit(_ position: Int) -> UInt16 {
      let (first, second) = (UInt16(bytes[position]), UInt16(bytes[position + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var position = bytes.startIndex
    while position + 1 < bytes.endIndex {
      let first = unit(position)
      guard first & 0xF800 == 0xD800 else {
        append(first, to: &text)
        position += 2
        continue
      }
      if first < 0xDC00, position + 3 >= bytes.endIndex, !isLast { break }
      if first < 0xDC00, position + 3 < bytes.endIndex, unit(position + 2) & 0xFC00 == 0xDC00 {
        append(0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(unit(position + 2) & 0x3FF), to: &text)
        position += 4
      } else {
        append(0xFFFD, to: &text)
        position += 2
      }
    }
    if isLast, position < bytes.endIndex {
      append(0xFFFD, to: &text)
      position = bytes.endIndex
    }
    return position - bytes.startIndex
  }

  /// Appends one character as UTF-8.
  static func append(_ character: some BinaryInteger, to text: inout [UInt8]) {
    let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: character)) ?? "\u{FFFD}"
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// What the bytes from 0x80 to 0x9F stand for (WHATWG Encoding Standard, index windows-1252).
  private static let upperControls: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]
}
