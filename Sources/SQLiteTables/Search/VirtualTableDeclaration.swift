/// What a `CREATE VIRTUAL TABLE` statement says: the module, and its arguments as they are written.
///
/// SQLite hands the arguments to the module as texts (https://sqlite.org/lang_createvtab.html); here they are cut at the same commas.
struct VirtualTableDeclaration {
  /// One argument of the module.
  struct Argument {
    /// The words, quoted names without their quotes; `=` is a word of its own.
    var words: [String]

    /// The value of an option `name=value`, names compared without regard to case.
    func value(of option: String) -> String? {
      guard words.count >= 2, words[1] == "=", SchemaCatalog.folded(words[0]) == option else { return nil }
      return words.dropFirst(2).joined(separator: " ")
    }
  }

  /// The module's name in lower case.
  let module: String
  let arguments: [Argument]

  /// Reads the statement as the schema keeps it; `nil` for any other statement.
  init?(_ sql: String) {
    var scanner = DeclarationScanner(sql)
    var module: String?
    while let token = scanner.next() {
      guard case .word(let word) = token, SchemaCatalog.folded(word) == "using" else { continue }
      if case .word(let name)? = scanner.next() { module = SchemaCatalog.folded(name) }
      break
    }
    guard let module else { return nil }
    self.module = module
    var arguments: [Argument] = []
    var words: [String] = []
    var depth = 0
    while let token = scanner.next() {
      switch token {
      case .mark("("):
        depth += 1
        continue
      case .mark(")"): depth -= 1
      case .mark(",") where depth == 1:
        arguments.append(Argument(words: words))
        words = []
        continue
      case .mark(let mark): words.append(String(mark))
      case .word(let word), .quoted(let word): words.append(word)
      }
      if depth == 0 { break }
    }
    if !words.isEmpty { arguments.append(Argument(words: words)) }
    self.arguments = arguments
  }
}

/// Cuts a statement into words, quoted names and marks; comments are left out.
private struct DeclarationScanner {
  enum Token {
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
