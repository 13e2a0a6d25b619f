/// Which part of a text is shown where it doesn't fit: positions in its bytes, never within a character.
enum TextPart {
  /// One line around a match, or the beginning of the text.
  /// - Parameters:
  ///   - match: what has to be seen; empty at 0 for nothing.
  ///   - before: characters before the match where the beginning of its line is too far away.
  ///   - limit: characters of the part.
  static func line(
    of text: UnsafeBufferPointer<UInt8>, around match: Range<Int>, before: Int, limit: Int
  ) -> Range<Int> {
    var (start, seen) = stepBack(from: match.lowerBound, in: text, characters: .max)
    if seen + text.part(match).prefixLength(characters: limit) > limit - 8 {
      start = stepBack(from: match.lowerBound, in: text, characters: before).start
      // If possible it begins with a word.
      if start > 0, let space = text.part(start..<match.lowerBound).firstIndex(of: 0x20) { start += space + 1 }
    }
    while start < match.lowerBound || match.isEmpty, start < text.count, text[start] <= 0x20 { start += 1 }
    let rest = text.part(start..<text.count)
    let line = rest.part(0..<(rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.count))
    return start..<(start + line.prefixLength(characters: limit))
  }

  /// So many bytes with a match in their first half.
  static func window(of text: UnsafeBufferPointer<UInt8>, around match: Range<Int>?, bytes limit: Int) -> Range<Int> {
    guard text.count > limit else { return 0..<text.count }
    var start = max(0, min((match?.lowerBound ?? 0) - limit / 4, text.count - limit))
    while start < text.count, text[start] & 0xC0 == 0x80 { start += 1 }
    var end = min(start + limit, text.count)
    while end > start, end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
    return start..<end
  }

  /// So many characters before a place, or as many as its line has.
  private static func stepBack(
    from place: Int, in text: UnsafeBufferPointer<UInt8>, characters: Int
  ) -> (start: Int, seen: Int) {
    var (start, seen) = (place, 0)
    while start > 0, seen < characters, text[start - 1] != 0x0A, text[start - 1] != 0x0D {
      start -= 1
      if text[start] & 0xC0 != 0x80 { seen += 1 }
    }
    while start < place, text[start] & 0xC0 == 0x80 { start += 1 }
    return (start, seen)
  }
}
