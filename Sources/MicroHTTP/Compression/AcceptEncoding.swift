internal import TextCoding

/// What an `Accept-Encoding` field says of gzip (RFC 9110 §12.5.3).
enum AcceptEncoding {
  /// Whether gzip is taken: named, or covered by `*`, with a quality above 0.
  /// - Complexity: O(length of the field), no allocation.
  static func takesGzip(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
    var named: Bool?
    var any = false
    var start = 0
    while start <= field.count {
      let end = index(of: UInt8(ascii: ","), in: field, from: start, to: field.count)
      let mark = index(of: UInt8(ascii: ";"), in: field, from: start, to: end)
      let coding = trim(field, start..<mark)
      let last = mark < end ? index(of: UInt8(ascii: ";"), in: field, from: mark + 1, to: end) : end
      let isTaken = mark == end || quality(trim(field, mark + 1..<last)) > 0
      if matches(coding, "gzip") || matches(coding, "x-gzip") { named = isTaken }
      if matches(coding, "*") { any = isTaken }
      start = end + 1
    }
    return named ?? any
  }

  /// Where a byte is first, or the end.
  private static func index(
    of byte: UInt8, in field: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    var index = start
    while index < end, field[index] != byte { index += 1 }
    return index
  }

  private static func trim(_ field: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    var start = range.lowerBound, end = range.upperBound
    while start < end, field[start].isBlank { start += 1 }
    while start < end, field[end - 1].isBlank { end -= 1 }
    return UnsafeBufferPointer(rebasing: field[start..<end])
  }

  private static func matches(_ part: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
    guard part.count == name.utf8CodeUnitCount else { return false }
    var index = 0
    // A static string's bytes live for ever.
    while index < part.count, part[index].lowercased == name.utf8Start[index] { index += 1 }
    return index == part.count
  }

  /// The quality in thousandths; a malformed one counts as 0, since its coding is not clearly wanted.
  private static func quality(_ parameter: UnsafeBufferPointer<UInt8>) -> Int {
    let digits = Array(parameter)
    guard digits.count >= 3, digits[0].lowercased == UInt8(ascii: "q"), digits[1] == UInt8(ascii: "=") else { return 0 }
    var value = 0
    var scale = 1000
    for (index, byte) in digits.dropFirst(2).enumerated() {
      if index == 1 {
        guard byte == UInt8(ascii: ".") else { return 0 }
        continue
      }
      guard byte &- 0x30 < 10, index <= 4 else { return 0 }
      value += Int(byte &- 0x30) * scale
      scale /= 10
    }
    return value <= 1000 ? value : 0
  }
}
