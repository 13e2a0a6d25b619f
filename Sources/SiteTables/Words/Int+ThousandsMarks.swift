extension Int {
  /// The number with a comma at each thousand: `1,234,567`.
  package var withThousandsMarks: String {
    let number = String(self)
    guard magnitude >= 1_000 else { return number }
    let digits = number.utf8
    var text: [UInt8] = []
    text.reserveCapacity(digits.count * 2)
    for (index, digit) in digits.enumerated() {
      if index > (self < 0 ? 1 : 0), (digits.count - index) % 3 == 0 { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The number and what it counts: `1 row`, `3,503 rows`.
  package func counted(_ singular: String, _ plural: String) -> String {
    "\(withThousandsMarks) \(self == 1 ? singular : plural)"
  }
}
