/// Bytes as letters, digits, `-` and `_` (RFC 4648 section 5), without padding.
enum Base64URL {
  /// The sign for a number below 64: worked out, since a table in memory would be asked for by way of its own initialiser.
  @inline(__always) private static func sign(_ number: UInt32) -> UInt8 {
    let number = UInt8(truncatingIfNeeded: number & 0x3F)
    switch number {
    case 0..<26: return number &+ 0x41
    case 26..<52: return number &+ 71
    case 52..<62: return number &- 4
    case 62: return 0x2D
    default: return 0x5F
    }
  }

  /// The number of a sign; 64 for every other byte.
  @inline(__always) private static func number(_ sign: UInt8) -> UInt32 {
    switch sign {
    case 0x41...0x5A: return UInt32(sign &- 0x41)
    case 0x61...0x7A: return UInt32(sign &- 71)
    case 0x30...0x39: return UInt32(sign &+ 4)
    case 0x2D: return 62
    case 0x5F: return 63
    default: return 64
    }
  }

  /// The text of some bytes.
  static func encode(_ bytes: [UInt8]) -> String {
    let length = (bytes.count * 4 + 2) / 3
    return String(unsafeUninitializedCapacity: length) { output in
      var pending: UInt32 = 0
      var bits: UInt32 = 0
      var index = 0
      for byte in bytes {
        pending = pending &<< 8 | UInt32(byte)
        bits &+= 8
        while bits >= 6 {
          bits &-= 6
          output[index] = sign(pending &>> bits)
          index &+= 1
        }
      }
      if bits > 0 {
        output[index] = sign(pending &<< (6 &- bits))
        index &+= 1
      }
      return index
    }
  }

  /// The bytes of a text; `nil` if another text, or none, would be their encoding.
  static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { signs in
      let length = signs.count * 3 / 4
      var isRefused = false
      let bytes = [UInt8](unsafeUninitializedCapacity: length) { output, count in
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for sign in signs {
          let number = number(sign)
          guard number < 64 else {
            isRefused = true
            return
          }
          pending = pending &<< 6 | number
          bits &+= 6
          if bits >= 8 {
            bits &-= 8
            output[count] = UInt8(truncatingIfNeeded: pending &>> bits)
            count &+= 1
          }
        }
        isRefused = bits >= 6 || pending & ((1 &<< bits) &- 1) != 0
      }
      return isRefused ? nil : bytes
    }
  }
}
