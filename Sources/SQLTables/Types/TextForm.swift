/// What a text looks like.
enum TextForm {
  case plain, day, time, link, image, email, document

  init(_ text: String) {
    let bytes = Array(text.utf8)
    self =
      Self.calendar(bytes) ?? Self.address(bytes)
      ?? (Self.isDocument(bytes) ? .document : Self.isEmail(bytes) ? .email : .plain)
  }

  /// `2025-10-14`, and with a time behind it after `T` or a space (ISO 8601, RFC 3339 section 5.6).
  private static func calendar(_ bytes: [UInt8]) -> TextForm? {
    guard bytes.count >= 10, matches(bytes[..<10], dayPattern), (1...12).contains(number(bytes[5...6])),
      (1...31).contains(number(bytes[8...9]))
    else { return nil }
    if bytes.count == 10 { return .day }
    guard bytes.count >= 16, bytes.count <= 40, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      matches(bytes[11...15], minutePattern), number(bytes[11...12]) < 25, number(bytes[14...15]) < 60
    else { return nil }
    return bytes[16...].allSatisfy(behindMinutes.contains) ? .time : nil
  }

  private static let dayPattern = Array("dddd-dd-dd".utf8), minutePattern = Array("dd:dd".utf8)
  private static let behindMinutes = Array("0123456789:.,+-Z ".utf8)
  private static let schemes = [Array("http://".utf8), Array("https://".utf8)]

  /// - Parameter pattern: as long as the bytes, with a `d` for each digit.
  private static func matches(_ bytes: ArraySlice<UInt8>, _ pattern: [UInt8]) -> Bool {
    zip(bytes, pattern).allSatisfy { byte, form in
      form == UInt8(ascii: "d") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == form
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int { digits.reduce(0) { $0 * 10 + Int($1) - 48 } }

  private static func address(_ bytes: [UInt8]) -> TextForm? {
    guard bytes.first == UInt8(ascii: "h"), schemes.contains(where: { bytes.starts(with: $0) }),
      !bytes.contains(where: { $0 <= 0x20 })
    else { return nil }
    let path = bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let name = String(decoding: path.suffix(6), as: UTF8.self).lowercased()
    let isImage = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".bmp"].contains { name.hasSuffix($0) }
    return isImage ? .image : .link
  }

  private static func isEmail(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= 254, let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0,
      bytes.lastIndex(of: UInt8(ascii: "@")) == at
    else { return false }
    let domain = bytes[(at + 1)...]
    guard let dot = domain.lastIndex(of: UInt8(ascii: ".")), dot > domain.startIndex, dot < domain.endIndex - 1 else {
      return false
    }
    return !bytes.contains {
      $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">")
    }
  }

  /// An object or an array by its first and last character: the document itself is parsed by whoever shows it.
  private static func isDocument(_ bytes: [UInt8]) -> Bool {
    let ends = (bytes.first { $0 > 0x20 }, bytes.last { $0 > 0x20 })
    if ends == (UInt8(ascii: "{"), UInt8(ascii: "}")) { return bytes.contains(UInt8(ascii: "\"")) || bytes.count <= 4 }
    return ends == (UInt8(ascii: "["), UInt8(ascii: "]")) && bytes.count > 1
  }
}
