/// The references that HTML texts hold most: named ones of some common characters, and those by number.
enum CharacterReference {
  /// The character that a reference behind its `&` stands for, and the bytes that it takes with its `;`.
  static func decode(_ bytes: ArraySlice<UInt8>) -> (String, Int)? {
    guard let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)
    let length = end - bytes.startIndex + 1
    if let known = named[name] { return (known, length) }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let code = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let code, code >= 0x20, let scalar = Unicode.Scalar(code) else { return nil }
    return (String(Character(scalar)), length)
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®",
    "mdash": "—", "ndash": "–", "hellip": "…", "times": "×", "middot": "·", "euro": "€", "pound": "£", "deg": "°",
  ]
}
