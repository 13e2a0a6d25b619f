/// Percent-encoding (RFC 3986 §2.1).
public enum PercentEncoding {
  /// The bytes meant, or nil where a `%` is not followed by two hexadecimal digits. O(n).
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.next()?.hexadecimalValue, let low = rest.next()?.hexadecimalValue else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// As a form encodes it: `+` is a space, and a `%` that encodes nothing stands for itself. Invalid UTF-8 becomes U+FFFD.
  static func decodeForm(_ text: Substring) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2).map(\.hexadecimalValue)
        if digits.count == 2, let high = digits[0], let low = digits[1] {
          bytes.append(high << 4 | low)
          rest.removeFirst(2)
        } else {
          bytes.append(byte)
        }
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Encodes all but unreserved characters (RFC 3986 §2.3): fit for one path segment, or a name or value of a query. O(n).
  public static func encode(_ text: some StringProtocol) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
