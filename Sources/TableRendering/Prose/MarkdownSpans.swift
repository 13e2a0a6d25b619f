/// Reads what stands in a paragraph of Markdown: emphasis, code, links and line breaks. Linear in its length.
struct MarkdownSpans {
  /// Where emphasis or a link may have begun: what follows it are `spans[start...]`.
  private struct Opener {
    var sign: UInt8
    var length: Int
    /// The position of the opener's own text among the spans.
    var start: Int
  }

  /// Openers that wait at once; those beyond are text.
  private static let openerLimit = 32

  private let bytes: ArraySlice<UInt8>
  private var at: Int
  private var spans: [ProseSpan] = []
  private var openers: [Opener] = []
  /// Text that has not become a span yet.
  private var pending: [UInt8] = []
  /// Lengths of runs of backticks that nothing further on closes.
  private var unclosedTicks: Set<Int> = []

  static func spans(of bytes: ArraySlice<UInt8>) -> [ProseSpan] {
    var parser = MarkdownSpans(bytes: bytes, at: bytes.startIndex)
    return parser.all()
  }

  private init(bytes: ArraySlice<UInt8>, at: Int) {
    self.bytes = bytes
    self.at = at
  }

  private mutating func all() -> [ProseSpan] {
    while at < bytes.endIndex {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "\\"): escape()
      case UInt8(ascii: "`"): code()
      case UInt8(ascii: "*"), UInt8(ascii: "_"): emphasis(byte)
      case UInt8(ascii: "["): open(byte, length: 1)
      case UInt8(ascii: "]"): link()
      case UInt8(ascii: "<"): autolink()
      case UInt8(ascii: "h") where !isWord(at - 1): bareLink()
      case UInt8(ascii: "\n"): newline()
      default: take(1)
      }
    }
    flush()
    return spans
  }

  private func byte(_ position: Int) -> UInt8? { bytes.indices.contains(position) ? bytes[position] : nil }

  private func isWord(_ position: Int) -> Bool {
    guard let byte = byte(position) else { return false }
    return byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte >= 0x80
  }

  private func isSpace(_ position: Int) -> Bool {
    byte(position).map { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 } ?? true
  }

  private mutating func take(_ count: Int) {
    pending += bytes[at..<min(at + count, bytes.endIndex)]
    at = min(at + count, bytes.endIndex)
  }

  private mutating func flush() {
    if !pending.isEmpty { spans.append(.text(pending[...])) }
    pending = []
  }

  // MARK: Parts

  private mutating func escape() {
    guard let next = byte(at + 1), next < 0x80, !isWord(at + 1), next > 0x20 else {
      if byte(at + 1) == UInt8(ascii: "\n") {
        flush()
        spans.append(.lineBreak)
        at += 2
        return
      }
      return take(1)
    }
    at += 1
    take(1)
  }

  /// Two spaces at the end of a line break it.
  private mutating func newline() {
    let spaces = pending.reversed().prefix { $0 == 0x20 }.count
    pending.removeLast(spaces)
    guard spaces >= 2 else { return take(1) }
    flush()
    spans.append(.lineBreak)
    at += 1
  }

  private mutating func code() {
    let length = bytes[at...].prefix { $0 == UInt8(ascii: "`") }.count
    guard !unclosedTicks.contains(length) else { return take(length) }
    var position = at + length
    while position < bytes.endIndex {
      guard bytes[position] == UInt8(ascii: "`") else {
        position += 1
        continue
      }
      let run = bytes[position...].prefix { $0 == UInt8(ascii: "`") }.count
      if run == length {
        var text = bytes[(at + length)..<position]
        if text.count > 2, text.first == 0x20, text.last == 0x20 { text = text.dropFirst().dropLast() }
        flush()
        spans.append(.code(ArraySlice(text.map { $0 == 0x0A ? 0x20 : $0 })))
        at = position + run
        return
      }
      position += run
    }
    unclosedTicks.insert(length)
    take(length)
  }

  private mutating func emphasis(_ sign: UInt8) {
    let length = bytes[at...].prefix { $0 == sign }.count
    let opens = !isSpace(at + length) && (sign == UInt8(ascii: "*") || !isWord(at - 1))
    let closes = !isSpace(at - 1) && (sign == UInt8(ascii: "*") || !isWord(at + length))
    guard length <= 3 else { return take(length) }
    if closes, let opener = openers.lastIndex(where: { $0.sign == sign && $0.length == length }),
      !openers[opener...].contains(where: { $0.sign == UInt8(ascii: "[") })
    {
      flush()
      let start = openers[opener].start
      let children = Array(spans[(start + 1)...])
      spans.removeSubrange(start...)
      spans.append(length == 1 ? .emphasis(children) : .strong(length == 3 ? [.emphasis(children)] : children))
      openers.removeSubrange(opener...)
      at += length
    } else if opens {
      open(sign, length: length)
    } else {
      take(length)
    }
  }

  /// What may turn out to be text after all is a span of its own.
  private mutating func open(_ sign: UInt8, length: Int) {
    guard openers.count < Self.openerLimit else { return take(length) }
    flush()
    openers.append(Opener(sign: sign, length: length, start: spans.count))
    spans.append(.text(bytes[at..<(at + length)]))
    at += length
  }

  /// `[text](address "title")`; a link with another address is its text.
  private mutating func link() {
    guard let opener = openers.lastIndex(where: { $0.sign == UInt8(ascii: "[") }) else { return take(1) }
    guard byte(at + 1) == UInt8(ascii: "("), let (address, end) = destination(from: at + 2) else {
      openers.removeSubrange(opener...)
      return take(1)
    }
    flush()
    let start = openers[opener].start
    let children = Array(spans[(start + 1)...])
    spans.removeSubrange(start...)
    // A link within a link is none (HTML, section 4.5.1): the outer brackets are text.
    openers.removeAll { $0.sign == UInt8(ascii: "[") || $0.start >= start }
    if WebAddress.isAllowed(address) { spans.append(.link(address, children)) } else { spans += children }
    at = end
  }

  /// The address in parentheses, and where the link ends.
  private func destination(from start: Int) -> (String, end: Int)? {
    var position = start
    var depth = 0
    var address: [UInt8] = []
    // Longer addresses are nobody's, and looking for their ends again and again would take long.
    while let byte = byte(position), byte > 0x20, position - start < 1_024 {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") {
        if depth == 0 { break }
        depth -= 1
      }
      address.append(byte)
      position += 1
    }
    while byte(position) == 0x20 { position += 1 }
    if let quote = byte(position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      position += 1
      let limit = min(position + 512, bytes.endIndex)
      while position < limit, bytes[position] != quote { position += 1 }
      position += 1
    }
    guard byte(position) == UInt8(ascii: ")") else { return nil }
    return (String(decoding: address, as: UTF8.self), position + 1)
  }

  /// `<https://example.org>`; any other `<` is text, as all markup is.
  private mutating func autolink() {
    let inside = bytes[(at + 1)...].prefix(2_048).prefix {
      $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<")
    }
    guard inside.endIndex < bytes.endIndex, bytes[inside.endIndex] == UInt8(ascii: ">"), Self.isAbsolute(inside) else {
      return take(1)
    }
    link(to: inside)
    at = inside.endIndex + 1
  }

  /// An address that stands in the text as it is.
  private mutating func bareLink() {
    guard Self.isAbsolute(bytes[at...].prefix(9)), !openers.contains(where: { $0.sign == UInt8(ascii: "[") }) else {
      return take(1)
    }
    var address = bytes[at...].prefix(2_048).prefix { $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
    // Signs at the end belong to the sentence.
    while let last = address.last, Self.ends.contains(last) { address = address.dropLast() }
    guard Self.isAbsolute(address) else { return take(1) }
    link(to: address)
    at = address.endIndex
  }

  private static let ends = Array(".,;:!?)]}\"'*_".utf8)

  private mutating func link(to address: ArraySlice<UInt8>) {
    let text = String(decoding: address, as: UTF8.self)
    guard WebAddress.isAllowed(text) else {
      pending += address
      return
    }
    flush()
    spans.append(.link(text, [.text(address)]))
  }

  private static func isAbsolute(_ bytes: ArraySlice<UInt8>) -> Bool {
    ["https://", "http://", "mailto:"].contains { scheme in
      bytes.count > scheme.utf8.count && bytes.starts(with: scheme.utf8)
    }
  }
}
