/// How names and keys stand in paths: letters, digits, `_` and `-` as themselves, a space as `+`, every other byte of the
/// UTF-8 form as `~XX` in upper-case hexadecimal, as Datasette writes them.
public enum TildeEncoding {
  /// The form of a text in paths.
  public static func encode(_ text: String) -> String {
    var sink = ByteSink(capacity: 128)
    sink.tildeEncoded(text)
    return sink.string
  }

  /// The text of a form that `encode` made. Lower-case digits are read, too, and so is any plain byte.
  /// - Throws: `TildeEncodingError` for a `~` without two hexadecimal digits, and for bytes that aren't UTF-8.
  public static func decode(_ encoded: some StringProtocol) throws(TildeEncodingError) -> String {
    var text = String(encoded)
    // Most names stand for themselves.
    guard text.withUTF8({ utf8 in utf8.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "~") } }) else {
      return text
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "~"):
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
          throw TildeEncodingError.missingDigits
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw TildeEncodingError.invalidText }
    return decoded
  }

  /// Whether a byte stands for itself.
  @inline(__always) static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

/// Why a part of a path can't be read.
public enum TildeEncodingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A `~` isn't followed by two hexadecimal digits.
  case missingDigits
  /// The bytes are no UTF-8.
  case invalidText

  /// What is wrong, for the page that says so.
  public var description: String {
    switch self {
    case .missingDigits: "a ~ in the path must be followed by two hexadecimal digits"
    case .invalidText: "the path holds bytes that are no UTF-8 text"
    }
  }
}

extension ByteSink {
  /// A name or key as it stands in paths; nothing in it needs escaping.
  public mutating func tildeEncoded(_ text: String) {
    var text = text
    text.withUTF8 { tildeEncoded($0) }
  }

  /// The same for bytes; the pointer is used within the call alone. A byte takes three at most, for which room is made once.
  @inline(__always) mutating func tildeEncoded(_ bytes: UnsafeBufferPointer<UInt8>) {
    encoded(bytes, escape: UInt8(ascii: "~"))
  }

  /// A name or value as it stands in queries; nothing in it needs escaping
  /// (the URL standard, section "application/x-www-form-urlencoded serializing").
  mutating func queryEncoded(_ text: String) {
    var text = text
    text.withUTF8 { queryEncoded($0) }
  }

  /// The same for bytes; the pointer is used within the call alone.
  mutating func queryEncoded(_ bytes: UnsafeBufferPointer<UInt8>) { encoded(bytes, escape: UInt8(ascii: "%")) }

  @inline(__always) private mutating func encoded(_ bytes: UnsafeBufferPointer<UInt8>, escape: UInt8) {
    reserve(bytes.count &* 3)
    for byte in bytes {
      if TildeEncoding.isPlain(byte) {
        base[count] = byte
        count &+= 1
      } else if byte == 0x20 {
        base[count] = UInt8(ascii: "+")
        count &+= 1
      } else {
        let (high, low) = (byte >> 4, byte & 15)
        base[count] = escape
        base[count &+ 1] = high < 10 ? 0x30 | high : 0x37 + high
        base[count &+ 2] = low < 10 ? 0x30 | low : 0x37 + low
        count &+= 3
      }
    }
  }
}
