/// What a text looks like.
enum TextForm {
  case plain, day, time, link, image, email, document

  init(_ text: Span<UInt8>) {
    self =
      Self.calendar(text) ?? Self.address(text)
      ?? (Self.isDocument(text) ? .document : Self.isEmail(text) ? .email : .plain)
  }

  /// `2025-10-14`, and with a time behind it after `T` or a space (ISO 8601, RFC 3339 section 5.6).
  private static func calendar(_ text: Span<UInt8>) -> TextForm? {
    guard text.count >= 10, matches(text, at: 0, "dddd-dd-dd"), (1...12).contains(number(text, at: 5)),
      (1...31).contains(number(text, at: 8))
    else { return nil }
    if text.count == 10 { return .day }
    guard text.count >= 16, text.count <= 40, text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: " "),
      matches(text, at: 11, "dd:dd"), number(text, at: 11) < 25, number(text, at: 14) < 60
    else { return nil }
    for place in 16..<text.count where !standsBehindMinutes(text[place]) { return nil }
    return .time
  }

  /// - Parameter pattern: has a `d` for each digit, and no more bytes than the text from there on.
  private static func matches(_ text: Span<UInt8>, at start: Int, _ pattern: StaticString) -> Bool {
    pattern.withUTF8Buffer { pattern in
      for (place, form) in pattern.enumerated() {
        let byte = text[start + place]
        guard form == UInt8(ascii: "d") ? isDigit(byte) : byte == form else { return false }
      }
      return true
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Of two digits.
  private static func number(_ text: Span<UInt8>, at start: Int) -> Int {
    Int(text[start]) * 10 + Int(text[start + 1]) - 11 * Int(UInt8(ascii: "0"))
  }

  /// Seconds, parts of them, a zone.
  private static func standsBehindMinutes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "Z"), UInt8(ascii: " "):
      true
    default: isDigit(byte)
    }
  }

  private static func address(_ text: Span<UInt8>) -> TextForm? {
    guard begins(text, "http://") || begins(text, "https://"), !has(text, { $0 <= 0x20 }) else { return nil }
    let end = first(text) { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.count
    return pictures.contains { ends(text.extracting(..<end), $0) } ? .image : .link
  }

  private static let pictures: [StaticString] = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".bmp"]

  /// - Parameter end: in small letters; they stand for capitals too.
  private static func ends(_ text: Span<UInt8>, _ end: StaticString) -> Bool {
    end.withUTF8Buffer { end in
      guard text.count >= end.count else { return false }
      for (place, byte) in end.enumerated() where text[text.count - end.count + place] | 0x20 != byte { return false }
      return true
    }
  }

  private static func isEmail(_ text: Span<UInt8>) -> Bool {
    guard text.count <= 254, let at = first(text, { $0 == UInt8(ascii: "@") }), at > 0 else { return false }
    var dot: Int?
    for place in text.indices {
      switch text[place] {
      case ...0x20, UInt8(ascii: ","), UInt8(ascii: "<"), UInt8(ascii: ">"): return false
      case UInt8(ascii: "@") where place > at: return false
      case UInt8(ascii: "."): dot = place
      default: break
      }
    }
    guard let dot else { return false }
    return dot > at + 1 && dot < text.count - 1
  }

  /// An object or an array by its first and last character: the document itself is parsed by whoever shows it.
  private static func isDocument(_ text: Span<UInt8>) -> Bool {
    guard let start = first(text, { $0 > 0x20 }) else { return false }
    var end = text.count - 1
    while text[end] <= 0x20 { end -= 1 }
    switch (text[start], text[end]) {
    case (UInt8(ascii: "{"), UInt8(ascii: "}")): return has(text) { $0 == UInt8(ascii: "\"") } || text.count <= 4
    case (UInt8(ascii: "["), UInt8(ascii: "]")): return text.count > 1
    default: return false
    }
  }

  /// - Parameter start: without a `d`.
  private static func begins(_ text: Span<UInt8>, _ start: StaticString) -> Bool {
    text.count >= start.utf8CodeUnitCount && matches(text, at: 0, start)
  }

  private static func has(_ text: Span<UInt8>, _ isWanted: (UInt8) -> Bool) -> Bool { first(text, isWanted) != nil }

  private static func first(_ text: Span<UInt8>, _ isWanted: (UInt8) -> Bool) -> Int? {
    for place in text.indices where isWanted(text[place]) { return place }
    return nil
  }
}
