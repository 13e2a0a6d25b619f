/// What can be told of a text by looking at its bytes, eight at a time.
struct TextTraits: OptionSet {
  let rawValue: UInt8
  /// Letters and signs of ASCII in one line.
  static let plain: TextTraits = []
  /// Characters that may be of a script with another direction.
  static let beyondASCII = TextTraits(rawValue: 1)
  /// More than one line.
  static let lineBreak = TextTraits(rawValue: 2)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The pointer is used within the call alone; no byte behind the text is read.
  @inline(__always) init(_ text: UnsafeBufferPointer<UInt8>) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var high: UInt64 = 0
    var breaks: UInt64 = 0
    var at = 0
    if let start = text.baseAddress {
      while at &+ 8 <= text.count {
        let word = UnsafeRawPointer(start).loadUnaligned(fromByteOffset: at, as: UInt64.self)
        let feed = word ^ (ones &* 0x0A)
        let carriage = word ^ (ones &* 0x0D)
        high |= word
        // Exact as a question about the whole word: a borrow only passes on what a byte below has found.
        breaks |= ((feed &- ones) & ~feed) | ((carriage &- ones) & ~carriage)
        at &+= 8
      }
      while at < text.count {
        let byte = start[at]
        high |= UInt64(byte)
        if byte == 0x0A || byte == 0x0D { breaks = ones &* 0x80 }
        at &+= 1
      }
    }
    rawValue = (high & (ones &* 0x80) != 0 ? 1 : 0) | (breaks & (ones &* 0x80) != 0 ? 2 : 0)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Bytes of the first so many characters (Unicode scalars), never within one.
  func prefixLength(characters: Int) -> Int {
    guard count > characters else { return count }
    var seen = 0
    for (position, byte) in enumerated() where byte & 0xC0 != 0x80 {
      if seen == characters { return position }
      seen += 1
    }
    return count
  }
}
