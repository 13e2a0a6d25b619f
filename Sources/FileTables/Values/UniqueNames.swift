internal import SQLiteTables

/// Names that SQLite tells apart.
struct UniqueNames {
  private var taken: Set<String> = []

  /// The name, or with a number behind it if it is taken: `name_2`.
  mutating func add(_ name: String) -> String {
    var candidate = name
    var number = 2
    while !taken.insert(SQLiteDialect().folded(candidate)).inserted {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }

  /// Lets a name be used again.
  mutating func remove(_ name: String) { taken.remove(SQLiteDialect().folded(name)) }

  /// Column names from the words of a header: without surrounding spaces, none empty, no two the same.
  static func columns(_ words: [String]) -> [String] {
    var names = UniqueNames()
    return words.enumerated().map { position, word in
      // A null character would end the name within a statement.
      let trimmed = String(String.UnicodeScalarView(word.unicodeScalars.filter { $0 != "\0" })).trimmed
      return names.add(trimmed.isEmpty ? "column_\(position + 1)" : trimmed)
    }
  }
}

extension String {
  /// Without the white space and control characters around it.
  var trimmed: String {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.value <= 0x20 || scalar.properties.isWhitespace }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }), let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
