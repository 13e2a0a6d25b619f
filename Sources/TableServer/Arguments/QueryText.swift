/// A query under construction: names and values percent-encoded, a space as `+`
/// (the URL standard, section "application/x-www-form-urlencoded serializing").
struct QueryText {
  private(set) var text = ""

  mutating func append(_ name: String, _ value: String) {
    if !text.isEmpty { text += "&" }
    encode(name)
    text += "="
    encode(value)
  }

  private mutating func encode(_ part: String) {
    // Most names and values need no encoding, and stay in one piece.
    guard !part.utf8.allSatisfy(Self.isPlain) else { return text += part }
    for byte in part.utf8 {
      switch byte {
      case _ where Self.isPlain(byte): text.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: " "): text += "+"
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "*"):
      true
    default: false
    }
  }
}
