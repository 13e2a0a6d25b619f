/// How the characters of a file are written: UTF-16 where its mark or its zeros say so, else UTF-8.
///
/// A byte that is no part of a valid UTF-8 character is read as the character that Windows-1252 has for it, and no byte beside it is. So a
/// file of Windows-1252 is read as such, a damaged one of UTF-8 keeps all of its other characters, and nothing has to be known of a file's
/// end to read its beginning. `ForeignBytes` tells which of the two a file is.
enum TextEncoding: Sendable, Equatable {
  case utf8, utf16LittleEndian, utf16BigEndian

  /// The encoding of a file that begins with these bytes, and how many of them are its mark (Unicode 16.0 section 23.8).
  static func found(in bytes: ArraySlice<UInt8>) -> (encoding: TextEncoding, markByteCount: Int) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return (withoutMark(bytes.prefix(4_096)), 0)
  }

  /// Most characters of tables are ASCII, delimiters among them: in UTF-16 every other byte of these is zero, in UTF-8 none is.
  private static func withoutMark(_ bytes: ArraySlice<UInt8>) -> TextEncoding {
    var zeros = (even: 0, odd: 0)
    for (offset, byte) in bytes.enumerated() where byte == 0 {
      if offset.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    let many = max(bytes.count / 3, 4)
    if zeros.odd >= many, zeros.even * 8 < zeros.odd { return .utf16LittleEndian }
    return zeros.even >= many && zeros.odd * 8 < zeros.even ? .utf16BigEndian : .utf8
  }
}

extension TextEncoding {
  /// Bytes as valid UTF-8.
  struct Repaired {
    var text: [UInt8] = []
    /// The bytes that were no part of a character, and became one of Windows-1252 each.
    var foreignBytes: [UInt8] = []
    /// How many characters of UTF-8 there are beyond ASCII.
    var wideCharacterCount = 0
  }

  /// Makes valid UTF-8 of any bytes. O(bytes).
  static func repaired(_ bytes: ArraySlice<UInt8>) -> Repaired {
    var repaired = Repaired()
    repaired.text.reserveCapacity(bytes.count + 16)
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let byte = bytes[position]
      let length = characterLength(bytes[position...])
      if length == 0 {
        repaired.foreignBytes.append(byte)
        append(byte < 0xA0 ? upperControls[Int(byte) - 0x80] : UInt16(byte), to: &repaired.text)
        position += 1
      } else {
        if length > 1 { repaired.wideCharacterCount += 1 }
        repaired.text.append(contentsOf: bytes[position..<position + length])
        position += length
      }
    }
    return repaired
  }

  /// The text of bytes that need not be UTF-8.
  static func text(of bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? String(decoding: repaired(bytes).text, as: UTF8.self)
  }

  /// How many bytes the character at the beginning has; 0 if it is none (Unicode 16.0 table 3-7).
  private static func characterLength(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let first = bytes.first else { return 0 }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0..<0x80: return 1
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return 0
    }
    let rest = bytes.dropFirst().prefix(length - 1)
    guard rest.count == length - 1, let next = rest.first, second.contains(next) else { return 0 }
    return rest.allSatisfy { (0x80...0xBF).contains($0) } ? length : 0
  }

  /// Appends whole characters of UTF-16 as UTF-8; surrogates without their other half become U+FFFD.
  /// - Parameter broken: is called before each of these is appended.
  /// - Returns: how many bytes were taken; the rest is part of a character.
  static func appendUTF16(
    _ bytes: ArraySlice<UInt8>, isBigEndian: Bool, isLast: Bool, to text: inout [UInt8], broken: ([UInt8]) -> Void
  ) -> Int {
    func unit(_ position: Int) -> UInt16 {
      let (first, second) = (UInt16(bytes[position]), UInt16(bytes[position + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    func appendReplacement() {
      broken(text)
      append(0xFFFD, to: &text)
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
        appendReplacement()
        position += 2
      }
    }
    if isLast, position < bytes.endIndex {
      appendReplacement()
      position = bytes.endIndex
    }
    return position - bytes.startIndex
  }

  /// Appends one character as UTF-8.
  static func append(_ character: some BinaryInteger, to text: inout [UInt8]) {
    let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: character)) ?? "\u{FFFD}"
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// What the bytes from 0x80 to 0x9F stand for (WHATWG Encoding Standard, index windows-1252): its five unused ones are the control
  /// characters that Latin-1 has there.
  private static let upperControls: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]
}
