internal import SQLTables
internal import TableModel

/// A statement that a visitor wrote, read as far as to know its parameters and the names in it
/// (https://www.postgresql.org/docs/15/sql-syntax-lexical.html). Whether it makes sense is for the server to say.
struct VisitorStatement {
  /// A name or a key word: in lower case, unless it stood between double quotes.
  struct Word: Hashable {
    var text: String
    /// Whether it stands before a parenthesis, as the name of a function does.
    var isCalled = false
  }

  /// The statement with `$1`, `$2`, … in place of `:name`, without what ends it. Names longer than that leave blanks behind, so that places stay.
  private(set) var sql: [UInt8] = []
  /// The names of the parameters, by their numbers.
  private(set) var parameters: [String] = []
  private(set) var words: [Word] = []
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// - Parameter changesRows: whether it is one of the site's owner that changes rows, and not one that only reads.
  /// - Throws: `StatementError` for what is no single statement of that kind, as far as that can be seen.
  init(_ text: String, changesRows: Bool = false) throws(StatementError) {
    bytes = Array(text.utf8)
    guard !bytes.contains(0) else { throw StatementError("A statement can't contain a null character") }
    try scan()
    guard let first = sql.firstIndex(where: { $0 > 0x20 }), !words.isEmpty || sql[first] == UInt8(ascii: "(") else {
      throw StatementError("Enter a query, such as: select 1", parameters: parameters)
    }
    if changesRows {
      try checkChange()
      return
    }
    guard sql[first] == UInt8(ascii: "(") || ["select", "with", "values", "table"].contains(words[0].text) else {
      throw StatementError(Self.readOnlyMessage, parameters: parameters)
    }
    // It stands between parentheses when it is run: none of its own may end them.
    guard depth == 0 else { throw StatementError("A parenthesis isn't closed", parameters: parameters) }
  }

  static let readOnlyMessage = "Only SELECT statements are allowed"

  private func checkChange() throws(StatementError) {
    let changing: Set<String> = ["insert", "update", "delete", "merge"]
    guard let first = words.first?.text,
      changing.contains(first) || first == "with" && words.contains(where: { changing.contains($0.text) })
    else {
      throw StatementError("Only INSERT, UPDATE, DELETE and MERGE statements change rows", parameters: parameters)
    }
  }

  /// The values of its parameters, by their numbers.
  func values(_ parameters: [String: String]) -> [SQLValue] {
    self.parameters.map { parameters[$0].map { SQLValue($0) } ?? .null }
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    let place = position + offset
    return place < bytes.count ? bytes[place] : nil
  }

  private mutating func keep(_ count: Int) {
    let end = min(position + count, bytes.count)
    sql += bytes[position..<end]
    position = end
  }

  private mutating func scan() throws(StatementError) {
    // Whether what was read last is a word, whatever blanks and comments stand behind it.
    var isBehindWord = false
    while let byte = byte() {
      var isWord = false
      switch byte {
      case ...0x20:
        keep(1)
        continue
      case UInt8(ascii: "-") where self.byte(1) == UInt8(ascii: "-"):
        skipLine()
        continue
      case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"):
        try skipComment()
        continue
      case UInt8(ascii: "'"): try keepQuoted(byte)
      case UInt8(ascii: "\""):
        try keepName()
        isWord = true
      case UInt8(ascii: "$"): try keepDollarQuoted()
      case UInt8(ascii: ":"): try keepParameter()
      case UInt8(ascii: ";"): return try end()
      case UInt8(ascii: "("):
        depth += 1
        if isBehindWord { words[words.count - 1].isCalled = true }
        keep(1)
      case UInt8(ascii: ")"):
        depth -= 1
        guard depth >= 0 else { throw StatementError("A parenthesis is closed that isn't open", offset: position) }
        keep(1)
      case _ where Self.beginsWord(byte): isWord = try keepWord()
      case UInt8(ascii: "0")...UInt8(ascii: "9"): keep(bytes[position...].prefix(while: Self.continuesWord).count)
      default: keep(1)
      }
      isBehindWord = isWord
    }
  }

  private static func beginsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...: true
    default: false
    }
  }

  private static func continuesWord(_ byte: UInt8) -> Bool {
    beginsWord(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "$")
  }

  /// - Returns: whether it is a word, and not the beginning of a text.
  private mutating func keepWord() throws(StatementError) -> Bool {
    let word = bytes[position...].prefix(while: Self.continuesWord)
    let text = String(decoding: word, as: UTF8.self).lowercased()
    // `E'…'` has backslashes, and names of the form `U&"…"` could spell anything.
    if text == "e", byte(1) == UInt8(ascii: "'") {
      keep(1)
      try keepQuoted(UInt8(ascii: "'"), hasBackslashes: true)
      return false
    }
    if text == "u", byte(1) == UInt8(ascii: "&"), byte(2) == UInt8(ascii: "\"") {
      throw StatementError("Names with Unicode escapes can't be used here", offset: position)
    }
    words.append(Word(text: text))
    keep(word.count)
    return true
  }

  private mutating func keepName() throws(StatementError) {
    let start = position
    try keepQuoted(UInt8(ascii: "\""))
    let text = String(decoding: bytes[(start + 1)..<(position - 1)], as: UTF8.self)
    words.append(Word(text: text.replacing("\"\"", with: "\"")))
  }

  private mutating func keepQuoted(_ quote: UInt8, hasBackslashes: Bool = false) throws(StatementError) {
    let start = position
    keep(1)
    while let byte = byte() {
      if hasBackslashes, byte == UInt8(ascii: "\\") {
        keep(2)
      } else if byte == quote {
        keep(1)
        guard self.byte() == quote else { return }
        keep(1)
      } else {
        keep(1)
      }
    }
    throw StatementError("A quotation isn't closed", offset: start, parameters: parameters)
  }

  private mutating func keepDollarQuoted() throws(StatementError) {
    let start = position
    let tag = bytes[(position + 1)...].prefix { Self.continuesWord($0) && $0 != UInt8(ascii: "$") }
    guard byte(tag.count + 1) == UInt8(ascii: "$"), tag.first.map(Self.beginsWord) ?? true else {
      throw StatementError("Parameters must be named, such as :name", offset: start, parameters: parameters)
    }
    let mark = Array(bytes[position...(position + tag.count + 1)])
    keep(mark.count)
    while position < bytes.count, !bytes[position...].starts(with: mark) { keep(1) }
    guard position < bytes.count else {
      throw StatementError("A quotation isn't closed", offset: start, parameters: parameters)
    }
    keep(mark.count)
  }

  /// A parameter; of a cast (`::`) and the like both signs.
  private mutating func keepParameter() throws(StatementError) {
    guard let next = byte(1), Self.beginsWord(next) else { return keep(byte(1) == UInt8(ascii: ":") ? 2 : 1) }
    let name = bytes[(position + 1)...].prefix(while: Self.continuesWord)
    let text = String(decoding: name, as: UTF8.self)
    let number: Int
    if let known = parameters.firstIndex(of: text) {
      number = known + 1
    } else {
      parameters.append(text)
      number = parameters.count
    }
    let written = Array("$\(number)".utf8)
    sql += written + [UInt8](repeating: 0x20, count: max(0, name.count + 1 - written.count))
    position += name.count + 1
  }

  private mutating func skipLine() {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    blank(until: end)
  }

  /// A comment, which can hold others.
  private mutating func skipComment() throws(StatementError) {
    let start = position
    var depth = 0, end = position
    repeat {
      guard end + 1 < bytes.count else {
        throw StatementError("A comment isn't closed", offset: start, parameters: parameters)
      }
      switch (bytes[end], bytes[end + 1]) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): (depth, end) = (depth + 1, end + 2)
      case (UInt8(ascii: "*"), UInt8(ascii: "/")): (depth, end) = (depth - 1, end + 2)
      default: end += 1
      }
    } while depth > 0
    blank(until: end)
  }

  private mutating func blank(until end: Int) {
    sql += [UInt8](repeating: 0x20, count: end - position)
    position = end
  }

  /// Behind the end there is nothing but blanks, comments and further ends.
  private mutating func end() throws(StatementError) {
    let kept = sql, place = position
    while let byte = byte() {
      switch byte {
      case UInt8(ascii: "-") where self.byte(1) == UInt8(ascii: "-"): skipLine()
      case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"): try skipComment()
      case UInt8(ascii: ";"), ...0x20: position += 1
      default: throw StatementError("Only one statement is allowed", offset: place, parameters: parameters)
      }
    }
    sql = kept
  }
}
