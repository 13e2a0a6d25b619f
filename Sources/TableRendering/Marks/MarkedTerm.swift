import TableModel
internal import TextCoding

/// A word, some letters or a phrase to be marked, folded as texts are.
struct MarkedTerm: Sendable {
  private enum Form {
    /// Letters anywhere.
    case letters([UInt32])
    /// Words behind each other; of the last one perhaps only the beginning.
    case words([[UInt32]], isPrefix: Bool, isStem: Bool)
  }

  private let form: Form

  /// What a search looks for.
  static func terms(
    of search: TextSearch, _ matching: RecordSchema.SearchIndex.Matching, isIndexed: Bool
  ) -> [MarkedTerm] {
    let text = search.isRaw && isIndexed ? plain(search.text) : search.text
    return SearchTerms(text).terms.compactMap { MarkedTerm($0, matching, isIndexed: isIndexed) }
  }

  private init?(_ term: String, _ matching: RecordSchema.SearchIndex.Matching, isIndexed: Bool) {
    let isPrefix = term.count > 1 && term.hasSuffix("*")
    let text = isPrefix ? String(term.dropLast()) : term
    let folded = FoldedText(text.utf8.span)
    if matching == .fragments {
      guard !folded.letters.isEmpty else { return nil }
      form = .letters(folded.letters)
    } else {
      let words = folded.words.map { Array(folded.letters[$0]) }
      guard !words.isEmpty else { return nil }
      form = .words(words, isPrefix: isPrefix, isStem: matching == .stems)
    }
  }

  /// A search in the index's own language without what isn't looked for: operators, names of columns, parentheses.
  private static func plain(_ text: String) -> String {
    var words: [String] = []
    for part in text.split(whereSeparator: { $0.isWhitespace || "(){}[],+^&|!<>".contains($0) }) {
      let operators = ["AND", "OR", "NOT", "NEAR"]
      guard !operators.contains(where: { part == $0 || part.hasPrefix($0 + "/") }) else { continue }
      // A quoted word may hold a colon; the name of a column stands before one.
      let word =
        part.hasSuffix(":*")
        ? part.dropLast(2) + "*" : part.split(separator: ":", omittingEmptySubsequences: false).last ?? part
      if !word.isEmpty { words.append(String(part.hasPrefix("\"") ? part : word)) }
    }
    return words.joined(separator: " ")
  }

  // MARK: Finding

  /// Adds the bytes of a text that match.
  func find(in text: FoldedText, into found: inout [Range<Int>]) {
    switch form {
    case .letters(let letters): Self.find(letters, in: text, into: &found)
    case .words(let words, let isPrefix, let isStem):
      guard text.words.count >= words.count else { return }
      for start in 0...(text.words.count - words.count) {
        let isFound = words.indices.allSatisfy { place in
          let seen = text.letters[text.words[start + place]]
          let wanted = words[place]
          if isPrefix, place == words.count - 1 { return seen.starts(with: wanted) }
          return seen.elementsEqual(wanted) || isStem && Self.haveOneStem(seen, wanted[...])
        }
        if isFound {
          found.append(text.bytes(of: text.words[start].lowerBound..<text.words[start + words.count - 1].upperBound))
        }
      }
    }
  }

  private static func find(_ letters: [UInt32], in text: FoldedText, into found: inout [Range<Int>]) {
    var start = 0
    while start + letters.count <= text.letters.count {
      if text.letters[start] == letters[0], text.letters[start..<(start + letters.count)].elementsEqual(letters) {
        found.append(text.bytes(of: start..<(start + letters.count)))
        start += letters.count
      } else {
        start += 1
      }
    }
  }

  /// Whether two English words are likely to be forms of one: what they don't have in common are endings.
  ///
  /// Looser than Porter's rules, by which the index has chosen the row: it is about a mark, not about a match.
  static func haveOneStem(_ one: ArraySlice<UInt32>, _ other: ArraySlice<UInt32>) -> Bool {
    let common = zip(one, other).prefix { $0 == $1 }.count
    guard common >= 3 else { return false }
    let last = one[one.startIndex + common - 1]
    return [one, other].allSatisfy { word in
      var rest = word.dropFirst(common)
      // `run`, `running`: the last letter is doubled before an ending.
      if rest.first == last, rest.count > 1 { rest = rest.dropFirst() }
      return endings.contains(Array(rest))
    }
  }

  private static let endings: Set<[UInt32]> = Set(
    [
      "", "s", "es", "e", "ed", "er", "ers", "ing", "ings", "y", "ies", "ied", "i", "ly", "ion", "ions", "ation",
      "ations",
      "ness", "ment", "ments", "able", "al", "ive", "ful", "d", "r", "ying", "ate", "ated", "ates", "ize", "izer",
      "ization",
      "ity", "ous",
    ].map { $0.unicodeScalars.map(\.value) })
}
