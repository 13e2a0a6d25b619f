internal import TableModel

/// What may stand in an `href`, `src`, `action`, `formaction` or `poster`: http, https, mailto and relative addresses.
///
/// `javascript:`, `data:` and every other scheme may not. An address with a host and no scheme (`//host/path`) may: it is as
/// harmless as `https://host/path`, and is what some databases hold. No control character and no space may be in front or
/// within, since browsers drop some of them before they look for the scheme (URL Standard, "basic URL parser", steps 1 to 3).
package enum WebAddress {
  /// Whether an address may be written.
  package static func isAllowed(_ address: String) -> Bool { address.lendUTF8 { isAllowed($0) } }

  /// The same for bytes that need not be valid UTF-8; the pointer is used within the call alone.
  @inline(__always) static func isAllowed(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    if hasControls(address) { return false }
    if let start = address.baseAddress, address.count >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
      if word == 0x2F2F_3A73_7074_7468 { return true }  // https://
    }
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

  /// Whether there is a byte below a space, or DEL: eight bytes at a time. Borrows can set a bit without reason, but only above
  /// one that has a reason.
  @inline(__always) private static func hasControls(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = address.baseAddress else { return false }
    guard address.count >= 8 else { return address.contains { $0 < 0x20 || $0 == 0x7F } }
    let ones: UInt64 = 0x0101_0101_0101_0101
    var at = 0
    while true {
      let word = UnsafeRawPointer(start + at).loadUnaligned(as: UInt64.self)
      let delete = word ^ (ones &* 0x7F)
      let found = ((word &- ones &* 0x20) & ~word) | ((delete &- ones) & ~delete)
      if found & (ones &* 0x80) != 0 { return true }
      guard at &+ 8 < address.count else { return false }
      // The last eight bytes are looked at together, though some of them were already.
      at = min(at &+ 8, address.count &- 8)
    }
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
  public mutating func address(_ address: String) { address.lendUTF8 { self.address($0) } }

  /// The same for bytes that need not be valid UTF-8; the pointer is used within the call alone.
  @inline(__always) mutating func address(_ bytes: UnsafeBufferPointer<UInt8>) {
    if WebAddress.isAllowed(bytes) { text(bytes) }
  }
}
