internal import TextCoding

/// Texts for terminals: one line, nothing in it that a terminal would act on, and of a known width.
extension ByteSink {
  /// Writes a text, cut with an ellipsis where it would take more than `limit` columns of a terminal. Controls are shown as Swift
  /// writes them in its source: `\n`, `\u{1B}`. Broken UTF-8 becomes U+FFFD. The pointer is used within the call alone.
  /// - Parameter limit: at least 1.
  /// - Returns: the columns that it takes.
  mutating func terminalText(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    guard let source = bytes.baseAddress else { return 0 }
    let end = bytes.count
    var at = 0
    var width = 0
    // Where the text can still be cut so that the ellipsis has room.
    var cut = (count: count, width: 0)
    while at < end {
      var shown: Int
      if source[at] >= 0x20, source[at] < 0x7F {
        append(byte: source[at])
        shown = 1
        at &+= 1
      } else {
        shown = terminalCharacter(source, at: &at, end: end)
      }
      width += shown
      guard width <= limit else {
        truncate(to: cut.count)
        markup("…")
        return cut.width + 1
      }
      if width < limit { cut = (count, width) }
    }
    return width
  }

  /// Writes a character that isn't plain ASCII, and answers its width.
  private mutating func terminalCharacter(_ source: UnsafePointer<UInt8>, at: inout Int, end: Int) -> Int {
    var found = UnicodeScalars.Found(length: 1, scalar: UInt32(source[at]))
    if source[at] >= 0x80 { found = UnicodeScalars.find(source, at: at, end: end) }
    defer { at &+= found.length }
    guard let value = found.scalar, let scalar = Unicode.Scalar(value) else {
      markup("\u{FFFD}")
      return 1
    }
    guard !DisplayWidth.isControl(value) else { return terminalEscape(value) }
    append(UnsafeBufferPointer(start: source + at, count: found.length))
    return DisplayWidth.columns(scalar)
  }

  private mutating func terminalEscape(_ value: UInt32) -> Int {
    let start = count
    switch value {
    case 0x09: markup("\\t")
    case 0x0A: markup("\\n")
    case 0x0D: markup("\\r")
    default:
      markup("\\u{")
      var shift = value > 0xFFF ? 12 : value > 0xFF ? 8 : value > 0xF ? 4 : 0
      while shift >= 0 {
        append(byte: Hexadecimal.digit(UInt8(value >> UInt32(shift) & 15)))
        shift -= 4
      }
      append(byte: 0x7D)
    }
    return count - start
  }
}
