internal import Glibc
internal import TableModel

/// What a statement makes of the tables that it defines by `WITH`: SQLite copies the definition of one wherever it is named, those within
/// it with it, while it prepares the statement, which nothing stops. Twenty that each name the one before twice are a million copies.
struct CommonTables {
  /// How many copies there are at most.
  let copies: Double
  private static let limit = 10_000.0

  /// - Throws: `StatementError` if there are too many copies.
  static func check(_ text: String) throws(StatementError) {
    guard CommonTables(text).copies <= limit else {
      throw StatementError("The statement's common table expressions are nested too deeply")
    }
  }

  init(_ text: String) {
    var scanner = SQLScanner(text)
    var tokens: [SQLScanner.Token] = []
    while let token = scanner.next() { tokens.append(token) }
    var definitions: [String: Double] = [:]
    for index in tokens.indices {
      if let name = Self.definition(at: index, in: tokens) { definitions[name, default: 0] += 1 }
    }
    guard !definitions.isEmpty else {
      copies = 1
      return
    }
    var names: [String: Double] = [:]
    for (index, token) in tokens.enumerated() {
      // A name before a dot is that of a column's table, of which nothing is copied.
      guard let name = token.name, index + 1 == tokens.count || tokens[index + 1] != .mark(".") else { continue }
      names[name, default: 0] += 1
    }
    copies = definitions.reduce(1) { copies, definition in
      let uses = (names[definition.key] ?? 0) - definition.value
      // Of several definitions of one name most copies come of as many uses of each.
      return copies * pow(max(uses / definition.value, 1), definition.value)
    }
  }

  /// The name that is defined where `AS (`, `AS MATERIALIZED (` or `AS NOT MATERIALIZED (` begins.
  private static func definition(at index: Int, in tokens: [SQLScanner.Token]) -> String? {
    guard index > 0, tokens[index].isWord("as") else { return nil }
    var next = index + 1
    while next < tokens.count, tokens[next].isWord("not") || tokens[next].isWord("materialized") { next += 1 }
    guard next < tokens.count, tokens[next] == .mark("(") else { return nil }
    guard tokens[index - 1] == .mark(")") else { return tokens[index - 1].name }
    // Names of columns stand between the name and `AS`, and nothing else in parentheses.
    guard let open = tokens[..<index].lastIndex(of: .mark("(")), open > 0 else { return nil }
    return tokens[open - 1].name
  }
}

extension SQLScanner.Token {
  /// What a name means, quoted or not.
  fileprivate var name: String? {
    switch self {
    case .word(let name), .quoted(let name): SQLiteDialect.folded(name)
    case .mark: nil
    }
  }

  fileprivate func isWord(_ word: String) -> Bool {
    if case .word(let text) = self { SQLiteDialect.folded(text) == word } else { false }
  }
}
