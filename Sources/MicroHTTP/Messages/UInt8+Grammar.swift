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

  /// Space or tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension StringProtocol {
  /// Without the spaces and tabs at both ends.
  var trimmingBlanks: SubSequence {
    var rest = self[...]
    while rest.utf8.first?.isBlank == true { rest = rest.dropFirst() }
    while rest.last == " " || rest.last == "\t" { rest = rest.dropLast() }
    return rest
  }
}
