/// The words that a column's name is made of, in lower case: `InvoiceDate`, `invoice_date` and `invoice-date` are the same two.
struct ColumnWords: Sendable {
  let words: [String]

  init(_ name: String) {
    var words: [String] = []
    var word = ""
    let characters = Array(name)
    for (place, character) in characters.enumerated() {
      guard character.isLetter || character.isNumber else {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if let last = word.last, Self.begins(character, behind: last, before: characters.dropFirst(place + 1).first) {
        words.append(word)
        word = ""
      }
      word.append(character)
    }
    if !word.isEmpty { words.append(word) }
    self.words = words.map { $0.lowercased() }
  }

  /// Whether a word begins: at the capital of `albumId`, at the last one of `ISBNCode`, and between letters and digits.
  private static func begins(_ character: Character, behind last: Character, before next: Character?) -> Bool {
    if character.isNumber != last.isNumber { return true }
    guard character.isUppercase else { return false }
    return !last.isUppercase || next?.isLowercase == true
  }

  /// Whether one of the words is one of these.
  func has(_ wanted: Set<String>) -> Bool { words.contains(where: wanted.contains) }

  /// Whether the last of the words is one of these.
  func ends(with wanted: Set<String>) -> Bool { words.last.map(wanted.contains) ?? false }
}
