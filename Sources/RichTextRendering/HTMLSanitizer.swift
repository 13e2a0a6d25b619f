import TableRendering

/// Writes the harmless part of some HTML: elements of text without attributes, and links to allowed addresses.
///
/// Nothing of the source is copied as markup. Elements are written anew from a list of names, closed in the order in which they were
/// opened; text is escaped, but for character references as HTML writes them, which stay.
struct HTMLSanitizer {
  private let bytes: [UInt8]
  private var at = 0

  /// Whether tags of elements that aren't kept are shown as text, so that no words of a text are lost that merely look like tags.
  private let showsOtherTags: Bool

  private init(_ source: String, showsOtherTags: Bool) {
    bytes = Array(source.utf8)
    self.showsOtherTags = showsOtherTags
  }

  /// The harmless part of a document. Tags of other elements are left out, and scripts and the like with what they hold.
  static func html(of source: String) -> HTML {
    HTML { html in
      var elements = ElementStack()
      var sanitizer = HTMLSanitizer(source, showsOtherTags: false)
      sanitizer.write(elements: &elements, into: &html)
      elements.endAll(into: &html)
    }
  }

  /// Writes some tags of a text, with what is between them. Their elements stay open for what follows.
  static func write(_ source: String, elements: inout ElementStack, into html: inout ByteSink) {
    var sanitizer = HTMLSanitizer(source, showsOtherTags: true)
    sanitizer.write(elements: &elements, into: &html)
  }

  private mutating func write(elements: inout ElementStack, into html: inout ByteSink) {
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "<") { tag(elements: &elements, into: &html) } else { text(into: &html) }
    }
  }

  // MARK: Text

  private mutating func text(into html: inout ByteSink) {
    let end = bytes[at...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    while at < end {
      let part = bytes[at..<end].prefix { $0 != UInt8(ascii: "&") }
      html.text(String(decoding: part, as: UTF8.self))
      at = part.endIndex
      guard at < end else { return }
      if let (decoded, length) = CharacterReference.decode(bytes[(at + 1)..<end]) {
        html.text(decoded)
        at += 1 + length
      } else {
        html.markup("&amp;")
        at += 1
      }
    }
  }

  // MARK: Tags

  private mutating func tag(elements: inout ElementStack, into html: inout ByteSink) {
    let start = at
    if bytes[at...].starts(with: "<!--".utf8) {
      at = end(of: "-->", from: at + 4)
      return
    }
    guard at + 1 < bytes.count else { return literal(into: &html) }
    let isEnd = bytes[at + 1] == UInt8(ascii: "/")
    let nameStart = at + (isEnd ? 2 : 1)
    let name = bytes[min(nameStart, bytes.count)...].prefix { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
    guard let first = name.first, (first | 0x20) &- 0x61 < 26 else {
      // Declarations and the like are left out as browsers do; anything else is no tag.
      if [UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "/")].contains(bytes[at + 1]) {
        at = end(of: ">", from: at)
        return
      }
      return literal(into: &html)
    }
    let lowered = String(decoding: name.map { $0 < 0x61 && $0 >= 0x41 ? $0 | 0x20 : $0 }, as: UTF8.self)
    if showsOtherTags, RichTextElement(tag: lowered) == nil, lowered != "br", lowered != "hr" {
      return literal(into: &html)
    }
    at = name.endIndex
    let attributes = attributes()
    if Self.withoutContent.contains(lowered), !isEnd {
      at = end(of: "</" + lowered, from: at, ignoringCase: true)
      at = end(of: ">", from: at)
      return
    }
    guard at > start else { return literal(into: &html) }
    if isEnd {
      if let element = RichTextElement(tag: lowered) { elements.endTag(element, into: &html) }
    } else {
      Self.start(lowered, attributes, &elements, into: &html)
    }
  }

  private mutating func literal(into html: inout ByteSink) {
    html.markup("&lt;")
    at += 1
  }

  private static func start(
    _ name: String, _ attributes: [String: String], _ elements: inout ElementStack, into html: inout ByteSink
  ) {
    switch name {
    case "br": html.markup("<br>")
    case "hr": elements.rule(into: &html)
    case "a":
      guard let address = attributes["href"], WebAddress.isAllowed(address) else { return }
      elements.startTag(.a, .address(address), into: &html)
    default:
      if let element = RichTextElement(tag: name) { elements.startTag(element, into: &html) }
    }
  }

  /// The attributes up to the end of the tag; values without quotes end at white space. The first of a name counts.
  private mutating func attributes() -> [String: String] {
    var attributes: [String: String] = [:]
    while at < bytes.count, bytes[at] != UInt8(ascii: ">") {
      if bytes[at] <= 0x20 || bytes[at] == UInt8(ascii: "/") {
        at += 1
        continue
      }
      let name = bytes[at...].prefix {
        $0 > 0x20 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
      }
      at = max(name.endIndex, at + (name.isEmpty ? 1 : 0))
      let key = String(decoding: name, as: UTF8.self).lowercased()
      let spaces = bytes[at...].prefix { $0 <= 0x20 }
      guard spaces.endIndex < bytes.count, bytes[spaces.endIndex] == UInt8(ascii: "=") else {
        if attributes[key] == nil { attributes[key] = "" }
        continue
      }
      at = bytes[(spaces.endIndex + 1)...].prefix { $0 <= 0x20 }.endIndex
      let value = value()
      if attributes[key] == nil { attributes[key] = Self.decoded(value) }
    }
    at = min(at + 1, bytes.count)
    return attributes
  }

  private mutating func value() -> ArraySlice<UInt8> {
    guard at < bytes.count else { return [] }
    let quote = bytes[at]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let value = bytes[at...].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
      at = value.endIndex
      return value
    }
    let value = bytes[(at + 1)...].prefix { $0 != quote }
    at = min(value.endIndex + 1, bytes.count)
    return value
  }

  /// A value with its references decoded. One that can't be decoded could be anything to a browser: nothing is left of the value.
  private static func decoded(_ value: ArraySlice<UInt8>) -> String? {
    var text: [UInt8] = []
    var rest = value
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "&"), rest.prefix(12).contains(UInt8(ascii: ";")) else {
        text.append(byte)
        continue
      }
      guard let (decoded, length) = CharacterReference.decode(rest) else { return nil }
      text += decoded.utf8
      rest = rest.dropFirst(length)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Behind the next occurrence of a text; the end of the source if there is none.
  private func end(of text: String, from start: Int, ignoringCase: Bool = false) -> Int {
    let wanted = Array(text.utf8)
    var position = start
    while position + wanted.count <= bytes.count {
      let found = bytes[position..<(position + wanted.count)]
      if zip(found, wanted).allSatisfy({ $0 == $1 || (ignoringCase && $0 | 0x20 == $1 | 0x20) }) {
        return position + wanted.count
      }
      position += 1
    }
    return bytes.count
  }

  private static let withoutContent: Set<String> = [
    "script", "style", "template", "iframe", "object", "noscript", "textarea", "title", "svg", "math", "xmp", "noembed",
    "noframes", "select", "plaintext",
  ]
}
