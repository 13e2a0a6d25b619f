/// Letters without case and accents, as SQLite's tokenizer `unicode61` takes them (https://sqlite.org/fts5.html#unicode61_tokenizer).
package enum LetterFolding {
  /// The letter that stands for a scalar; `nil` for accents that follow their letter.
  package static func folded(_ value: UInt32) -> UInt32? {
    if value < 0x80 { return (0x41...0x5A).contains(value) ? value + 0x20 : value }
    if (0x300...0x36F).contains(value) { return nil }
    if let known = table[value] { return known }
    guard value >= 0x180, let scalar = Unicode.Scalar(value), scalar.properties.changesWhenLowercased else {
      return value
    }
    return lowered(scalar)
  }

  /// Whether a scalar belongs to a word.
  package static func isPartOfWord(_ value: UInt32) -> Bool {
    if value < 0x80 { return (0x30...0x39).contains(value) || (0x41...0x5A).contains(value & 0xDF) }
    switch Unicode.Scalar(value)?.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber,
      .otherNumber, .privateUse:
      return true
    default: return false
    }
  }

  private static func lowered(_ scalar: Unicode.Scalar) -> UInt32 {
    scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
  }

  /// Letters with accents → letters without. Found by putting accents on letters: to Swift a character is the same whether its accent
  /// is a scalar of its own or not.
  private static let table: [UInt32: UInt32] = {
    var plain: [Character: UInt32] = [:]
    let accents = (0x300...0x345).compactMap { Unicode.Scalar(UInt32($0)) }
    func put(_ letter: Unicode.Scalar, _ accents: [Unicode.Scalar]) {
      var text = String(letter)
      text.unicodeScalars.append(contentsOf: accents)
      if let character = text.first, text.count == 1 { plain[character] = letter.value }
    }
    let letters = [0x61...0x7A, 0x3B1...0x3C9, 0x430...0x44F].joined().compactMap { Unicode.Scalar(UInt32($0)) }
    for letter in letters { for accent in accents { put(letter, [accent]) } }
    // Vietnamese has two on one letter.
    for letter in "aeiouy".unicodeScalars {
      for first in "\u{302}\u{306}\u{31B}".unicodeScalars {
        for second in "\u{300}\u{301}\u{303}\u{309}\u{323}".unicodeScalars { put(letter, [first, second]) }
      }
    }
    var table: [UInt32: UInt32] = [:]
    for value in [0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let lower = lowered(scalar)
      let character = Unicode.Scalar(lower).map(Character.init)
      let folded = character.flatMap { plain[$0] } ?? lower
      if folded != scalar.value { table[scalar.value] = folded }
    }
    return table
  }()
}
