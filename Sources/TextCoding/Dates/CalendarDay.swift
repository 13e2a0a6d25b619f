internal import Glibc

/// Days of the Gregorian calendar as numbers, counted from 1 January 1970.
package enum CalendarDay {
  /// The number of a day written as `2027-01-31` (HTML Standard, section "Dates"); `nil` for anything else, such as the 30th of February.
  package static func number(_ text: String) -> Int? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), year > 0, let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month),
      day >= 1
    else { return nil }
    let number = number(year: year, month: month, day: day)
    return date(number).day == day ? number : nil
  }

  /// The number of a day of the Gregorian calendar, of the year 1 at the earliest; days behind the end of a month are of the next.
  package static func number(year: Int, month: Int, day: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    // Leap days before this year: those of every fourth, but for hundreds that are no four hundreds.
    let before = year - 1
    let days = before * 365 + before / 4 - before / 100 + before / 400 + lengths[..<(month - 1)].reduce(0, +)
    return days + day - 719_163
  }

  /// The number of today, in UTC.
  package static var today: Int { Glibc.time(nil) / 86_400 }
}
