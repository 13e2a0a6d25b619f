/// What an `Accept-Encoding` field says of gzip (RFC 9110 §12.5.3).
enum AcceptEncoding {
  /// Whether gzip is taken: named, or covered by `*`, with a quality above 0.
  /// - Complexity: O(length of the field), no allocation.
  static func takesGzip(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
    var named: Bool?
    var any = false
    for part in Parts(of: field[...], between: UInt8(ascii: ",")) {
      var pieces = Parts(of: part, between: UInt8(ascii: ";"))
      guard let coding = pieces.next().map(trim) else { continue }
      let isTaken = pieces.next().map { quality(trim($0)) > 0 } ?? true
      if matches(coding, "gzip") || matches(coding, "x-gzip") { named = isTaken }
      if matches(coding, "*") { any = isTaken }
    }
    return named ?? any
  }

  private typealias Part = Slice<UnsafeBufferPointer<UInt8>>

  /// What stands between separators, without an array of it.
  private struct Parts: Sequence, IteratorProtocol {
    private var rest: Part?
    private let separator: UInt8

    init(of text: Part, between separator: UInt8) {
      rest = text
      self.separator = separator
    }

    mutating func next() -> Part? {
      guard let text = rest else { return nil }
      let end = text.firstIndex(of: separator)
      rest = end.map { text[($0 + 1)...] }
      return end.map { text[..<$0] } ?? text
    }
  }

  private static func trim(_ part: Part) -> Part {
    var part = part
    while part.first?.isBlank == true { part.removeFirst() }
    while part.last?.isBlank == true { part.removeLast() }
    return part
  }

  private static func matches(_ part: Part, _ name: StaticString) -> Bool {
    // A static string's bytes live for ever.
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    return part.count == name.count && part.elementsEqual(name) { $0.lowercased == $1 }
  }

  /// The quality in thousandths; a malformed one counts as 0, since its coding is not clearly wanted.
  private static func quality(_ parameter: Part) -> Int {
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
