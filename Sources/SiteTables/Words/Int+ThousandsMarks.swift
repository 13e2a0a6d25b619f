extension Int {
  /// The number with a comma at each thousand: `1,234,567`.
  package var withThousandsMarks: String {
    let digits = Array(String(magnitude).utf8)
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }

  /// The number and what it counts: `1 row`, `3,503 rows`.
  package func counted(_ singular: String, _ plural: String) -> String {
    "\(withThousandsMarks) \(self == 1 ? singular : plural)"
  }
}
