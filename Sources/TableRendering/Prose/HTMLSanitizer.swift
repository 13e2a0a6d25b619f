/// Writes the harmless part of some HTML: elements of text without attributes, and links to allowed addresses.
///
/// Nothing of the source is copied as markup. Elements are written anew from a list of names, closed in the order in which they were
/// opened; text is escaped, but for character references as HTML writes them, which stay.
struct HTMLSanitizer {
  private let bytes: [UInt8]
  private var at = 0
  private var open: [Element] = []

  /// Elements within elements; what is deeper is left out.
  private static let deepest = 32

  /// An element that may stand there.
  private struct Element: Equatable {
    var name: String
    var start: StaticString
    var end: StaticString

    static func == (one: Element, other: Element) -> Bool { one.name == other.name }
  }

  init(_ source: String) { bytes = Array(source.utf8) }

  /// Writes the markup.
  mutating func write(into html: inout ByteSink) {
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "<") { tag(into: &html) } else { text(into: &html) }
    }
    while let element = open.popLast() { html.markup(element.end) }
  }

  /// Writes what the text says, without markup and unescaped.
  mutating func writeText(into line: inout ByteSink) {
    var markup = ByteSink(capacity: bytes.count)
    write(into: &markup)
    var isTag = false
    var rest = markup.withBytes { Array($0) }[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "<") {
        isTag = true
        let name = rest.drop { $0 == UInt8(ascii: "/") }.prefix { $0 != UInt8(ascii: ">") && $0 != 0x20 }
        if !Self.inline.contains(String(decoding: name, as: UTF8.self)) { line.append(byte: 0x20) }
      } else if byte == UInt8(ascii: ">") {
        isTag = false
      } else if !isTag {
        if byte == UInt8(ascii: "&"), let (decoded, length) = Self.reference(rest) {
          for unit in decoded.utf8 { line.append(byte: unit) }
          rest = rest.dropFirst(length)
        } else {
          line.append(byte: byte)
        }
      }
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
      if let (decoded, length) = Self.reference(bytes[(at + 1)..<end]) {
        html.text(decoded)
        at += 1 + length
      } else {
        html.markup("&amp;")
        at += 1
      }
    }
  }

  /// The character that a reference behind its `&` stands for, and the bytes that it takes.
  private static func reference(_ bytes: ArraySlice<UInt8>) -> (String, Int)? {
    guard let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)
    let length = end - bytes.startIndex + 1
    if let known = named[name] { return (known, length) }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let code = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let code, code >= 0x20, let scalar = Unicode.Scalar(code) else { return nil }
    return (String(Character(scalar)), length)
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®",
    "mdash": "—",
    "ndash": "–", "hellip": "…", "times": "×", "middot": "·", "euro": "€", "pound": "£", "deg": "°",
  ]

  // MARK: Tags

  private mutating func tag(into html: inout ByteSink) {
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
    at = name.endIndex
    let attributes = attributes()
    if Self.withoutContent.contains(lowered), !isEnd {
      at = end(of: "</" + lowered, from: at, ignoringCase: true)
      at = end(of: ">", from: at)
      return
    }
    guard at > start else { return literal(into: &html) }
    if isEnd { close(lowered, into: &html) } else { open(lowered, attributes, into: &html) }
  }

  private mutating func literal(into html: inout ByteSink) {
    html.markup("&lt;")
    at += 1
  }

  private mutating func open(_ name: String, _ attributes: [String: String], into html: inout ByteSink) {
    if name == "br" || name == "hr" { return html.markup(name == "br" ? "<br>" : "<hr>") }
    guard open.count < Self.deepest else { return }
    if name == "a" {
      guard let address = attributes["href"], WebAddress.isAllowed(address), !open.contains(where: { $0.name == "a" })
      else { return }
      html.markup("<a href=\"")
      html.address(address)
      html.markup("\">")
      return open.append(Element(name: "a", start: "<a>", end: "</a>"))
    }
    guard let element = Self.elements[name] else { return }
    html.markup(element.start)
    open.append(element)
  }

  /// Closes the last element of a name and those within it.
  private mutating func close(_ name: String, into html: inout ByteSink) {
    guard let position = open.lastIndex(where: { $0.name == name }) else { return }
    while open.count > position, let element = open.popLast() { html.markup(element.end) }
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
      guard let (decoded, length) = reference(rest) else { return nil }
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

  private static let inline: Set<String> = [
    "a", "b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "code", "kbd",
  ]

  private static let withoutContent: Set<String> = [
    "script", "style", "template", "iframe", "object", "noscript", "textarea", "title", "svg", "math", "xmp", "noembed",
    "noframes", "select", "plaintext",
  ]

  private static let elements: [String: Element] = {
    let known: [(String, StaticString, StaticString)] = [
      ("p", "<p>", "</p>"), ("b", "<b>", "</b>"), ("strong", "<strong>", "</strong>"), ("i", "<i>", "</i>"),
      ("em", "<em>", "</em>"), ("u", "<u>", "</u>"), ("s", "<s>", "</s>"), ("small", "<small>", "</small>"),
      ("sub", "<sub>", "</sub>"), ("sup", "<sup>", "</sup>"), ("code", "<code>", "</code>"),
      ("pre", "<pre>", "</pre>"), ("kbd", "<kbd>", "</kbd>"), ("ul", "<ul>", "</ul>"), ("ol", "<ol>", "</ol>"),
      ("li", "<li>", "</li>"), ("dl", "<dl>", "</dl>"), ("dt", "<dt>", "</dt>"), ("dd", "<dd>", "</dd>"),
      ("blockquote", "<blockquote>", "</blockquote>"), ("h1", "<h3>", "</h3>"), ("h2", "<h3>", "</h3>"),
      ("h3", "<h3>", "</h3>"), ("h4", "<h4>", "</h4>"), ("h5", "<h5>", "</h5>"), ("h6", "<h5>", "</h5>"),
    ]
    return Dictionary(
      known.map { ($0.0, Element(name: $0.0, start: $0.1, end: $0.2)) }, uniquingKeysWith: { first, _ in first })
  }()
}
