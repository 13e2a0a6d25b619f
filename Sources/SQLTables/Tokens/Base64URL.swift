/// Bytes as letters, digits, `-` and `_` (RFC 4648 section 5), without padding.
enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let positions: [UInt8] = {
    var positions = [UInt8](repeating: 0xFF, count: 256)
    for (position, letter) in alphabet.enumerated() { positions[Int(letter)] = UInt8(position) }
    return positions
  }()

  static func encode(_ bytes: [UInt8]) -> String {
    let length = (bytes.count * 4 + 2) / 3
    let alphabet = Self.alphabet
    return String(unsafeUninitializedCapacity: length) { output in
      var index = 0
      var pending = 0
      var bits = 0
      for byte in bytes {
        pending = pending << 8 | Int(byte)
        bits += 8
        while bits >= 6 {
          bits -= 6
          output[index] = alphabet[pending >> bits & 0x3F]
          index += 1
        }
        pending &= 0xFF
      }
      if bits > 0 {
        output[index] = alphabet[pending << (6 - bits) & 0x3F]
        index += 1
      }
      return index
    }
  }

  /// The bytes of a text; `nil` if another text, or none, would be their encoding.
  static func decode(_ text: String) -> [UInt8]? {
    let positions = Self.positions
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var pending = 0
    var bits = 0
    for letter in text.utf8 {
      let position = positions[Int(letter)]
      guard position < 64 else { return nil }
      pending = (pending << 6 | Int(position)) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
      }
    }
    guard bits < 6, pending & ((1 << bits) - 1) == 0 else { return nil }
    return bytes
  }
}
