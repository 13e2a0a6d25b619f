internal import TableModel

/// A pattern that texts are held against.
struct TextPattern {
  private enum Language { case like, escaped, glob }
  private let language: Language
  private let text: String

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
  func condition(on column: String, isNegated: Bool = false) throws(TableError) -> RowCondition {
    guard text.utf8.count <= RowCondition.patternByteLimit else {
      throw .badRequest("The text that is looked for is too long: at most \(RowCondition.patternByteLimit) bytes.")
    }
    // A pattern that starts with fixed letters can be a range of an index, for which SQLite prepares the statement again for every
    // value; the plus keeps it from doing so for the others (https://sqlite.org/optoverview.html#the_like_optimization).
    let place = beginsOpen ? "+?" : "?"
    let word = (isNegated ? "NOT " : "") + (language == .glob ? "GLOB" : "LIKE")
    let escape = language == .escaped ? " ESCAPE '\\'" : ""
    return RowCondition("\(column) \(word) \(place)\(escape)", [SQLValue(text)])
  }

  private var beginsOpen: Bool {
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
