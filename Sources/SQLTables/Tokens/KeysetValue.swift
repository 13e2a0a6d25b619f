internal import Hashing

/// A value of the row that a place is at, as a token has it: a token is short, whatever it stands for.
package enum KeysetValue: Sendable, Hashable {
  case whole(SQLValue)
  /// How a long text or blob begins, and what tells it from others that begin so.
  case beginning(SQLValue, digest: UInt64)

  /// Longer texts and blobs are told by so many of their bytes.
  private static let byteLimit = 64, beginningBytes = 40

  /// The value, or its beginning if it is long.
  package init(_ value: SQLValue) {
    switch value {
    case .text(let bytes) where bytes.count > Self.byteLimit:
      var count = Self.beginningBytes
      // Continuation bytes are 10xxxxxx (RFC 3629 section 3); a character has at most three.
      while count > Self.beginningBytes - 4, bytes[count] & 0xC0 == 0x80 { count -= 1 }
      self = .beginning(.text(Array(bytes[..<count])), digest: Self.digest(bytes))
    case .blob(let bytes) where bytes.count > Self.byteLimit:
      self = .beginning(.blob(Array(bytes[..<Self.beginningBytes])), digest: Self.digest(bytes))
    default: self = .whole(value)
    }
  }

  /// The value where it is known whole.
  package var wholeValue: SQLValue? {
    if case .whole(let value) = self { value } else { nil }
  }

  /// The least and the greatest value that it may be, of those that begin so.
  package var bounds: (least: SQLValue, greatest: SQLValue) {
    switch self {
    case .whole(let value): (value, value)
    // The last character there is; no byte is greater than the last one.
    case .beginning(.text(let bytes), _): (.text(bytes), .text(bytes + Array("\u{10FFFF}\u{10FFFF}".utf8)))
    case .beginning(.blob(let bytes), _): (.blob(bytes), .blob(bytes + [UInt8](repeating: 0xFF, count: 64)))
    case .beginning(let value, _): (value, value)
    }
  }

  /// The first bytes of its SHA-256 (FIPS 180-4).
  private static func digest(_ bytes: [UInt8]) -> UInt64 {
    UInt64(bigEndian: SHA256.digest(of: bytes).words[0])
  }
}
