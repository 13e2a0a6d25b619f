/// Finds where JSON values end (RFC 8259).
enum JSONScanner {
  /// Why a value has no end here.
  enum Failure: Error, Equatable {
    /// Its end is not among these bytes.
    case cut
    /// What stands at a place is not JSON.
    case malformed(at: Int, String)
  }

  private static let quotes = ByteSearch.spread(UInt8(ascii: "\""))
  private static let backslashes = ByteSearch.spread(UInt8(ascii: "\\"))

  /// The first place from `start` on that is no white space.
  static func skipSpace(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var position = start
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      default: return position
      }
    }
    return end
  }

  /// The place behind the quote that ends the string whose first character is at `start`.
  static func endOfString(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, hasEscapes: inout Bool, wide: inout UInt64
  ) throws(Failure) -> Int {
    var position = start
    while true {
      let stop = ByteSearch.first(quotes, or: backslashes, in: bytes, from: position, to: end, high: &wide)
      guard stop < end else { throw .cut }
      if bytes[stop] == UInt8(ascii: "\"") { return stop &+ 1 }
      hasEscapes = true
      position = stop &+ 2
      guard position <= end else { throw .cut }
      wide |= UInt64(bytes[stop &+ 1] & 0x80)
    }
  }

  /// The place behind the value at `start`.
  static func endOfValue(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, wide: inout UInt64, depth: Int = 0
  ) throws(Failure) -> Int {
    guard start < end else { throw .cut }
    switch bytes[start] {
    case UInt8(ascii: "\""):
      var hasEscapes = false
      return try endOfString(bytes, start &+ 1, end, hasEscapes: &hasEscapes, wide: &wide)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return try endOfContainer(bytes, start, end, wide: &wide, depth: depth &+ 1)
    default: return try endOfWord(bytes, start, end)
    }
  }

  private static func endOfContainer(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, wide: inout UInt64, depth: Int
  ) throws(Failure) -> Int {
    guard depth <= FileLimits.depth else {
      throw .malformed(at: start, "Objects and arrays are nested more than \(FileLimits.depth) levels deep.")
    }
    let isObject = bytes[start] == UInt8(ascii: "{")
    let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    var position = skipSpace(bytes, start &+ 1, end)
    if position < end, bytes[position] == closing { return position &+ 1 }
    while true {
      if isObject {
        guard position < end else { throw .cut }
        guard bytes[position] == UInt8(ascii: "\"") else {
          throw .malformed(at: position, "A key in quotes is expected.")
        }
        var hasEscapes = false
        position = try endOfString(bytes, position &+ 1, end, hasEscapes: &hasEscapes, wide: &wide)
        position = try behind(UInt8(ascii: ":"), bytes, position, end)
      }
      position = try endOfValue(bytes, position, end, wide: &wide, depth: depth)
      position = skipSpace(bytes, position, end)
      guard position < end else { throw .cut }
      if bytes[position] == closing { return position &+ 1 }
      guard bytes[position] == UInt8(ascii: ",") else {
        throw .malformed(at: position, "A comma or \(isObject ? "}" : "]") is expected.")
      }
      position = skipSpace(bytes, position &+ 1, end)
    }
  }

  /// The first place behind a mark, white space before and behind it left out.
  static func behind(_ mark: UInt8, _ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(Failure) -> Int {
    let position = skipSpace(bytes, start, end)
    guard position < end else { throw .cut }
    guard bytes[position] == mark else {
      throw .malformed(at: position, "A “\(Character(Unicode.Scalar(mark)))” is expected.")
    }
    return skipSpace(bytes, position &+ 1, end)
  }

  /// The place behind a number or `true`, `false`, `null`; or behind one of the words that are no JSON, and that programs write all the
  /// same for numbers that aren't finite. It may be cut where the bytes end.
  static func endOfWord(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(Failure) -> Int {
    var position = start
    while position < end, isWord(bytes[position]) { position &+= 1 }
    guard position < end else { throw .cut }
    switch bytes[start] {
    case UInt8(ascii: "t") where matches(bytes, start, position, "true"): return position
    case UInt8(ascii: "f") where matches(bytes, start, position, "false"): return position
    case UInt8(ascii: "n") where matches(bytes, start, position, "null"): return position
    case UInt8(ascii: "N") where matches(bytes, start, position, "NaN"): return position
    case UInt8(ascii: "I") where matches(bytes, start, position, "Infinity"): return position
    case UInt8(ascii: "-") where matches(bytes, start, position, "-Infinity"): return position
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      if isNumber(bytes, start, position) { return position }
    default: break
    }
    throw .malformed(
      at: start, "A value is expected: text in quotes, a number, an object, an array, true, false or null.")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func matches(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ word: StaticString) -> Bool {
    guard end - start == word.utf8CodeUnitCount else { return false }
    return word.description.utf8.enumerated().allSatisfy { bytes[start + $0.offset] == $0.element }
  }

  /// `-`, whole digits without a leading zero, `.` and digits, `e`, a sign and digits (RFC 8259 section 6).
  private static func isNumber(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var position = start
    func digits(_ bytes: Span<UInt8>) -> Int {
      let first = position
      while position < end, bytes[position] &- 48 < 10 { position &+= 1 }
      return position &- first
    }
    if bytes[position] == UInt8(ascii: "-") { position &+= 1 }
    let first = position
    let whole = digits(bytes)
    guard whole > 0, whole == 1 || bytes[first] != UInt8(ascii: "0") else { return false }
    if position < end, bytes[position] == UInt8(ascii: ".") {
      position &+= 1
      guard digits(bytes) > 0 else { return false }
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position &+= 1
      if position < end, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position &+= 1 }
      guard digits(bytes) > 0 else { return false }
    }
    return position == end
  }
}
