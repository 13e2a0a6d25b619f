/// Percent-encoding (RFC 3986 section 2.1).
package enum PercentEncoding {
  /// Encodes all but unreserved characters (section 2.3): fit for one path segment, or a name or value of a query. O(bytes).
  package static func encode(_ text: some StringProtocol) -> String { encode(text, keeping: isUnreserved) }

  /// Encodes all bytes but some. O(bytes).
  package static func encode(_ text: some StringProtocol, keeping isKept: (UInt8) -> Bool) -> String {
    encode(String(text)) { isKept($0) ? $0 : nil }
  }

  /// Of one type: generic code that other modules call costs a look-up for every byte.
  /// - Parameter kept: the byte that stands for one; `nil` where it is encoded.
  private static func encode(_ text: String, _ kept: (UInt8) -> UInt8?) -> String {
    // Most texts need no encoding, and stay in one piece.
    var size = 0, isSame = true
    for byte in text.utf8 {
      let kept = kept(byte)
      size += kept == nil ? 3 : 1
      isSame = isSame && kept == byte
    }
    guard !isSame else { return text }
    return String(unsafeUninitializedCapacity: size) { encoded in
      var count = 0
      for byte in text.utf8 {
        if let kept = kept(byte) {
          encoded[count] = kept
          count += 1
        } else {
          encoded[count] = UInt8(ascii: "%")
          encoded[count + 1] = Hexadecimal.digit(byte >> 4)
          encoded[count + 2] = Hexadecimal.digit(byte & 15)
          count += 3
        }
      }
      return count
    }
  }

  /// Encodes a name or a value as forms do, a space as `+` (the URL standard, section "application/x-www-form-urlencoded serializing").
  package static func encodeForm(_ text: some StringProtocol) -> String { encode(String(text), formByte) }

  /// Writes the same behind what is there. A text that stands for itself, as most do, is copied at once. O(bytes).
  package static func appendForm(_ text: String, to encoded: inout String) {
    let bytes = text.utf8.span
    var plain = 0
    while plain < bytes.count, formByte(bytes[plain]) == bytes[plain] { plain += 1 }
    encoded += plain == bytes.count ? text : encode(text, formByte)
  }

  @inline(__always) private static func formByte(_ byte: UInt8) -> UInt8? {
    if byte == UInt8(ascii: " ") { return UInt8(ascii: "+") }
    return TildeEncoding.isPlain(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "*") ? byte : nil
  }

  /// The bytes meant; `nil` where there is a `%` that encodes nothing. O(bytes).
  /// - Parameter isForm: whether `+` is a space.
  package static func decode(_ text: some Collection<UInt8>, isForm: Bool = false) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+"), isForm {
        bytes.append(UInt8(ascii: " "))
      } else if byte != UInt8(ascii: "%") {
        bytes.append(byte)
      } else if let high = rest.first.flatMap(Hexadecimal.value),
        let low = rest.dropFirst().first.flatMap(Hexadecimal.value)
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        return nil
      }
    }
    return bytes
  }

  /// A name or value of a query: a `%` that encodes nothing stands for itself, and invalid UTF-8 becomes U+FFFD. O(bytes).
  package static func decodeForm(_ text: Span<UInt8>) -> String {
    String(unsafeUninitializedCapacity: text.count) { decoded in
      var place = 0, count = 0
      while place < text.count {
        var byte = text[place]
        place += 1
        if byte == UInt8(ascii: "+") {
          byte = UInt8(ascii: " ")
        } else if byte == UInt8(ascii: "%"), text.count - place >= 2, let high = Hexadecimal.value(text[place]),
          let low = Hexadecimal.value(text[place + 1])
        {
          byte = high << 4 | low
          place += 2
        }
        decoded[count] = byte
        count += 1
      }
      return count
    }
  }

  /// Whether a byte is a letter, a digit, or one of `-._~`.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    TildeEncoding.isPlain(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
  }
}
