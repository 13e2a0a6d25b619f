/// Tells whether bytes are a JSON object or array, without making anything of it.
package struct JSONChecker {
  private enum Expected {
    case value, valueOrEnd, key, keyOrEnd, colon, separatorOrEnd, nothing
  }

  private var at = 0
  /// One bit for each open level, the innermost lowest: 1 for an object. Bits above `depth` don't count.
  private var levels: UInt64 = 0
  private var depth = 0

  private init() {}

  /// Whether a text is one (RFC 8259), nested less than 64 deep.
  package static func isDocument(_ text: Span<UInt8>) -> Bool {
    var checker = JSONChecker()
    return checker.isDocument(text)
  }

  private mutating func isDocument(_ text: Span<UInt8>) -> Bool {
    var start = 0
    while start < text.count, text[start] <= 0x20 { start += 1 }
    guard start < text.count, text[start] == 0x7B || text[start] == 0x5B else { return false }
    var expected = Expected.value
    while at < text.count {
      let byte = text[at]
      if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        at += 1
        continue
      }
      guard let next = step(byte, expected, text) else { return false }
      expected = next
    }
    return expected == .nothing
  }

  /// Takes what begins with `byte`; `nil` if it can't stand here.
  private mutating func step(_ byte: UInt8, _ expected: Expected, _ text: Span<UInt8>) -> Expected? {
    switch (expected, byte) {
    case (.value, 0x7B), (.valueOrEnd, 0x7B): return open(isObject: true)
    case (.value, 0x5B), (.valueOrEnd, 0x5B): return open(isObject: false)
    case (.valueOrEnd, 0x5D), (.keyOrEnd, 0x7D): return close(byte)
    case (.separatorOrEnd, 0x7D), (.separatorOrEnd, 0x5D): return close(byte)
    case (.separatorOrEnd, 0x2C):
      at += 1
      return levels & 1 == 1 ? .key : .value
    case (.colon, 0x3A):
      at += 1
      return .value
    case (.key, 0x22), (.keyOrEnd, 0x22): return take(text) ? .colon : nil
    case (.value, _), (.valueOrEnd, _): return take(text) ? .separatorOrEnd : nil
    default: return nil
    }
  }

  private mutating func open(isObject: Bool) -> Expected? {
    guard depth < 63 else { return nil }
    depth += 1
    levels = levels << 1 | (isObject ? 1 : 0)
    at += 1
    return isObject ? .keyOrEnd : .valueOrEnd
  }

  private mutating func close(_ byte: UInt8) -> Expected? {
    guard depth > 0, (levels & 1 == 1) == (byte == 0x7D) else { return nil }
    depth -= 1
    levels >>= 1
    at += 1
    return depth == 0 ? .nothing : .separatorOrEnd
  }

  /// Takes a string, a number, `true`, `false` or `null`.
  private mutating func take(_ text: Span<UInt8>) -> Bool {
    let start = at
    at = Self.endOfScalar(text, start)
    let places = start..<at, last = text[at - 1]
    switch text[start] {
    case 0x22: return places.count >= 2 && last == 0x22 && places.allSatisfy { text[$0] >= 0x20 }
    case 0x2D, 0x30...0x39: return last &- 0x30 < 10 && places.allSatisfy { Self.isOfNumber(text[$0]) }
    default:
      return ["true", "false", "null"].contains { (word: String) in
        word.utf8.count == places.count && zip(word.utf8, places).allSatisfy { $0 == text[$1] }
      }
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
    default: false
    }
  }

  /// Where the string or the word ends that begins at `at`; at the end of the text for a string that never ends.
  package static func endOfScalar(_ text: Span<UInt8>, _ at: Int) -> Int {
    var end = at + 1
    guard text[at] == 0x22 else {
      while end < text.count, !isStructure(text[end]) { end += 1 }
      return end
    }
    while end < text.count {
      if text[end] == 0x22 { return end + 1 }
      end += text[end] == 0x5C ? 2 : 1
    }
    return text.count
  }

  private static func isStructure(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x22, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D: true
    default: false
    }
  }
}
