/// The texts of JSON strings.
enum JSONText {
  /// Takes the escapes of a string away, within the bytes themselves: no escape is shorter than what it stands for. Halves of
  /// surrogate pairs without the other become U+FFFD.
  /// - Parameter brokenCount: grows by the number of these.
  /// - Returns: how many bytes the text has.
  static func unescape(_ bytes: inout [UInt8], at start: Int, count: Int, brokenCount: inout Int) -> Int {
    var (source, target) = (start, start)
    let end = start + count
    while source < end {
      let byte = bytes[source]
      source += 1
      guard byte == UInt8(ascii: "\\"), source < end else {
        bytes[target] = byte
        target += 1
        continue
      }
      let escape = bytes[source]
      source += 1
      if escape == UInt8(ascii: "u"), let unit = unit(bytes, source, end) {
        source += 4
        var scalar = unit
        if unit & 0xFC00 == 0xD800, source + 1 < end, bytes[source] == UInt8(ascii: "\\"),
          bytes[source + 1] == UInt8(ascii: "u"), let low = self.unit(bytes, source + 2, end), low & 0xFC00 == 0xDC00
        {
          scalar = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
          source += 6
        }
        if scalar & 0xFFFF_F800 == 0xD800 { brokenCount += 1 }
        for part in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter {
          bytes[target] = part
          target += 1
        }
      } else {
        bytes[target] = meaning(of: escape)
        target += 1
      }
    }
    return target - start
  }

  private static func meaning(of escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: escape
    }
  }

  private static func unit(_ bytes: [UInt8], _ start: Int, _ end: Int) -> UInt32? {
    guard start + 4 <= end else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[start..<start + 4] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 48
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - 87
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - 55
      default: return nil
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }
}
