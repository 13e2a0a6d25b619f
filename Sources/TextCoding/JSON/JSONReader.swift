/// Reads JSON (RFC 8259), strictly, within a depth that the stack of a thread has room for.
struct JSONReader {
  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0
  private static let deepest = 512
  /// Whether what can't be held as it was written is an error.
  private let isExact: Bool

  init(_ bytes: [UInt8], isExact: Bool = false) {
    self.bytes = bytes
    self.isExact = isExact
  }

  mutating func readAll() throws(JSONError) -> JSONValue {
    let value = try read()
    skipSpace()
    guard at == bytes.count else { throw error("something follows the value; remove it") }
    return value
  }

  private mutating func read() throws(JSONError) -> JSONValue {
    skipSpace()
    guard at < bytes.count else { throw error("a value is missing") }
    switch bytes[at] {
    case UInt8(ascii: "{"): return try nested { reader throws(JSONError) in try reader.readObject() }
    case UInt8(ascii: "["): return try nested { reader throws(JSONError) in try reader.readList() }
    case UInt8(ascii: "\""): return .text(try readString())
    case UInt8(ascii: "-"), 0x30...0x39: return try readNumber()
    default:
      if skip("true") { return .boolean(true) }
      if skip("false") { return .boolean(false) }
      if skip("null") { return .null }
      throw error("expected an object, an array, a string, a number, true, false or null")
    }
  }

  private mutating func nested(_ read: (inout JSONReader) throws(JSONError) -> JSONValue) throws(JSONError) -> JSONValue
  {
    guard depth < Self.deepest else { throw error("values are nested more than \(Self.deepest) deep") }
    depth += 1
    at += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  private mutating func readObject() throws(JSONError) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    var known = KnownKeys()
    if skipMark("}") { return .object(members) }
    repeat {
      skipSpace()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw error("a key in quotes is missing") }
      let key = try readString()
      guard skipMark(":") else { throw error("a : is missing behind the key \(key)") }
      if isExact, !known.add(key, to: members) { throw error("the key \(key) stands twice") }
      members.append((key, try read()))
    } while skipMark(",")
    guard skipMark("}") else { throw error("the object is not closed: add , or }") }
    return .object(members)
  }

  private mutating func readList() throws(JSONError) -> JSONValue {
    var list: [JSONValue] = []
    if skipMark("]") { return .list(list) }
    repeat { list.append(try read()) } while skipMark(",")
    guard skipMark("]") else { throw error("the list is not closed: add , or ]") }
    return .list(list)
  }

  // MARK: Scalars

  private mutating func readNumber() throws(JSONError) -> JSONValue {
    let start = at
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    let first = at
    let whole = skipDigits()
    var isReal = false
    guard whole == 1 || whole > 1 && bytes[first] != 0x30 else { throw error("invalid number") }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      (isReal, at) = (true, at + 1)
      guard skipDigits() > 0 else { throw error("digits are missing behind the point") }
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      (isReal, at) = (true, at + 1)
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      guard skipDigits() > 0 else { throw error("digits are missing behind the e") }
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if !isReal, let integer = Int64(text) { return .integer(integer) }
    guard let real = Double(text) else { throw error("invalid number") }
    if isExact, !isReal || !real.isFinite {
      throw error("the number \(text.prefix(40)) is too large; write it as a text")
    }
    return .real(real)
  }

  private mutating func readString() throws(JSONError) -> String {
    at += 1
    let start = at
    // Most strings stand as they are.
    while at < bytes.count, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\"), bytes[at] >= 0x20 {
      at += 1
    }
    var text = bytes[start..<at]
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try readEscape()
      case 0..<0x20: throw error("a control character can't stand in a string; write \\u00XX or \\n")
      default: text.append(byte)
      }
    }
    throw error("the string is not closed: add \"")
  }

  private mutating func readEscape() throws(JSONError) -> [UInt8] {
    guard at < bytes.count else { throw error("the string is not closed: add \"") }
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return try readScalar()
    default: throw error("unknown escape; write a backslash as \\\\")
    }
  }

  private mutating func readScalar() throws(JSONError) -> [UInt8] {
    var units = [try readHex()]
    if units[0] & 0xFC00 == 0xD800, at + 1 < bytes.count, bytes[at] == 0x5C, bytes[at + 1] == UInt8(ascii: "u") {
      let after = at
      at += 2
      let second = try readHex()
      if second & 0xFC00 == 0xDC00 { units.append(second) } else { at = after }
    }
    if isExact, units.count == 1, units[0] & 0xF800 == 0xD800 {
      throw error("half of a character stands alone; write both halves, as in \\uD83D\\uDE00")
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private mutating func readHex() throws(JSONError) -> UInt16 {
    let digits = bytes[at..<min(at + 4, bytes.count)]
    guard digits.count == 4, digits.allSatisfy({ Self.isHexDigit($0) }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits are missing behind \\u") }
    at += 4
    return unit
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  // MARK: Bytes

  private mutating func skipDigits() -> Int {
    let start = at
    while at < bytes.count, (0x30...0x39).contains(bytes[at]) { at += 1 }
    return at - start
  }

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 || bytes[at] == 0x0A || bytes[at] == 0x0D { at += 1 }
  }

  private mutating func skipMark(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: mark) else { return false }
    at += 1
    return true
  }

  private mutating func skip(_ word: String) -> Bool {
    guard bytes[at...].starts(with: word.utf8) else { return false }
    at += word.utf8.count
    return true
  }

  private func error(_ message: String) -> JSONError {
    let before = bytes[..<min(at, bytes.count)]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONError(
      line: before.count { $0 == 0x0A } + 1, column: String(decoding: before[lineStart...], as: UTF8.self).count + 1,
      message: message)
  }
}

/// Which keys an object has so far: looked for among its members as long as these are few, which takes no memory.
private struct KnownKeys {
  private var keys: Set<String> = []
  private static let few = 16

  /// - Parameter members: those that came before.
  /// - Returns: whether the key is another one than theirs.
  mutating func add(_ key: String, to members: [(key: String, value: JSONValue)]) -> Bool {
    guard members.count >= Self.few else { return !members.contains { $0.key == key } }
    if keys.isEmpty { keys = Set(members.map(\.key)) }
    return keys.insert(key).inserted
  }
}
