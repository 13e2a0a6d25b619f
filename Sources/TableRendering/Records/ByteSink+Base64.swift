/// Base64 (RFC 4648, section 4), with padding.
extension ByteSink {
  /// Bytes in base64.
  public mutating func base64(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { base64($0) } }

  /// Bytes in base64; the pointer is used within the call alone.
  mutating func base64(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve((bytes.count + 2) / 3 * 4)
    var at = 0
    while at + 3 <= bytes.count {
      base64(bytes[at], bytes[at + 1], bytes[at + 2], characters: 4)
      at += 3
    }
    switch bytes.count - at {
    case 1: base64(bytes[at], 0, 0, characters: 2)
    case 2: base64(bytes[at], bytes[at + 1], 0, characters: 3)
    default: break
    }
  }

  @inline(__always) private mutating func base64(_ first: UInt8, _ second: UInt8, _ third: UInt8, characters: Int) {
    let group = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
    for place in 0..<4 {
      let value = UInt8(truncatingIfNeeded: group >> UInt32(18 - 6 * place)) & 63
      append(byte: place < characters ? Self.base64Character(value) : 0x3D)
    }
  }

  @inline(__always) private static func base64Character(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: 0x41 + value
    case 26..<52: 0x61 + value - 26
    case 52..<62: 0x30 + value - 52
    case 62: 0x2B
    default: 0x2F
    }
  }
}
