/// Bytes as digits from 0 to f.
public enum Hexadecimal {
  /// Two digits for each byte.
  public static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The bytes of a text; `nil` if another one, such as one of capital letters, or none would be their text.
  public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = text.utf8.map { digit -> UInt8? in
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
