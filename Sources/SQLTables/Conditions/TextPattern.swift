internal import TableModel

/// A pattern that texts are held against.
package struct TextPattern: Sendable {
  /// What the characters of a pattern mean.
  package enum Language: Sendable {
    /// `%` and `_`, which nothing makes letters of.
    case like
    /// The same, where a backslash makes them letters.
    case escaped
    /// `*`, `?` and `[…]`.
    case glob
  }
  package let language: Language
  /// The pattern as it is written.
  package let text: String

  init(containing text: String) { self.init(.escaped, "%" + Self.escaped(text) + "%") }
  init(beginningWith text: String) { self.init(.escaped, Self.escaped(text) + "%") }
  init(endingWith text: String) { self.init(.escaped, "%" + Self.escaped(text)) }
  init(like pattern: String) { self.init(.like, pattern) }
  init(glob pattern: String) { self.init(.glob, pattern) }

  private init(_ language: Language, _ text: String) {
    self.language = language
    self.text = text
  }

  /// The condition that a column's text fits the pattern.
  func condition(
    on column: ComparedColumn, in dialect: any SQLDialect, isNegated: Bool = false
  ) throws(TableError) -> RowCondition {
    guard text.utf8.count <= RowCondition.patternByteLimit else {
      throw .badRequest("The search text is too long: at most \(RowCondition.patternByteLimit) bytes.")
    }
    return dialect.match(column.textExpression, self, isNegated: isNegated)
  }

  /// Whether texts that fit may begin with any letter.
  package var beginsOpen: Bool {
    switch text.utf8.first {
    case nil: true
    case UInt8(ascii: "%"), UInt8(ascii: "_"): language != .glob
    case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["): language == .glob
    default: false
    }
  }

  /// A text as a pattern that stands for itself alone.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "_" || scalar == "\\" { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
