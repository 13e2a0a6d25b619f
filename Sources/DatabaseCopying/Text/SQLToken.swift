/// A piece of a statement, with the place where it stands.
struct SQLToken {
  enum Kind { case word, identifier, text, number, mark }

  var kind: Kind
  /// As it stands in the statement; of identifiers between quotes and of texts, what is between them.
  var text: String
  /// Whether blanks or a comment stand before it.
  var followsBlank: Bool

  /// Whether it is a word of SQL, whatever its case.
  func isWord(_ word: String) -> Bool { kind == .word && text.uppercased() == word }
  /// Whether it is a mark such as `(`.
  func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }

  /// The tokens of a statement, without its comments.
  static func all(of sql: String) -> [SQLToken] {
    var reader = SQLTokenReader(sql)
    var tokens: [SQLToken] = []
    while let token = reader.next() { tokens.append(token) }
    return tokens
  }
}

/// Cuts a statement into tokens as both SQLite and PostgreSQL write them.
private struct SQLTokenReader {
  private let scalars: [Unicode.Scalar]
  private var place = 0

  init(_ sql: String) { scalars = Array(sql.unicodeScalars) }

  private static let longMarks: [String] = [
    "||", "<=", ">=", "<>", "!=", "==", "<<", ">>", "->>", "->", "::", "~~*", "!~~*", "!~~", "~~",
  ]

  mutating func next() -> SQLToken? {
    let isBlank = skipBlanks()
    guard place < scalars.count else { return nil }
    let first = scalars[place]
    switch first {
    case "\"", "`": return SQLToken(kind: .identifier, text: quoted(first), followsBlank: isBlank)
    case "[" where isName(at: place + 1): return SQLToken(kind: .identifier, text: bracketed(), followsBlank: isBlank)
    case "'": return SQLToken(kind: .text, text: quoted(first), followsBlank: isBlank)
    case "0"..."9":
      return SQLToken(kind: .number, text: taken { Self.isWord($0) || $0 == "." }, followsBlank: isBlank)
    case _ where Self.isWord(first):
      return SQLToken(kind: .word, text: taken(while: Self.isWord), followsBlank: isBlank)
    default: break
    }
    for mark in Self.longMarks.sorted(by: { $0.count > $1.count }) where starts(with: mark) {
      place += mark.unicodeScalars.count
      return SQLToken(kind: .mark, text: mark, followsBlank: isBlank)
    }
    place += 1
    return SQLToken(kind: .mark, text: String(first), followsBlank: isBlank)
  }

  /// `[name]` is a name in SQLite; `ARRAY[…]` and `a[1]` of PostgreSQL stand right behind a word.
  private func isName(at start: Int) -> Bool {
    guard place == 0 || !Self.isWord(scalars[place - 1]) else { return false }
    return scalars[start...].contains("]")
  }

  private func starts(with text: String) -> Bool { scalars[place...].starts(with: text.unicodeScalars) }

  private mutating func taken(while isPart: (Unicode.Scalar) -> Bool) -> String {
    var text = ""
    while place < scalars.count, isPart(scalars[place]) {
      text.unicodeScalars.append(scalars[place])
      place += 1
    }
    return text
  }

  private mutating func quoted(_ quote: Unicode.Scalar) -> String {
    var text = ""
    place += 1
    while place < scalars.count {
      let scalar = scalars[place]
      place += 1
      if scalar == quote {
        guard place < scalars.count, scalars[place] == quote else { break }
        place += 1
      }
      text.unicodeScalars.append(scalar)
    }
    return text
  }

  private mutating func bracketed() -> String {
    place += 1
    defer { place += 1 }
    return taken { $0 != "]" }
  }

  private mutating func skipBlanks() -> Bool {
    let start = place
    while place < scalars.count {
      if scalars[place].properties.isWhitespace {
        place += 1
      } else if starts(with: "--") {
        while place < scalars.count, scalars[place] != "\n" { place += 1 }
      } else if starts(with: "/*") {
        place += 2
        while place < scalars.count, !starts(with: "*/") { place += 1 }
        place = min(place + 2, scalars.count)
      } else {
        break
      }
    }
    return place > start
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }
}

extension [SQLToken] {
  /// The tokens between the parenthesis at a place and its counterpart, and the place behind that; `nil` if there is none.
  func group(at start: Int) -> (inside: [SQLToken], end: Int)? {
    guard indices.contains(start), self[start].isMark("(") else { return nil }
    var depth = 0
    for place in start..<count {
      if self[place].isMark("(") { depth += 1 }
      if self[place].isMark(")") { depth -= 1 }
      if depth == 0 { return (Array(self[(start + 1)..<place]), place + 1) }
    }
    return nil
  }

  /// What stands between commas that are within no parenthesis.
  func separatedByCommas() -> [[SQLToken]] {
    var parts: [[SQLToken]] = [[]], depth = 0
    for token in self {
      if token.isMark("(") || token.isMark("[") { depth += 1 }
      if token.isMark(")") || token.isMark("]") { depth -= 1 }
      if depth == 0, token.isMark(",") { parts.append([]) } else { parts[parts.count - 1].append(token) }
    }
    return parts
  }

  /// The tokens as they stood, with one blank where there were some.
  var sql: String {
    reduce(into: "") { text, token in
      if token.followsBlank, !text.isEmpty { text += " " }
      text += token.sql
    }
  }
}

extension SQLToken {
  /// The token as both engines write it.
  var sql: String {
    switch kind {
    case .identifier: "\"" + text.replacing("\"", with: "\"\"") + "\""
    case .text: "'" + text.replacing("'", with: "''") + "'"
    case .word, .number, .mark: text
    }
  }
}
