/// The numbers of JSON.
package enum JSONNumber {
  /// Whether bytes are a number: `-`, whole digits without a leading zero, `.` and digits, `e`, a sign and digits (RFC 8259 section 6).
  package static func isNumber(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    func takeDigits() -> Int {
      let digits = rest.prefix { $0 &- 0x30 < 10 }
      rest = rest.dropFirst(digits.count)
      return digits.count
    }
    func take(_ marks: String) -> Bool {
      guard let first = rest.first, marks.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = take("-")
    let first = rest.first
    let whole = takeDigits()
    guard whole == 1 || (whole > 1 && first != UInt8(ascii: "0")) else { return false }
    if take("."), takeDigits() == 0 { return false }
    if take("eE") {
      _ = take("+-")
      if takeDigits() == 0 { return false }
    }
    return rest.isEmpty
  }
}
