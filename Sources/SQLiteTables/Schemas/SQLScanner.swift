/// Cuts a statement into words, quoted names and marks; comments are left out. As in SQLite, what isn't ASCII belongs to words.
struct SQLScanner {
  enum Token: Hashable {
    case word(String)
    case quoted(String)
    case mark(Character)
  }

  private var rest: Substring.UTF8View

  init(_ sql: String) { rest = Substring(sql).utf8 }

  mutating func next() -> Token? {
    skipBlanks()
    guard let first = rest.first else { return nil }
    if Self.isWord(first) {
      let word = rest.prefix(while: Self.isWord)
      rest = rest[word.endIndex...]
      return .word(String(Substring(word)))
    }
    rest.removeFirst()
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): return .quoted(quoted(until: first))
    case UInt8(ascii: "["): return .quoted(quoted(until: UInt8(ascii: "]")))
    default: return .mark(Character(Unicode.Scalar(first)))
    }
  }

  private mutating func quoted(until end: UInt8) -> String {
    var text = ""
    while true {
      let part = rest.prefix { $0 != end }
      text += Substring(part)
      rest = rest[part.endIndex...].dropFirst()
      // Doubled, the quote stands for itself; there is no such thing between brackets.
      guard end != UInt8(ascii: "]"), rest.first == end else { return text }
      text.unicodeScalars.append(Unicode.Scalar(end))
      rest.removeFirst()
    }
  }

  private mutating func skipBlanks() {
    while let first = rest.first {
      if first == UInt8(ascii: " ") || (0x09...0x0D).contains(first) {
        rest.removeFirst()
      } else if begins("--") {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
      } else if begins("/*") {
        rest.removeFirst(2)
        while !rest.isEmpty, !begins("*/") { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else {
        return
      }
    }
  }

  private func begins(_ mark: StaticString) -> Bool {
    mark.withUTF8Buffer { rest.first == $0.first && rest.starts(with: $0) }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x80..., UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
