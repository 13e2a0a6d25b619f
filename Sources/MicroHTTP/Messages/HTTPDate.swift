internal import TextCoding

/// A moment as HTTP writes it, exact to the second (RFC 9110 §5.6.7).
package struct HTTPDate: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Seconds since the start of 1970, UTC.
  package let seconds: Int

  /// A moment by its seconds since the start of 1970, UTC.
  package init(seconds: Int) { self.seconds = seconds }

  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads the preferred form, `Sun, 06 Nov 1994 08:49:37 GMT`. The two obsolete forms are not read: a condition with
  /// one counts as absent, which costs a full answer and nothing else.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", parts[0].hasSuffix(","), let day = Int(parts[1]), (1...31).contains(day),
      let month = Self.months.firstIndex(where: { $0 == parts[2] }), let year = Int(parts[3]),
      (1600...9999).contains(year)
    else { return nil }
    let clock = parts[4].split(separator: ":").map { Int($0) }
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2], (0..<24).contains(hour),
      (0..<60).contains(minute), (0...60).contains(second)
    else { return nil }
    seconds = CalendarDay.number(year: year, month: month + 1, day: day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  /// The preferred form.
  package var description: String {
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let second = seconds - day * 86_400
    let (year, month, date) = CalendarDay.date(day)
    let weekday = Self.days[((day % 7) + 7) % 7]
    return "\(weekday), \(two(date)) \(Self.months[month - 1]) \(year) \(two(second / 3600)):"
      + "\(two(second / 60 % 60)):\(two(second % 60)) GMT"
  }

  /// Earlier is less.
  package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.seconds < right.seconds }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
