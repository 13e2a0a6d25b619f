/// Bytes as hexadecimal digits, two each (RFC 4648 section 8).
package enum Hexadecimal {
  /// Writes two upper-case digits behind what is there.
  package static func append(_ byte: UInt8, to digits: inout [UInt8]) {
    digits.append(digit(byte >> 4))
    digits.append(digit(byte & 15))
  }

  /// The digits of bytes, upper-case unless said otherwise.
  package static func text(_ bytes: some Sequence<UInt8>, isLowercase: Bool = false) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.underestimatedCount * 2)
    for byte in bytes { append(byte, to: &digits) }
    // What a capital letter lacks to be a small one is a bit that digits have.
    if isLowercase { for index in digits.indices { digits[index] |= 0x20 } }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes that digits of either case stand for; `nil` for an odd number of digits or any other byte.
  package static func bytes(_ digits: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.underestimatedCount / 2)
    var rest = digits.makeIterator()
    while let digit = rest.next() {
      guard let high = value(digit), let low = rest.next().flatMap(value) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The bytes of lower-case digits, where one spelling is to stand for one value; `nil` for any other text.
  package static func bytes(lowercase text: String) -> [UInt8]? {
    bytes(text.utf8).flatMap { self.text($0, isLowercase: true) == text ? $0 : nil }
  }

  /// The digit of a number below 16.
  @inlinable @inline(__always) package static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 | value : 0x37 + value
  }

  /// What a digit of either case stands for; `nil` for any other byte.
  package static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46: digit - 0x37
    case 0x61...0x66: digit - 0x57
    default: nil
    }
  }
}
