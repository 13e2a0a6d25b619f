/// Characters that JSON writes as two halves, `\\ud83d\\ude00`, which YAML takes for a mistake though it takes JSON otherwise (YAML 1.2 section 5.7).
enum JSONEscapes {
  /// The same text with each such pair as the character that it is: lines and keys stay where they are.
  static func joined(in text: String) -> String {
    guard text.contains("\\u"), text.first(where: { !$0.isWhitespace }) == "{" else { return text }
    var result = "", rest = text[...]
    while let slash = rest.firstIndex(of: "\\") {
      result += rest[..<slash]
      rest = rest[slash...]
      if let character = pair(rest) {
        result.unicodeScalars.append(character)
        rest = rest.dropFirst(12)
      } else {
        // Whatever stands behind the backslash belongs to it.
        result += rest.prefix(2)
        rest = rest.dropFirst(2)
      }
    }
    return result + rest
  }

  private static func pair(_ text: Substring) -> Unicode.Scalar? {
    guard let high = half(text), let low = half(text.dropFirst(6)), (0xD800..<0xDC00).contains(high),
      (0xDC00..<0xE000).contains(low)
    else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  /// The number behind `\\u`.
  private static func half(_ text: Substring) -> UInt32? {
    guard text.hasPrefix("\\u") else { return nil }
    let digits = text.dropFirst(2).prefix(4)
    return digits.count == 4 ? UInt32(digits, radix: 16) : nil
  }
}
