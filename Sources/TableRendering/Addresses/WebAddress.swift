/// What may stand in an `href`, `src`, `action`, `formaction` or `poster`: http, https, mailto and relative addresses.
///
/// `javascript:`, `data:` and every other scheme may not. An address with a host and no scheme (`//host/path`) may: it is as
/// harmless as `https://host/path`, and is what some databases hold. No control character and no space may be in front or
/// within, since browsers drop some of them before they look for the scheme (URL Standard, "basic URL parser", steps 1 to 3).
public enum WebAddress {
  /// Whether an address may be written.
  public static func isAllowed(_ address: String) -> Bool {
    var address = address
    return address.withUTF8 { isAllowed($0) }
  }

  /// The same for bytes that need not be valid UTF-8; the pointer is used within the call alone.
  @inline(__always) static func isAllowed(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in address where byte < 0x20 || byte == 0x7F { return false }
    guard let first = address.first, first != 0x20 else { return address.isEmpty }
    for (position, byte) in address.enumerated() {
      switch byte {
      case 0x2F, 0x3F, 0x23: return true  // / ? #
      case 0x3A: return isAllowedScheme(address[..<position])  // :
      default: continue
      }
    }
    return true
  }

  private static func isAllowedScheme(_ scheme: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    allowedSchemes.contains { allowed in
      allowed.utf8.count == scheme.count && zip(allowed.utf8, scheme).allSatisfy { $0 == $1 | 0x20 }
    }
  }

  private static let allowedSchemes = ["https", "http", "mailto"]
}

extension ByteSink {
  /// An address for an `href` or `src`, escaped; nothing if `WebAddress` doesn't allow it.
  public mutating func address(_ address: String) {
    var address = address
    address.withUTF8 { self.address($0) }
  }

  /// The same for bytes that need not be valid UTF-8; the pointer is used within the call alone.
  @inline(__always) mutating func address(_ bytes: UnsafeBufferPointer<UInt8>) {
    if WebAddress.isAllowed(bytes) { text(bytes) }
  }
}
