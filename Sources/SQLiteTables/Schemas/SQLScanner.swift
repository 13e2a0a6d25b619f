/// Cuts a statement into words, quoted names and marks; comments are left out.
struct SQLScanner {
  enum Token: Hashable {
    case word(String)
    case quoted(String)
    case mark(Character)
  }

  private var rest: Substring.UnicodeScalarView

  init(_ sql: String) { rest = Substring(sql).unicodeScalars }

  mutating func next() -> Token? {
    skipBlanks()
    guard let first = rest.popFirst() else { return nil }
    switch first {
    case "\"", "'", "`": return .quoted(quoted(until: first))
    case "[": return .quoted(quoted(until: "]"))
    case _ where Self.isWord(first):
      var word = String(first)
      while let scalar = rest.first, Self.isWord(scalar) {
        word.unicodeScalars.append(scalar)
        rest.removeFirst()
      }
      return .word(word)
    default: return .mark(Character(first))
    }
  }

  private mutating func quoted(until end: Unicode.Scalar) -> String {
    var text = ""
    while let scalar = rest.popFirst() {
      if scalar == end {
        // Doubled, the quote stands for itself; there is no such thing between brackets.
        guard end != "]", rest.first == end else { break }
        rest.removeFirst()
      }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  private mutating func skipBlanks() {
    while let scalar = rest.first {
      if scalar.properties.isWhitespace {
        rest.removeFirst()
      } else if rest.starts(with: "--".unicodeScalars) {
        while let scalar = rest.popFirst(), scalar != "\n" {}
      } else if rest.starts(with: "/*".unicodeScalars) {
        rest.removeFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/".unicodeScalars) { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else {
        return
      }
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic
      || ("0"..."9").contains(scalar)
  }
}
