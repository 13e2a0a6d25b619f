/// The words that a column's name is made of, in lower case: `InvoiceDate`, `invoice_date` and `invoice-date` are the same two.
struct ColumnWords: Sendable {
  let words: [String]

  /// What a character is in a name.
  private enum Kind {
    case mark, number, capital, small
    /// Of a script without capitals.
    case letter

    /// Most names are ASCII, for which no property of Unicode needs to be looked up.
    init(_ character: Character) {
      switch character.asciiValue {
      case (0x30...0x39)?: self = .number
      case (0x41...0x5A)?: self = .capital
      case (0x61...0x7A)?: self = .small
      case _?: self = .mark
      case nil:
        let letter = character.isLowercase ? Kind.small : character.isUppercase ? .capital : .letter
        self = character.isNumber ? .number : character.isLetter ? letter : .mark
      }
    }
  }

  init(_ name: String) {
    var words: [String] = []
    var start = name.startIndex, index = start
    var last = Kind.mark
    func end() {
      if start < index { words.append(name[start..<index].lowercased()) }
    }
    while index < name.endIndex {
      let kind = Kind(name[index]), next = name.index(after: index)
      if kind == .mark {
        end()
        start = next
      } else if last != .mark, Self.begins(kind, behind: last, before: next < name.endIndex ? Kind(name[next]) : .mark)
      {
        end()
        start = index
      }
      last = kind
      index = next
    }
    end()
    self.words = words
  }

  /// Whether a word begins: at the capital of `albumId`, at the last one of `ISBNCode`, and between letters and digits.
  private static func begins(_ kind: Kind, behind last: Kind, before next: Kind) -> Bool {
    if (kind == .number) != (last == .number) { return true }
    return kind == .capital && (last != .capital || next == .small)
  }

  /// Whether one of the words is one of these.
  func has(_ wanted: some Collection<String>) -> Bool { words.contains { wanted.contains($0) } }

  /// Whether the last of the words is one of these.
  func ends(with wanted: some Collection<String>) -> Bool { words.last.map { wanted.contains($0) } ?? false }
}
