internal import TableModel

/// JSON text (RFC 8259): quotes, backslashes and control characters are escaped, all else is copied.
extension ByteSink {
  /// A string in quotes.
  package mutating func jsonString(_ text: String) { text.lendUTF8 { jsonString($0) } }

  /// The name of a member behind others of the same object; its value follows.
  package mutating func jsonMember(_ name: String) {
    markup(",")
    jsonString(name)
    markup(":")
  }

  /// A list of strings, one for each of some numbers.
  package mutating func jsonList(of numbers: [Int], _ text: (Int) -> String) {
    markup("[")
    for (place, number) in numbers.enumerated() {
      if place > 0 { markup(",") }
      jsonString(text(number))
    }
    markup("]")
  }

  /// An integer. Integers stay integers, also beyond 2^53.
  package mutating func json(_ number: Int64) { self.number(number) }

  /// A number. JSON has no infinity and no NaN: they become `null`, as browsers write them.
  package mutating func json(_ number: Double) { if number.isFinite { self.number(number) } else { markup("null") } }

  /// `true` or `false`.
  package mutating func json(_ value: Bool) { if value { markup("true") } else { markup("false") } }

  /// A string in quotes from bytes that need not be valid UTF-8: broken sequences become U+FFFD.
  /// `bytes` stays valid for the call; `\u00XX` is the longest escape, so room for the worst case is made once, or for each piece of a long
  /// text.
  @inline(__always) mutating func jsonString(_ bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count > Self.pieceBytes { return longJSONString(bytes) }
    reserve(bytes.count &* 6 &+ 16)
    var to = base + count
    to.pointee = 0x22
    to = Self.escapeJSON(bytes, to: to + 1)
    to.pointee = 0x22
    count = to + 1 - base
  }

  @inline(never) private mutating func longJSONString(_ bytes: UnsafeBufferPointer<UInt8>) {
    append(byte: 0x22)
    inPieces(bytes) { json, piece in
      json.reserve(piece.count &* 6 &+ 16)
      json.count = Self.escapeJSON(piece, to: json.base + json.count) - json.base
    }
    append(byte: 0x22)
  }

  /// `to` has room for six times the bytes and a block more.
  @inline(__always) private static func escapeJSON(
    _ bytes: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var to = output
    var at = 0
    let end = bytes.count
    guard let source = bytes.baseAddress else { return to }
    let from = UnsafeRawPointer(source)
    while at &+ 8 <= end {
      let word = UInt64(littleEndian: from.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      UnsafeMutableRawPointer(to).storeBytes(of: UInt64(littleEndian: word), as: UInt64.self)
      let found = JSONEscaping.mask(word)
      if found == 0 {
        to += 8
        at &+= 8
        continue
      }
      let clean = found.trailingZeroBitCount >> 3
      to += clean
      at &+= clean
      (at, to) = JSONEscaping.copy(source, at: at, end: end, to: to)
    }
    while at < end { (at, to) = JSONEscaping.copy(source, at: at, end: end, to: to) }
    return to
  }
}

/// What a JSON string can't hold as it is.
enum JSONEscaping {
  /// The high bit of the lowest byte that is `"`, `\`, below a space or not ASCII. Only the lowest bit is exact.
  @inline(__always) static func mask(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5C)
    // Taking one away sets the high bit of a zero, and of what is above ASCII, which is looked for anyway.
    return ((quote &- ones) | (slash &- ones) | (word &- ones &* 0x20) | word) & (ones &* 0x80)
  }

  /// Copies the character at `at`, or the scalars up to the next ASCII character. Room for six bytes per byte was reserved.
  @inline(__always) static func copy(
    _ source: UnsafePointer<UInt8>, at: Int, end: Int, to: UnsafeMutablePointer<UInt8>
  ) -> (Int, UnsafeMutablePointer<UInt8>) {
    source[at] < 0x80 ? (at &+ 1, to + store(source[at], at: to)) : copyScalars(source, at: at, end: end, to: to)
  }

  @inline(never) private static func copyScalars(
    _ source: UnsafePointer<UInt8>, at start: Int, end: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> (Int, UnsafeMutablePointer<UInt8>) {
    var (at, to) = (start, output)
    while at < end, source[at] >= 0x80 {
      if let length = UnicodeScalars.copyCommon(source, at: at, end: end, to: to) {
        (at, to) = (at &+ length, to + length)
        continue
      }
      let found = UnicodeScalars.find(source, at: at, end: end)
      if found.scalar != nil {
        for offset in 0..<found.length { to[offset] = source[at &+ offset] }
        to += found.length
      } else {
        to += Escaping.storeReplacement(at: to)
      }
      at &+= found.length
    }
    return (at, to)
  }

  @inline(__always) private static func store(_ byte: UInt8, at to: UnsafeMutablePointer<UInt8>) -> Int {
    if byte >= 0x20, byte != 0x22, byte != 0x5C {
      to.pointee = byte
      return 1
    }
    to[0] = 0x5C
    switch byte {
    case 0x22, 0x5C: to[1] = byte
    case 0x0A: to[1] = 0x6E  // n
    case 0x0D: to[1] = 0x72  // r
    case 0x09: to[1] = 0x74  // t
    default:
      (to[1], to[2], to[3], to[4]) = (0x75, 0x30, 0x30, 0x30 | byte >> 4)
      to[5] = byte & 15 < 10 ? 0x30 | byte & 15 : 0x57 + byte & 15
      return 6
    }
    return 2
  }
}
