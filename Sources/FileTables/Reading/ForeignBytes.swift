/// Tells of the bytes of a file that are not UTF-8.
///
/// In a file that has UTF-8 characters beyond ASCII they are damage: each of their lines is told. A file without a single one is a file of
/// Windows-1252, which is told once. Which of the two it is may turn out at its end, so that lines are held back until then. Where there are
/// more such bytes than characters of UTF-8, these are told too: two characters of Windows-1252 may look like one.
struct ForeignBytes {
  /// Lines that are held back; those beyond are counted.
  private static let heldLimit = 10_000

  /// Whether the file has a character of UTF-8 beyond ASCII.
  private var isUTF8: Bool
  /// Whether the file says so itself.
  private let hasMark: Bool
  private var foreignByteCount = 0, wideCharacterCount = 0
  private var firstWideLine = 0
  private var held: [LineProblem] = []
  private var heldCount = 0

  /// - Parameter hasMark: whether the file says that it is UTF-8.
  init(hasMark: Bool) {
    self.hasMark = hasMark
    isUTF8 = hasMark
  }

  /// Makes valid UTF-8 of a record or a line.
  /// - Parameter problems: gets what is to be told by now.
  /// - Returns: `nil` if it is valid already.
  mutating func repaired(
    _ bytes: ArraySlice<UInt8>, line: Int, problems: inout [LineProblem]
  ) -> [UInt8]? {
    if String(validating: bytes, as: UTF8.self) != nil {
      // Asked for records with characters beyond ASCII. Each of these begins with such a byte.
      count(bytes.reduce(0) { $1 >= 0xC0 ? $0 + 1 : $0 }, line, &problems)
      return nil
    }
    let repaired = TextEncoding.repaired(bytes)
    foreignByteCount += repaired.foreignBytes.count
    let problem = LineProblem(
      line: line, Self.message(repaired.foreignBytes), text: repaired.text.prefix { !LineEnd.begins(with: $0) })
    count(repaired.wideCharacterCount, line, &problems)
    if isUTF8 {
      problems.append(problem)
    } else {
      heldCount += 1
      if held.count < Self.heldLimit { held.append(problem) }
    }
    return repaired.text
  }

  /// What is to be told at the end of the file.
  mutating func end() -> LineProblem? {
    if !hasMark, wideCharacterCount > 0, foreignByteCount > wideCharacterCount { return doubt }
    guard let first = held.first else { return nil }
    let lines = heldCount == 1 ? "1 line has" : "\(heldCount) lines have"
    held.removeAll()
    return LineProblem(
      line: first.line,
      "The file isn't UTF-8 and was read as Windows-1252; \(lines) non-ASCII characters, from this one on.",
      text: first.text.utf8)
  }

  private var doubt: LineProblem {
    let characters = wideCharacterCount == 1 ? "1 character" : "\(wideCharacterCount) characters"
    return LineProblem(
      line: firstWideLine,
      """
      Most non-ASCII bytes of the file aren't UTF-8: it may be Windows-1252, of which \(characters), from this line on, \
      look like UTF-8 and were read as that.
      """)
  }

  /// Takes characters of UTF-8 beyond ASCII into account: with the first one it is known that the file is UTF-8, and told what was held back.
  private mutating func count(_ wideCharacters: Int, _ line: Int, _ problems: inout [LineProblem]) {
    guard wideCharacters > 0 else { return }
    if wideCharacterCount == 0 { firstWideLine = line }
    wideCharacterCount += wideCharacters
    guard !isUTF8 else { return }
    isUTF8 = true
    problems += held
    if heldCount > held.count, let last = held.last {
      problems.append(
        LineProblem(
          line: last.line, "\(heldCount - held.count) more lines after this one have bytes that aren't UTF-8."))
    }
    held.removeAll()
  }

  private static func message(_ bytes: [UInt8]) -> String {
    guard let first = bytes.first, bytes.count == 1 else {
      return "\(bytes.count) bytes aren't UTF-8; each was read as Windows-1252."
    }
    let code = String(first, radix: 16, uppercase: true)
    return "The byte \(code) isn't UTF-8; it was read as Windows-1252 “\(TextEncoding.text(of: [first]))”."
  }
}
