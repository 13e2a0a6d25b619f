/// A text as searches see it: without case and accents, cut into words.
package struct FoldedText {
  /// The folded letters and signs.
  package private(set) var letters: [UInt32] = []
  /// The words, as ranges of `letters`.
  package private(set) var words: [Range<Int>] = []
  /// Where each letter begins in the text's bytes, and where the last one ends.
  private var starts: [Int] = []

  /// Folds a text; what isn't UTF-8 becomes a sign that nothing matches.
  package init(_ text: Span<UInt8>) {
    letters.reserveCapacity(text.count)
    starts.reserveCapacity(text.count + 1)
    var at = 0
    var wordStart: Int?
    while at < text.count {
      let (scalar, length) = Self.scalar(text, at)
      if let letter = LetterFolding.folded(scalar) {
        let isWord = LetterFolding.isPartOfWord(scalar)
        if isWord, wordStart == nil { wordStart = letters.count }
        if !isWord, let start = wordStart {
          words.append(start..<letters.count)
          wordStart = nil
        }
        letters.append(letter)
        starts.append(at)
      }
      at += length
    }
    if let start = wordStart { words.append(start..<letters.count) }
    starts.append(text.count)
  }

  /// The bytes of some letters, with the accents that follow them.
  package func bytes(of range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<starts[range.upperBound] }

  /// The scalar that begins at a place, and its bytes (RFC 3629 section 3).
  private static func scalar(_ text: Span<UInt8>, _ at: Int) -> (UInt32, Int) {
    let first = UInt32(text[at])
    guard first >= 0x80 else { return (first, 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, at + length <= text.count else { return (0xFFFD, 1) }
    var value = first & (0x7F >> UInt32(length))
    for next in (at + 1)..<(at + length) {
      guard text[next] & 0xC0 == 0x80 else { return (0xFFFD, 1) }
      value = value << 6 | UInt32(text[next] & 0x3F)
    }
    return (value, length)
  }
}
