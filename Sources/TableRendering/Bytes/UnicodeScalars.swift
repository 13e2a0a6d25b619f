/// UTF-8 as it comes from outside: checked scalar by scalar.
enum UnicodeScalars {
  /// What stands at a byte that is not ASCII.
  struct Found {
    /// Bytes of the scalar; of a broken one, the bytes that one U+FFFD replaces (Unicode 15.0, section 3.9, "maximal subpart").
    var length: Int
    /// The scalar; `nil` if the bytes are broken.
    var scalar: UInt32?
  }

  /// Looks at the bytes from `at`, of which the first is above ASCII. Reads nothing at or behind `end`.
  @inline(__always) static func find(_ bytes: UnsafePointer<UInt8>, at: Int, end: Int) -> Found {
    let first = bytes[at]
    // The range of the second byte rules out surrogates, overlong forms and what lies above U+10FFFF (Unicode, table 3-7).
    let following: Int
    let second: ClosedRange<UInt8>
    switch first {
    case 0xC2...0xDF: (following, second) = (1, 0x80...0xBF)
    case 0xE0: (following, second) = (2, 0xA0...0xBF)
    case 0xED: (following, second) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (following, second) = (2, 0x80...0xBF)
    case 0xF0: (following, second) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (following, second) = (3, 0x80...0xBF)
    case 0xF4: (following, second) = (3, 0x80...0x8F)
    default: return Found(length: 1, scalar: nil)
    }
    guard at &+ 1 < end, second.contains(bytes[at &+ 1]) else { return Found(length: 1, scalar: nil) }
    var scalar = UInt32(first) & (following == 1 ? 0x1F : following == 2 ? 0x0F : 0x07)
    scalar = scalar << 6 | UInt32(bytes[at &+ 1] & 0x3F)
    var length = 2
    while length <= following {
      guard at &+ length < end, bytes[at &+ length] & 0xC0 == 0x80 else { return Found(length: length, scalar: nil) }
      scalar = scalar << 6 | UInt32(bytes[at &+ length] & 0x3F)
      length &+= 1
    }
    return Found(length: length, scalar: scalar)
  }

  /// Copies a scalar whose first byte alone says that it is neither overlong, a surrogate, a C1 control nor a noncharacter: nearly
  /// all of European and East Asian text. `nil` for all else. `output` has room for four bytes, which may all be written.
  @inline(__always) static func copyCommon(
    _ bytes: UnsafePointer<UInt8>, at: Int, end: Int, to output: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    guard at &+ 4 <= end else { return nil }
    let word = UInt32(littleEndian: UnsafeRawPointer(bytes + at).loadUnaligned(as: UInt32.self))
    let length: Int
    switch bytes[at] {
    case 0xC3...0xDF where word & 0xC000 == 0x8000: length = 2
    case 0xE1...0xEC where word & 0xC0_C000 == 0x80_8000: length = 3
    default: return nil
    }
    UnsafeMutableRawPointer(output).storeBytes(of: UInt32(littleEndian: word), as: UInt32.self)
    return length
  }

  /// Whether HTML forbids a scalar above ASCII: C1 controls and noncharacters (HTML, section 13.2.3.5).
  @inline(__always) static func isForbiddenInHTML(_ scalar: UInt32) -> Bool {
    scalar < 0xA0 || scalar & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar)
  }
}
