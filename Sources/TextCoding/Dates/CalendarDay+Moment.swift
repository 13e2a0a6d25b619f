extension CalendarDay {
  /// The number of the day, in UTC, on which a moment is: `2025-10-14`, `2025-10-14 06:30`, `2025-10-14T06:30:00.5+02:00`, as
  /// SQLite reads them (https://sqlite.org/lang_datefunc.html#time_values); `nil` for anything else.
  package static func number(ofMoment text: String) -> Int? {
    guard let day = number(String(text.prefix(10))) else { return nil }
    var rest = text.utf8.dropFirst(10)
    guard !rest.isEmpty else { return day }
    guard let first = rest.first, first == UInt8(ascii: "T") || first == 0x20 else { return nil }
    rest = rest.drop { $0 == 0x20 || $0 == UInt8(ascii: "T") }
    guard let hour = pair(&rest), hour < 24, take(":", &rest), let minute = pair(&rest), minute < 60 else { return nil }
    if take(":", &rest) {
      guard let second = pair(&rest), second < 60 else { return nil }
      if take(".", &rest) {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
      }
    }
    rest = rest.drop { $0 == 0x20 }
    guard let zone = zoneMinutes(rest) else { return nil }
    let minutes = hour * 60 + minute - zone
    return day + (minutes < 0 ? -1 : minutes >= 1_440 ? 1 : 0)
  }

  /// How many minutes a zone is before UTC.
  private static func zoneMinutes(_ zone: Substring.UTF8View) -> Int? {
    var rest = zone
    switch rest.popFirst() {
    case nil: return 0
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): return rest.allSatisfy { $0 == 0x20 } ? 0 : nil
    case let sign? where sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"):
      guard let hours = pair(&rest), hours < 15, take(":", &rest), let minutes = pair(&rest), minutes < 60,
        rest.allSatisfy({ $0 == 0x20 })
      else { return nil }
      return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
    default: return nil
    }
  }

  private static func pair(_ rest: inout Substring.UTF8View) -> Int? {
    let digits = rest.prefix(2)
    guard digits.count == 2, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(2)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func take(_ mark: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
