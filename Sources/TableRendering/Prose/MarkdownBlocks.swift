/// Reads the blocks of a text in Markdown: paragraphs, headings, lists, quotes, code and rules, as CommonMark has them, without raw HTML,
/// indented code, setext headings and references.
enum MarkdownBlocks {
  private typealias Line = ArraySlice<UInt8>

  /// Lists within lists; what is deeper is a paragraph.
  private static let deepest = 8

  static func blocks(of source: String) -> [ProseBlock] {
    let bytes = Array(source.utf8)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    return blocks(lines, depth: 0)
  }

  private static func blocks(_ lines: [Line], depth: Int) -> [ProseBlock] {
    var blocks: [ProseBlock] = []
    var at = 0
    while at < lines.count {
      let line = lines[at]
      if line.isBlank {
        at += 1
      } else if let fence = line.fence {
        let end = lines[(at + 1)...].firstIndex { $0.closes(fence) } ?? lines.count
        let code = lines[(at + 1)..<end].map { $0.dropFirst(min($0.indentation, fence.indentation)) }
        blocks.append(.code(ArraySlice(code.joined(separator: [UInt8(ascii: "\n")]))))
        at = end + 1
      } else if line.isRule {
        blocks.append(.rule)
        at += 1
      } else if let heading = line.heading {
        blocks.append(.heading(level: heading.level, MarkdownSpans.spans(of: heading.text)))
        at += 1
      } else if depth < deepest, line.quoted != nil {
        var quoted: [Line] = []
        while at < lines.count, let text = lines[at].quoted ?? (lines[at].interrupts ? nil : lines[at]) {
          quoted.append(text)
          at += 1
        }
        blocks.append(.quote(Self.blocks(quoted, depth: depth + 1)))
      } else if depth < deepest, let marker = line.marker {
        blocks.append(list(marker, lines, &at, depth))
      } else {
        var paragraph: [Line] = [line]
        at += 1
        while at < lines.count, !lines[at].interrupts {
          paragraph.append(lines[at])
          at += 1
        }
        let text = paragraph.map(\.withoutIndentation).joined(separator: [UInt8(ascii: "\n")])
        blocks.append(.paragraph(MarkdownSpans.spans(of: ArraySlice(text))))
      }
    }
    return blocks
  }

  /// A list from its first marker on; `at` ends behind it.
  private static func list(_ first: Marker, _ lines: [Line], _ at: inout Int, _ depth: Int) -> ProseBlock {
    var items: [[Line]] = []
    var isTight = true
    var hasBlank = false
    while at < lines.count {
      let line = lines[at]
      if line.isBlank {
        hasBlank = true
        if !items.isEmpty { items[items.count - 1].append(line) }
      } else if let last = items.last, line.indentation >= first.width, !last.isEmpty {
        if hasBlank { isTight = false }
        hasBlank = false
        items[items.count - 1].append(line.dropFirst(first.width))
      } else if let marker = line.marker, marker.sign == first.sign, !line.isRule {
        if hasBlank { isTight = false }
        hasBlank = false
        items.append([line.dropFirst(min(marker.width, line.count))])
      } else if !hasBlank, !line.interrupts {
        items[items.count - 1].append(line.withoutIndentation)
      } else {
        break
      }
      at += 1
    }
    return .list(start: first.number, isTight: isTight, items.map { blocks($0, depth: depth + 1) })
  }

  /// What begins an item of a list.
  struct Marker {
    /// `-`, `*`, `+`, or what stands behind a number.
    var sign: UInt8
    var number: Int?
    /// Bytes up to where the item's text begins.
    var width: Int
  }

  struct Fence {
    var sign: UInt8
    var length: Int
    var indentation: Int
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 } }
  fileprivate var indentation: Int { prefix { $0 == 0x20 }.count }
  fileprivate var withoutIndentation: ArraySlice<UInt8> { drop { $0 == 0x20 || $0 == 0x09 } }

  /// Whether a line ends the paragraph before it.
  fileprivate var interrupts: Bool {
    if isBlank || fence != nil || isRule || heading != nil || quoted != nil { return true }
    // Numbers begin sentences too: only a list that begins with 1 interrupts one.
    guard let marker else { return false }
    return marker.number.map { $0 == 1 } ?? true
  }

  fileprivate var fence: MarkdownBlocks.Fence? {
    let text = withoutIndentation
    guard let sign = text.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    let length = text.prefix { $0 == sign }.count
    guard length >= 3, !text.dropFirst(length).contains(UInt8(ascii: "`")) else { return nil }
    return .init(sign: sign, length: length, indentation: indentation)
  }

  fileprivate func closes(_ fence: MarkdownBlocks.Fence) -> Bool {
    let text = withoutIndentation
    let length = text.prefix { $0 == fence.sign }.count
    return length >= fence.length && text.dropFirst(length).isBlank
  }

  fileprivate var isRule: Bool {
    let signs = filter { $0 != 0x20 && $0 != 0x09 }
    guard signs.count >= 3, let first = signs.first, first == 0x2D || first == 0x2A || first == 0x5F else {
      return false
    }
    return signs.allSatisfy { $0 == first }
  }

  fileprivate var heading: (level: Int, text: ArraySlice<UInt8>)? {
    let text = withoutIndentation
    let level = text.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(level) else { return nil }
    let rest = text.dropFirst(level)
    guard rest.isEmpty || rest.first == 0x20 || rest.first == 0x09 else { return nil }
    var title = rest.withoutIndentation
    while title.last == UInt8(ascii: "#") || title.last == 0x20 { title = title.dropLast() }
    return (level, title)
  }

  fileprivate var quoted: ArraySlice<UInt8>? {
    let text = withoutIndentation
    guard indentation < 4, text.first == UInt8(ascii: ">") else { return nil }
    return text.dropFirst(text.dropFirst().first == 0x20 ? 2 : 1)
  }

  fileprivate var marker: MarkdownBlocks.Marker? {
    let indentation = indentation
    let text = dropFirst(indentation)
    guard indentation < 4, let first = text.first else { return nil }
    var length = 1
    var number: Int?
    var sign = first
    if first.isDigit {
      let digits = text.prefix { $0.isDigit }
      guard digits.count <= 9, let behind = text.dropFirst(digits.count).first,
        behind == UInt8(ascii: ".") || behind == UInt8(ascii: ")")
      else { return nil }
      number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      length = digits.count + 1
      sign = behind
    } else if first != 0x2D, first != 0x2A, first != 0x2B {
      return nil
    }
    let spaces = text.dropFirst(length).prefix { $0 == 0x20 }.count
    guard spaces > 0 else { return nil }
    return .init(sign: sign, number: number, width: indentation + length + Swift.min(spaces, 4))
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- 0x30 < 10 }
}
