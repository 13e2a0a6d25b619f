internal import TextCoding

/// A text that is an `http` or `https` address, found by its first bytes.
struct ExternalAddress {
  /// Bytes of `http://` or `https://`.
  let schemeLength: Int
  /// Whether it can stand in an attribute as it is, once it is escaped.
  let isPlain: Bool
  /// Whether it is of ASCII's signs alone.
  let isASCII: Bool

  /// `nil` for every other scheme, for addresses without a host, and for those with controls or spaces at their ends or within.
  /// The pointer is used within the call alone.
  @inline(__always) init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard let bytes = text.baseAddress, let length = Self.schemeLength(text) else { return nil }
    schemeLength = length
    let found = Self.scan(bytes, text.count)
    isASCII = found.isASCII
    guard found.isSuspicious else {
      isPlain = true
      return
    }
    guard Self.isClean(text) else { return nil }
    isPlain = !text.contains(where: Self.needsEncoding)
  }

  /// Bytes of the scheme of what begins as an address does, up to the first of its host. What follows has yet to be looked at.
  @inline(__always) static func schemeLength(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count > 8, let bytes = text.baseAddress else { return nil }
    let word = UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    // In lower case, whatever the case is. Two controls become `:` and `/` by that; whoever asks refuses controls.
    let lowered = word | 0x2020_2020_2020_2020
    let length: Int
    if lowered == 0x2F2F_3A73_7074_7468 {  // https://
      length = 8
    } else if lowered & 0x00FF_FFFF_FFFF_FFFF == 0x002F_2F3A_7074_7468 {  // http://
      length = 7
    } else {
      return nil
    }
    switch bytes[length] {
    case 0x2F, 0x5C, 0x3F, 0x23, 0x3A: return nil
    default: return length
    }
  }

  /// Looks for what addresses can't hold, eight bytes at a time, of which there are more; a few harmless signs are suspected, too.
  @inline(__always) private static func scan(
    _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> (isSuspicious: Bool, isASCII: Bool) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var found: UInt64 = 0
    var high: UInt64 = 0
    var at = 0
    while true {
      let word = UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: at, as: UInt64.self)
      high |= word
      let quote = word ^ (ones &* 0x22)
      let angle = (word | (ones &* 2)) ^ (ones &* 0x3E)  // < and >
      let caret = (word | (ones &* 2)) ^ (ones &* 0x5E)  // \ and ^
      let accent = word ^ (ones &* 0x60)
      let brace = word ^ (ones &* 0x7B)
      let end = (word | (ones &* 3)) ^ (ones &* 0x7F)  // | } ~ and DEL
      // As a question about the whole word each is exact: a borrow only passes on what a byte below has found.
      found |= (quote &- ones) & ~quote | (angle &- ones) & ~angle | (caret &- ones) & ~caret
      found |= (accent &- ones) & ~accent | (brace &- ones) & ~brace | (end &- ones) & ~end
      found |= (word &- ones &* 0x21) & ~word
      guard at &+ 8 < count else { break }
      at = min(at &+ 8, count &- 8)
    }
    return (found & (ones &* 0x80) != 0, high & (ones &* 0x80) == 0)
  }

  /// Whether an address holds no controls and no spaces.
  static func isClean(_ text: UnsafeBufferPointer<UInt8>) -> Bool { text.allSatisfy { $0 > 0x20 && $0 != 0x7F } }

  /// Signs that addresses can't hold, though people write them (RFC 3986, section 2): they are percent-encoded.
  @inline(__always) private static func needsEncoding(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: true
    default: false
    }
  }

  /// Writes an address for an attribute: encoded where it has to be, and escaped.
  @inline(never) static func write(_ text: UnsafeBufferPointer<UInt8>, into html: inout ByteSink) {
    var start = 0
    for (position, byte) in text.enumerated() where needsEncoding(byte) {
      html.text(text.part(start..<position))
      html.append(byte: 0x25)
      html.append(byte: Hexadecimal.digit(byte >> 4))
      html.append(byte: Hexadecimal.digit(byte & 15))
      start = position + 1
    }
    html.text(text.part(start..<text.count))
  }
}
