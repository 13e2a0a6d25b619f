/// The character classes of HTTP's grammar.
extension UInt8 {
  /// A character of a token (RFC 9110 §5.6.2).
  var isTokenByte: Bool {
    // One bit for each ASCII character: !#$%&'*+-. and digits in the first word; letters and ^_`|~ in the second.
    let bits: UInt64 = self < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
    return self < 128 && bits >> UInt64(self & 63) & 1 == 1
  }

  /// A character that may stand in a field's value: visible, space, tab, or beyond ASCII (RFC 9110 §5.5).
  var isFieldValueByte: Bool { self >= 0x20 ? self != 0x7F : self == 0x09 }

  /// The small letter of an ASCII letter; other bytes are left alone.
  var lowercased: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }

  /// Space or tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension StringProtocol {
  /// Compares ASCII letters without regard to case.
  func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
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

  /// Without the spaces and tabs at both ends.
  var trimmingBlanks: SubSequence {
    var rest = self[...]
    while rest.utf8.first?.isBlank == true { rest = rest.dropFirst() }
    while rest.last == " " || rest.last == "\t" { rest = rest.dropLast() }
    return rest
  }
}
