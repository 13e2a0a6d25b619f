extension CalendarDay {
  /// A day as tables hold it, `2027-01-31`, by its number.
  package static func text(_ number: Int) -> String {
    let (year, month, day) = date(number)
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
  }

  /// Year, month and day by its number: counted in eras of 400 years that begin on 1 March, so that a leap day comes last (the algorithm
  /// `civil_from_days` of https://howardhinnant.github.io/date_algorithms.html).
  package static func date(_ number: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let day = shifted - era * 146_097
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return (
      year + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3, dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  /// A day and a time in UTC, `2027-01-31T06:30:00Z`, by the seconds since 1 January 1970.
  package static func momentText(_ seconds: Int) -> String {
    let time = seconds % 86_400
    return text(seconds / 86_400)
      + "T\(padded(time / 3_600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(width - text.count, 0)) + text
  }
}
