extension UInt8 {
  /// The small letter of an ASCII letter; other bytes are left alone.
  @inlinable package var lowercased: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}

extension StringProtocol {
  /// Compares ASCII letters without regard to case.
  @inlinable package func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
    let (one, two) = (utf8, other.utf8)
    guard one.count == two.count else { return false }
    // Names that differ do so in their first letters, so that it costs no more than to come by the bytes.
    let isEqual = one.withContiguousStorageIfAvailable { one in
      two.withContiguousStorageIfAvailable { two in
        one.indices.allSatisfy { one[$0] == two[$0] || one[$0].lowercased == two[$0].lowercased }
      }
    }
    return (isEqual ?? nil) ?? one.elementsEqual(two) { $0.lowercased == $1.lowercased }
  }
}
