/// Writes an expression or a statement of one engine in the words of the other, as far as that can be done word by word. Whether it means the same
/// there is tried, never taken for granted.
struct ExpressionTranslator {
  /// The names of the target, by those of the source in small letters.
  let names: [String: String]

  private static let keywords: Set<String> = [
    "select", "from", "where", "and", "or", "not", "as", "on", "join", "left", "inner", "outer", "cross", "group", "by",
    "order", "limit", "offset", "having", "union", "all", "distinct", "case", "when", "then", "else", "end", "is",
    "null",
    "in", "like", "between", "exists", "with", "using", "natural", "asc", "desc", "cast", "collate", "values",
  ]

  /// For PostgreSQL, of SQLite's.
  func forServer(_ tokens: [SQLToken]) -> String {
    var translated = tokens
    for place in tokens.indices {
      let token = tokens[place]
      let isCall = place + 1 < tokens.count && tokens[place + 1].isMark("(")
      switch token.kind {
      case .identifier:
        if let name = names[token.text.lowercased()] {
          translated[place].text = name
        } else if place == 0 || !tokens[place - 1].isWord("AS") && !tokens[place - 1].isMark(".") {
          // Between double quotes, what is no column is a text for SQLite; an alias is written so too, and there its name is a column.
          let isAlias = tokens.indices.contains {
            $0 > 0 && tokens[$0].text == token.text && tokens[$0 - 1].isWord("AS")
          }
          if !isAlias { translated[place].kind = .text }
        }
      case .word: translate(&translated[place], isCall: isCall, after: place > 0 ? tokens[place - 1] : nil)
      case .mark where token.text == "==": translated[place].text = "="
      default: break
      }
    }
    return translated.sql
  }

  private func translate(_ token: inout SQLToken, isCall: Bool, after previous: SQLToken?) {
    let word = token.text.lowercased()
    if isCall {
      token.text = ["ifnull": "coalesce", "instr": "strpos", "nullif": "nullif"][word] ?? token.text
    } else if let name = names[word], !Self.keywords.contains(word), previous?.isWord("AS") != true {
      token.kind = .identifier
      token.text = name
    } else if word == "like" {
      // SQLite's doesn't tell the case of ASCII letters.
      token.text = "ILIKE"
    } else if previous?.isWord("AS") == true {
      token.text = ["integer": "bigint", "int": "bigint", "real": "double precision"][word] ?? token.text
    }
  }

  /// For SQLite, of PostgreSQL's.
  func forFile(_ tokens: [SQLToken]) -> String {
    var kept: [SQLToken] = [], place = 0
    while place < tokens.count {
      if tokens[place].isMark("::") {
        place = Self.endOfType(tokens, place + 1)
        continue
      }
      var token = tokens[place]
      if token.kind == .identifier || token.kind == .word, let name = names[token.text.lowercased()],
        token.kind == .identifier || !Self.keywords.contains(token.text.lowercased()),
        place + 1 >= tokens.count || !tokens[place + 1].isMark("(")
      {
        token.kind = .identifier
        token.text = name
      } else if token.isMark("~~") {
        token = SQLToken(kind: .word, text: "LIKE", followsBlank: true)
      }
      kept.append(token)
      place += 1
    }
    return Self.withLists(kept).sql
  }

  /// The place behind the name of a type: words, digits in parentheses, and brackets.
  private static func endOfType(_ tokens: [SQLToken], _ start: Int) -> Int {
    var place = start + 1
    let further: Set<String> = ["VARYING", "PRECISION", "WITH", "WITHOUT", "TIME", "ZONE"]
    while place < tokens.count {
      if tokens[place].kind == .word, further.contains(tokens[place].text.uppercased()) || tokens[place - 1].isMark(".")
      {
        place += 1
      } else if tokens[place].isMark(".") {
        place += 1
      } else if tokens[place].isMark("["), place + 1 < tokens.count, tokens[place + 1].isMark("]") {
        // An array; a bracket by itself ends the list that the value stands in.
        place += 2
      } else if let group = tokens.group(at: place), group.inside.allSatisfy({ $0.kind == .number || $0.isMark(",") }) {
        place = group.end
      } else {
        break
      }
    }
    return place
  }

  /// `= ANY (ARRAY[…])` is `IN (…)`.
  private static func withLists(_ tokens: [SQLToken]) -> [SQLToken] {
    var result = tokens, place = 0
    while place + 3 < result.count {
      defer { place += 1 }
      guard result[place].isMark("="), result[place + 1].isWord("ANY"), var group = result.group(at: place + 2) else {
        continue
      }
      let end = group.end
      while let inner = group.inside.group(at: 0), inner.end == group.inside.count { group = (inner.inside, inner.end) }
      guard group.inside.count > 2, group.inside[0].isWord("ARRAY"), group.inside[1].isMark("["),
        group.inside.last?.isMark("]") == true
      else { continue }
      let list =
        [SQLToken(kind: .word, text: "IN", followsBlank: true), SQLToken(kind: .mark, text: "(", followsBlank: true)]
        + group.inside[2..<(group.inside.count - 1)] + [SQLToken(kind: .mark, text: ")", followsBlank: false)]
      result.replaceSubrange(place..<end, with: list)
    }
    return result
  }
}
