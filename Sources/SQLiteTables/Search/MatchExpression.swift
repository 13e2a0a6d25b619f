internal import TableModel
internal import TextCoding

/// What people look for, in the language of a full-text index.
enum MatchExpression {
  /// Words and phrases that all have to be found, none of which means anything to the index but itself; a `*` at the end of
  /// one stands for any ending.
  static func words(of text: String, for module: FullTextIndex.Module) -> String {
    // The index reads its language as a text of C, which a zero ends.
    let text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? " " : $0 }))
    let terms = SearchTerms(text).terms
    if module == .fts5 { return terms.map(fiveTerm).joined(separator: " ") }
    // To FTS3 and FTS4 a phrase without a word is found nowhere; FTS5 leaves it out.
    let spoken = terms.filter { $0.utf8.contains { $0 >= 0x80 || Self.isLetter($0) } }
    return (spoken.isEmpty ? terms : spoken).map(earlierTerm).joined(separator: " ")
  }

  private static func fiveTerm(_ term: String) -> String {
    let isPrefix = term.count > 1 && term.hasSuffix("*")
    let phrase = (isPrefix ? String(term.dropLast()) : term).split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + phrase.joined(separator: "\"\"") + "\"" + (isPrefix ? "*" : "")
  }

  /// Within a phrase of these `^` and `*` still have a meaning (https://sqlite.org/fts3.html#full_text_index_queries).
  private static func earlierTerm(_ term: String) -> String {
    let isPrefix = term.count > 1 && term.hasSuffix("*")
    let phrase = term.unicodeScalars.map { "\"^*".unicodeScalars.contains($0) ? " " : $0 }
    var words = String(String.UnicodeScalarView(phrase))
    if isPrefix { words = words.dropLast() + "*" }
    return "\"" + words + "\""
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}
