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
      guard words.count >= 2, words[1] == "=", SQLiteDialect.folded(words[0]) == option else { return nil }
      return words.dropFirst(2).joined(separator: " ")
    }
  }

  /// The module's name in lower case.
  let module: String
  let arguments: [Argument]

  /// Reads the statement as the schema keeps it; `nil` for any other statement.
  init?(_ sql: String) {
    var scanner = SQLScanner(sql)
    var module: String?
    while let token = scanner.next() {
      guard case .word(let word) = token, SQLiteDialect.folded(word) == "using" else { continue }
      if case .word(let name)? = scanner.next() { module = SQLiteDialect.folded(name) }
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
