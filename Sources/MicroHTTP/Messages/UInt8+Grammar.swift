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

extension UnsafeRawBufferPointer {
  /// Whether all bytes may stand in a field's value. Eight are looked at in a step, and one by one only where one of eight is below a space, such
  /// as a tab, or a DEL.
  var areFieldValueBytes: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var place = 0
    while place + 8 <= count {
      // The eight bytes lie within the buffer; a load of raw memory needs no alignment.
      let word = loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let deletes = word ^ (ones &* 0x7F)
      let odd = (word &- ones &* 0x20) & ~word | (deletes &- ones) & ~deletes
      if odd & (ones &* 0x80) != 0, !areFieldValueBytes(place..<place + 8) { return false }
      place += 8
    }
    return areFieldValueBytes(place..<count)
  }

  private func areFieldValueBytes(_ range: Range<Int>) -> Bool {
    for place in range where !self[place].isFieldValueByte { return false }
    return true
  }
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
