/// Cuts the source of a nib into literals and tags, by the Mustache specification's rules for delimiters and for tags that are
/// alone on their line.
struct NibLexer {
  private let source: [UInt8]
  private var tokens: [NibToken] = []
  private var open: [UInt8] = Array("{{".utf8)
  private var close: [UInt8] = Array("}}".utf8)
  /// Where the next literal starts.
  private var start = 0

  /// What is wrong at an offset of the source.
  struct Failure: Error {
    var offset: Int
    var message: String
  }

  /// The tokens of a source. - Throws: `Failure`.
  static func tokens(of source: [UInt8]) throws(Failure) -> [NibToken] {
    var lexer = NibLexer(source: source)
    try lexer.read()
    return lexer.tokens
  }

  private init(source: [UInt8]) { self.source = source }

  private mutating func read() throws(Failure) {
    while let tag = find(open, from: start) {
      let isTriple = tag + open.count < source.count && source[tag + open.count] == UInt8(ascii: "{")
      let nameStart = tag + open.count + (isTriple ? 1 : 0)
      let isDelimiters = nameStart < source.count && source[nameStart] == UInt8(ascii: "=")
      let ending = (isTriple ? [UInt8(ascii: "}")] : isDelimiters ? [UInt8(ascii: "=")] : []) + close
      guard let nameEnd = find(ending, from: nameStart + (isDelimiters ? 1 : 0)) else {
        throw Failure(offset: tag, message: "this tag is not closed: add \(String(decoding: ending, as: UTF8.self))")
      }
      try add(tag, source[nameStart..<nameEnd], end: nameEnd + ending.count, isTriple: isTriple)
    }
    addLiteral(upTo: source.count)
  }

  private mutating func add(_ tag: Int, _ content: ArraySlice<UInt8>, end: Int, isTriple: Bool) throws(Failure) {
    guard !isTriple else { return add(.value(isRaw: true), content, tag, end) }
    let name = content.dropFirst()
    switch content.first {
    case UInt8(ascii: "#"): addAlone(.section(inverted: false), name, tag, end)
    case UInt8(ascii: "^"): addAlone(.section(inverted: true), name, tag, end)
    case UInt8(ascii: "/"): addAlone(.end, name, tag, end)
    case UInt8(ascii: "!"): addAlone(nil, name, tag, end)
    case UInt8(ascii: ">"): addPartial(name, tag, end)
    case UInt8(ascii: "&"): add(.value(isRaw: true), name, tag, end)
    case UInt8(ascii: "="):
      try setDelimiters(name, tag)
      addAlone(nil, name, tag, end)
    default: add(.value(isRaw: false), content, tag, end)
    }
  }

  private mutating func setDelimiters(_ content: ArraySlice<UInt8>, _ tag: Int) throws(Failure) {
    let parts = content.split { $0 <= 0x20 }
    guard parts.count == 2, !parts.contains(where: { $0.contains(UInt8(ascii: "=")) }) else {
      throw Failure(
        offset: tag,
        message: "write new delimiters as {{=<% %>=}}: two, separated by a space, without =")
    }
    (open, close) = (Array(parts[0]), Array(parts[1]))
  }

  // MARK: Tokens

  private mutating func add(_ kind: NibToken.Kind, _ name: ArraySlice<UInt8>, _ tag: Int, _ end: Int) {
    addLiteral(upTo: tag)
    tokens.append(NibToken(kind: kind, bytes: Self.trimmed(name), offset: tag))
    start = end
  }

  /// A tag that takes its line with it if nothing else stands there. No kind: a comment, or new delimiters.
  private mutating func addAlone(_ kind: NibToken.Kind?, _ name: ArraySlice<UInt8>, _ tag: Int, _ end: Int) {
    let line = lineAlone(tag, end)
    addLiteral(upTo: line?.lowerBound ?? tag)
    if let kind { tokens.append(NibToken(kind: kind, bytes: Self.trimmed(name), offset: tag)) }
    start = line?.upperBound ?? end
  }

  private mutating func addPartial(_ name: ArraySlice<UInt8>, _ tag: Int, _ end: Int) {
    let indentation = lineAlone(tag, end).map { Array(source[$0.lowerBound..<tag]) } ?? []
    addAlone(.partial(indentation: indentation), name, tag, end)
  }

  private mutating func addLiteral(upTo end: Int) {
    if end > start { tokens.append(NibToken(kind: .literal, bytes: source[start..<end], offset: start)) }
    start = max(start, end)
  }

  /// The line of a tag with its line end, if there is only white space beside the tag.
  private func lineAlone(_ tag: Int, _ end: Int) -> Range<Int>? {
    var first = tag
    while first > start, Self.isBlank(source[first - 1]) { first -= 1 }
    guard first == 0 || source[first - 1] == 0x0A else { return nil }
    var last = end
    while last < source.count, Self.isBlank(source[last]) { last += 1 }
    if last == source.count { return first..<last }
    if source[last] == 0x0A { return first..<last + 1 }
    guard source[last] == 0x0D, last + 1 < source.count, source[last + 1] == 0x0A else { return nil }
    return first..<last + 2
  }

  // MARK: Bytes

  private func find(_ text: [UInt8], from: Int) -> Int? {
    guard let first = text.first, source.count - from >= text.count else { return nil }
    var at = from
    while at <= source.count - text.count {
      if source[at] == first, source[at..<at + text.count].elementsEqual(text) { return at }
      at += 1
    }
    return nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var trimmed = bytes.drop { $0 <= 0x20 }
    while let last = trimmed.last, last <= 0x20 { trimmed.removeLast() }
    return trimmed
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
