import TableModel
import TableRendering

/// How sections and what is added up of them are said.
enum SectionWords {
  /// `Monday, 13 October 2025`, `October 2025`, `A`, or the value itself.
  static func title(
    _ section: RecordValue, _ part: SectionKey.Part, _ column: RecordSchema.Column, language: String
  ) -> String {
    if section == .null { return "None" }
    let text = column.text(of: section)
    if text.isEmpty { return "\"\"" }
    guard language.hasPrefix("en"), let date = date(text) else { return text }
    switch part {
    case .day:
      guard let day = date.day, let weekday = weekday(date.year, date.month, day) else { return text }
      return "\(weekday), \(day) \(months[date.month - 1]) \(date.year)"
    case .month: return "\(months[date.month - 1]) \(date.year)"
    case .value, .letter, .year: return text
    }
  }

  /// A few letters for the index strip.
  static func short(_ section: RecordValue, _ part: SectionKey.Part) -> String {
    let text = section.description
    switch part {
    case .letter, .year: return section == .null ? "–" : text
    case .value: return section == .null ? "–" : String(text.prefix(4))
    case .day, .month:
      guard let date = date(text) else { return String(text.prefix(4)) }
      let month = String(months[date.month - 1].prefix(3))
      return date.day.map { "\($0) \(month)" } ?? month
    }
  }

  /// A number as its column has it, but no more digits than people read.
  static func number(_ value: Double, _ column: RecordSchema.Column) -> String {
    var text = ByteSink(capacity: 64)
    var digits = abs(value) >= 1e15 || value == value.rounded() ? 0 : 2
    if case .number(let fixed?) = column.type { digits = fixed }
    if case .fixed(let fixed) = column.format { digits = fixed }
    text.grouped(value, fractionDigits: min(max(digits, 0), 6))
    return text.string + (column.unit.map { "\u{A0}" + $0 } ?? "")
  }

  /// `2025-10` or `2025-10-14`.
  private static func date(_ text: String) -> (year: Int, month: Int, day: Int?)? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count == 7 || text.utf8.count == 10, parts.count == (text.utf8.count == 7 ? 2 : 3),
      let year = Int(parts[0]), let month = Int(parts[1]), (1...12).contains(month)
    else { return nil }
    if parts.count == 2 { return (year, month, nil) }
    guard let day = Int(parts[2]), (1...31).contains(day) else { return nil }
    return (year, month, day)
  }

  /// The day of the week in the Gregorian calendar (Sakamoto's method).
  private static func weekday(_ year: Int, _ month: Int, _ day: Int) -> String? {
    guard (1...9_999).contains(year) else { return nil }
    let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let year = month < 3 ? year - 1 : year
    let number = (year + year / 4 - year / 100 + year / 400 + offsets[month - 1] + day) % 7
    return ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][number]
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
