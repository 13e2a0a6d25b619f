/// Where in an HTML document a byte of a nib stands, as far as it matters for what may be written there.
///
/// Follows the tokenizer of the HTML Standard, section 13.2.5, with fewer states: what differs only in parse errors is one.
struct HTMLPosition: Hashable, Sendable {
  enum State: Hashable, Sendable {
    case text
    case tagOpen, endTagOpen, tagName
    case betweenAttributes, attributeName, afterAttributeName, beforeValue
    case quotedValue(UInt8), unquotedValue
    case declaration, comment
    /// In an element whose content is not markup, such as `script` or `title`.
    case rawText
  }

  /// How far the value of an attribute has come that holds an address.
  enum Progress: Hashable, Sendable {
    /// Nothing is written yet.
    case opening
    /// Literal text that may still turn out to be the start of a scheme.
    case literal
    /// A value, or what depends on one, that may still turn out to be the start of a scheme.
    case uncertain
    /// A `/`, `?` or `#` has been written, or a literal scheme, so what follows can't become a scheme.
    case settled
  }

  private(set) var state = State.text
  private(set) var tagName: [UInt8] = []
  private(set) var attributeName: [UInt8] = []
  private(set) var progress = Progress.opening
  /// The literal start of an address that isn't settled, or that a `:` settled.
  private(set) var addressStart: [UInt8] = []
  /// What is wrong with the last byte, if it can't be left to the browser.
  private(set) var problem: String?
  private var isEndTag = false
  /// How much of what ends the comment or the raw text has been seen.
  private var matched = 0

  /// Goes on behind a literal byte.
  mutating func read(_ byte: UInt8) {
    switch state {
    case .text: if byte == 0x3C { state = .tagOpen }
    case .tagOpen, .endTagOpen: readTagOpen(byte)
    case .tagName, .betweenAttributes, .attributeName, .afterAttributeName, .beforeValue: readTag(byte)
    case .quotedValue(let quote): readQuoted(byte, quote)
    case .unquotedValue:
      if byte == 0x3E { closeTag() } else if Self.isSpace(byte) { state = .betweenAttributes }
    case .declaration: readDeclaration(byte)
    case .comment: readComment(byte)
    case .rawText: readRawText(byte)
    }
  }

  private mutating func readTagOpen(_ byte: UInt8) {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A:
      isEndTag = state == .endTagOpen
      tagName = [byte | 0x20]
      state = .tagName
    case 0x2F where state == .tagOpen: state = .endTagOpen
    case 0x21, 0x3F: (state, matched) = (.declaration, 0)
    case 0x3C: state = .tagOpen
    default: state = state == .tagOpen || byte == 0x3E ? .text : .declaration
    }
  }

  private mutating func readTag(_ byte: UInt8) {
    if byte == 0x3E { return closeTag() }
    if state == .beforeValue { return readBeforeValue(byte) }
    if byte == 0x2F { return state = .betweenAttributes }
    if Self.isSpace(byte) {
      if state == .attributeName || state == .afterAttributeName {
        state = .afterAttributeName
      } else {
        state = .betweenAttributes
      }
      return
    }
    let small = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    switch state {
    case .tagName: tagName.append(small)
    case .attributeName where byte != 0x3D: attributeName.append(small)
    case .attributeName: state = .beforeValue
    case .afterAttributeName where byte == 0x3D: state = .beforeValue
    default:
      if byte == 0x3D { problem = "this = has no attribute: put name and value in the same section" }
      attributeName = [small]
      state = .attributeName
    }
  }

  private mutating func readBeforeValue(_ byte: UInt8) {
    if byte == 0x22 || byte == 0x27 {
      (state, progress, addressStart) = (.quotedValue(byte), .opening, [])
    } else if !Self.isSpace(byte) {
      state = .unquotedValue
    }
  }

  private mutating func readQuoted(_ byte: UInt8, _ quote: UInt8) {
    if byte == quote {
      state = .betweenAttributes
    } else if progress != .settled {
      if byte == 0x3A, progress == .uncertain, holdsAddress {
        problem = "a value can't be a URL scheme: write https:// or / before it"
      }
      if progress != .uncertain { addressStart.append(byte) }
      if [0x2F, 0x3F, 0x23, 0x3A].contains(byte) {
        progress = .settled
      } else if progress == .opening {
        progress = .literal
      }
    }
  }

  private mutating func readDeclaration(_ byte: UInt8) {
    if byte == 0x3E { return state = .text }
    guard matched >= 0 else { return }
    matched = byte == 0x2D ? matched + 1 : -1
    if matched == 2 { state = .comment }
  }

  private mutating func readComment(_ byte: UInt8) {
    switch byte {
    case 0x2D: matched += 1
    case 0x21 where matched >= 2: break
    case 0x3E where matched >= 2: (state, matched) = (.text, 0)
    default: matched = 0
    }
  }

  private mutating func readRawText(_ byte: UInt8) {
    let ending = [0x3C, 0x2F] + tagName
    if matched == ending.count {
      if byte == 0x3E { return (state, matched) = (.text, 0) }
      if Self.isSpace(byte) || byte == 0x2F { return (state, isEndTag, matched) = (.betweenAttributes, true, 0) }
      matched = 0
    }
    let small = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    matched = small == ending[matched] ? matched + 1 : small == 0x3C ? 1 : 0
  }

  private mutating func closeTag() {
    matched = 0
    let isRaw = !isEndTag && Self.rawElements.contains(String(decoding: tagName, as: UTF8.self))
    state = isRaw ? .rawText : .text
  }

  private static let rawElements: Set<String> = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext",
  ]

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B }
}

extension HTMLPosition {
  /// Goes on behind a tag that writes a value.
  mutating func passValue() {
    if progress != .settled { progress = .uncertain }
    matched = 0
  }

  /// Goes on at the start or the end of a section, which may stand between attributes. Says what is wrong if it may not.
  mutating func passSectionTag() -> String? {
    switch state {
    case .tagName, .betweenAttributes, .attributeName, .afterAttributeName:
      (state, attributeName) = (.betweenAttributes, [])
      return nil
    case .tagOpen, .endTagOpen: return "a section can't start or end between < and the name of an element"
    case .beforeValue, .unquotedValue: return "put the value of the attribute in quotes"
    default:
      matched = 0
      return nil
    }
  }

  /// Where things stand behind something that may be there or not: `self` is the place before it, `other` the one behind.
  /// `nil` if the two are different places.
  func joined(_ other: HTMLPosition) -> HTMLPosition? {
    var here = self
    var there = other
    let isSame = progress == other.progress && addressStart == other.addressStart
    let isSettled = progress == .settled && other.progress == .settled
    let joint: Progress = isSame ? progress : isSettled ? .settled : .uncertain
    let start = startsCode ? addressStart : other.addressStart
    if case .quotedValue = state {} else { (here.attributeName, there.attributeName) = ([], []) }
    if state == .text { (here.tagName, there.tagName, here.isEndTag, there.isEndTag) = ([], [], false, false) }
    (here.progress, there.progress) = (joint, joint)
    (here.addressStart, there.addressStart) = (start, start)
    (here.matched, there.matched) = (0, 0)
    return here == there ? there : nil
  }
}
