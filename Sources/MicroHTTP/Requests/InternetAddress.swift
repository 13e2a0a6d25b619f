internal import CMicroHTTPD
internal import Glibc

/// An address of the internet, as 16 bytes: one of IPv4 in the form that IPv6 has for it (RFC 4291 §2.5.5.2).
struct InternetAddress: Sendable, Hashable {
  let high: UInt64
  let low: UInt64

  /// Reads an address in its usual notation, without brackets and without a port.
  init?(_ text: String) {
    var bytes = in6_addr()
    // The functions write 16 and 4 bytes, which the structure has, and read the text to its end, a NUL.
    let isRead = text.withCString { text in
      guard strchr(text, Int32(UInt8(ascii: ":"))) == nil else { return inet_pton(AF_INET6, text, &bytes) == 1 }
      return withUnsafeMutableBytes(of: &bytes) { bytes in
        bytes[10] = 0xFF
        bytes[11] = 0xFF
        return inet_pton(AF_INET, text, bytes.baseAddress.map { $0 + 12 }) == 1
      }
    }
    guard isRead else { return nil }
    (high, low) = withUnsafeBytes(of: &bytes) {
      (UInt64(bigEndian: $0.load(as: UInt64.self)), UInt64(bigEndian: $0.load(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  /// Whether the first of the 128 bits are those of another address. No network of IPv6 has an address of IPv4 in it.
  func matches(_ other: InternetAddress, bits: Int) -> Bool {
    guard isIPv4 == (other.isIPv4 && bits >= 96) else { return false }
    let highMask = bits >= 64 ? UInt64.max : ~(UInt64.max >> UInt64(bits))
    let lowMask = bits <= 64 ? 0 : ~(bits >= 128 ? 0 : UInt64.max >> UInt64(bits - 64))
    return (high ^ other.high) & highMask == 0 && (low ^ other.low) & lowMask == 0
  }

  private var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

  var isLoopback: Bool { high == 0 && (low == 1 || low >> 24 == 0xFFFF_7F) }
}
