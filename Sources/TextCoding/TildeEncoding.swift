/// How names and keys stand in paths: letters, digits, `_` and `-` as themselves, a space as `+`, every other byte of the
/// UTF-8 form as `~XX` in upper-case hexadecimal, as Datasette writes them
/// (https://docs.datasette.io/en/stable/internals.html#tilde-encoding).
package enum TildeEncoding {
  /// The form of a text in paths.
  package static func encode(_ text: String) -> String { encode(text.utf8) }

  /// The form of bytes. Those that all stand for themselves, as in most names, are copied at once.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    if bytes.allSatisfy(isPlain) { return String(decoding: bytes, as: UTF8.self) }
    var encoded: [UInt8] = []
    append(bytes, to: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Writes the form of bytes behind what is there.
  package static func append(_ bytes: some Collection<UInt8>, to encoded: inout [UInt8]) {
    encoded.reserveCapacity(encoded.count + bytes.count)
    for byte in bytes {
      if isPlain(byte) {
        encoded.append(byte)
      } else if byte == 0x20 {
        encoded.append(UInt8(ascii: "+"))
      } else {
        encoded.append(UInt8(ascii: "~"))
        Hexadecimal.append(byte, to: &encoded)
      }
    }
  }

  /// The text of a form that `encode` made. Lower-case digits are read, too, and so is any plain byte.
  /// - Throws: `TildeEncodingError` for a `~` without two hexadecimal digits, and for bytes that aren't UTF-8.
  package static func decode(_ encoded: some StringProtocol) throws(TildeEncodingError) -> String {
    // Most names stand for themselves.
    guard encoded.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "~") }) else {
      return String(encoded)
    }
    guard let decoded = String(validating: try bytes(encoded.utf8), as: UTF8.self) else { throw .invalidText }
    return decoded
  }

  /// The bytes of a form, whatever they are.
  /// - Throws: `TildeEncodingError.missingDigits` for a `~` without two hexadecimal digits.
  package static func bytes(_ encoded: some Sequence<UInt8>) throws(TildeEncodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.underestimatedCount)
    var rest = encoded.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "~"):
        guard let high = rest.next().flatMap(Hexadecimal.value), let low = rest.next().flatMap(Hexadecimal.value) else {
          throw .missingDigits
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  /// Whether a byte stands for itself.
  @inlinable @inline(__always) package static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }
}

/// Why a part of a path can't be read.
package enum TildeEncodingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A `~` isn't followed by two hexadecimal digits.
  case missingDigits
  /// The bytes are no UTF-8.
  case invalidText

  /// What is wrong, for the page that says so.
  package var description: String {
    switch self {
    case .missingDigits: "a ~ in the path must be followed by two hexadecimal digits"
    case .invalidText: "the path holds bytes that are no UTF-8 text"
    }
  }
}
