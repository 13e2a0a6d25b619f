import SeededNumbers

extension SeededGenerator {
  /// Bytes of which many have a meaning in HTML, JSON or UTF-8.
  mutating func bytes(upTo most: Int) -> [UInt8] {
    let marked =
      Array("<>&\"'\\{}#/^!=.= \n\r\t".utf8) + [0x00, 0x7F, 0x80, 0xC2, 0xE2, 0xED, 0xF0, 0xF4, 0xFF, 0xA0, 0xBF]
    return (0..<Int.random(in: 0...most, using: &self)).map { _ in
      switch UInt8.random(in: 0...3, using: &self) {
      case 0: marked.randomElement(using: &self) ?? 0
      case 1: UInt8.random(in: 0...255, using: &self)
      default: UInt8.random(in: 0x20...0x7E, using: &self)
      }
    }
  }

  /// Text with scalars of all sizes.
  mutating func text(upTo most: Int) -> String {
    let scalars: [Unicode.Scalar] = [
      "<", "&", "\"", "'", ">", "é", "€", "😀", "\u{85}", "\u{FFFE}", "\u{0}", "\n", "\\", "/",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...most, using: &self) {
      let isMarked = Bool.random(using: &self)
      let letter = Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &self))
      text.append(isMarked ? scalars.randomElement(using: &self) ?? letter : letter)
    }
    return String(text)
  }
}
