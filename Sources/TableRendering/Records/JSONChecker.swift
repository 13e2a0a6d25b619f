/// Tells whether bytes are a JSON object or array, without making anything of it.
struct JSONChecker {
  private enum Expected {
    case value, valueOrEnd, key, keyOrEnd, colon, separatorOrEnd, nothing
  }

  private let text: UnsafeBufferPointer<UInt8>
  private var at = 0
  /// One bit for each open level, the innermost lowest: 1 for an object. Bits above `depth` don't count.
  private var levels: UInt64 = 0
  private var depth = 0

  /// The pointer has to stay valid for as long as this value is used.
  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  mutating func isDocument() -> Bool {
    guard let first = text.first(where: { $0 > 0x20 }), first == 0x7B || first == 0x5B else { return false }
    var expected = Expected.value
    while at < text.count {
      let byte = text[at]
      if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        at += 1
        continue
      }
      guard let next = step(byte, expected) else { return false }
      expected = next
    }
    return expected == .nothing
  }

  /// Takes what begins with `byte`; `nil` if it can't stand here.
  private mutating func step(_ byte: UInt8, _ expected: Expected) -> Expected? {
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
    case (.key, 0x22), (.keyOrEnd, 0x22): return take() ? .colon : nil
    case (.value, _), (.valueOrEnd, _): return take() ? .separatorOrEnd : nil
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
  private mutating func take() -> Bool {
    let end = Self.endOfScalar(text, at)
    let scalar = text[at..<end]
    defer { at = end }
    guard let first = scalar.first else { return false }
    switch first {
    case 0x22: return end - at >= 2 && text[end - 1] == 0x22 && scalar.allSatisfy { $0 >= 0x20 }
    case 0x2D, 0x30...0x39:
      return scalar.last.map { $0 &- 0x30 < 10 } ?? false
        && scalar.allSatisfy { $0 &- 0x30 < 10 || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
    default: return ["true", "false", "null"].contains { $0.utf8.elementsEqual(scalar) }
    }
  }

  /// Where the string or the word ends that begins at `at`; at the end of the text for a string that never ends.
  static func endOfScalar(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
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
