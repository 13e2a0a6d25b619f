/// A day of the Gregorian calendar, with or without a time of day.
package struct CivilMoment: Sendable, Hashable, BitwiseCopyable {
  package let year: Int
  package let month: Int
  package let day: Int
  /// Seconds since midnight; `nil` for the day alone.
  package let second: Int?

  /// `nil` for a day that isn't in the calendar, and for years of other than four digits.
  package init?(year: Int, month: Int, day: Int, second: Int? = nil) {
    guard (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    // Only the 29th and later aren't in every month.
    guard day < 29 || CalendarDay.date(CalendarDay.number(year: year, month: month, day: day)).day == day else {
      return nil
    }
    (self.year, self.month, self.day, self.second) = (year, month, day, second)
  }

  /// The moment in UTC, so many seconds behind the beginning of 1970.
  package init?(seconds: Int64) {
    guard seconds.magnitude < 400_000_000_000 else { return nil }
    let seconds = Int(seconds)
    let second = (seconds % 86_400 + 86_400) % 86_400
    let date = CalendarDay.date((seconds - second) / 86_400)
    guard (1...9_999).contains(date.year) else { return nil }
    (year, month, day, self.second) = (date.year, date.month, date.day, second)
  }

  /// The day alone.
  package var dayAlone: CivilMoment { CivilMoment(of: self) }

  private init(of moment: CivilMoment) {
    (year, month, day, second) = (moment.year, moment.month, moment.day, nil)
  }
}
