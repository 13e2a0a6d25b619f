extension RecordValue {
  /// The number that a text is, with spaces around it or without, written as SQL writes numbers; `nil` for other texts
  /// (https://sqlite.org/datatype3.html#type_affinity).
  package init?(numberIn text: String) {
    var digits = text[...].utf8
    while let first = digits.first, Self.isSpace(first) { digits.removeFirst() }
    while let last = digits.last, Self.isSpace(last) { digits.removeLast() }
    // Swift reads names and hexadecimal digits as numbers as well; SQL doesn't.
    guard digits.contains(where: { (0x30...0x39).contains($0) }),
      digits.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) })
    else { return nil }
    let number = Substring(digits)
    if let integer = Int64(number) {
      self = .integer(integer)
    } else if let real = Double(Self.completed(number)), real.isFinite {
      // A real without a fraction is equal to the integer.
      self = Int64(exactly: real).map { .integer($0) } ?? .real(real)
    } else {
      return nil
    }
  }

  /// SQL takes `5.` and `.5e3`.
  private static func completed(_ number: Substring) -> String {
    var text = String(number)
    if text.hasSuffix(".") { text += "0" }
    return text.replacing(".e", with: ".0e").replacing(".E", with: ".0e")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
