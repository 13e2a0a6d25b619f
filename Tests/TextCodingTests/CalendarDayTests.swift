import Testing
import TextCoding

@Suite struct CalendarDayTests {
  @Test func daysAreCountedAsCalendarsDo() {
    #expect(CalendarDay.number("1970-01-01") == 0)
    #expect(CalendarDay.number("2000-02-29") == 11_016)
    #expect(CalendarDay.number("2027-01-31") == 20_849)
    #expect(CalendarDay.number("0001-01-01") == -719_162)
    #expect(CalendarDay.today > 20_000)
  }

  @Test(arguments: [
    "1900-02-29", "2023-02-29", "2025-04-31", "2027-13-01", "2027-00-01", "2025-01-00", "0000-01-01", "2027-1-1",
    "20270101", "-027-01-01", "soon", "",
  ])
  func whatIsNoDayHasNoNumber(_ text: String) { #expect(CalendarDay.number(text) == nil) }

  @Test(arguments: ["2024-02-29", "2000-02-29", "2025-12-31"])
  func leapDaysAndLastDaysAreDays(_ text: String) { #expect(CalendarDay.number(text) != nil) }

  @Test(arguments: [
    ("2025-10-14", "2025-10-14"), ("2025-10-14 06:30", "2025-10-14"), ("2025-10-14T06:30:00.25Z", "2025-10-14"),
    ("2025-10-14T23:30:00-05:00", "2025-10-15"), ("2025-01-01 00:30:00 +02:00", "2024-12-31"),
  ])
  func momentsHaveTheirDayInUTC(_ moment: String, _ day: String) {
    #expect(CalendarDay.number(ofMoment: moment).map(CalendarDay.text) == day)
  }

  @Test(arguments: [
    "2025-10-14x", "2025-10-14 6:30", "2025-10-14 24:00", "2025-10-14 06:60", "2025-10-14 06:30:",
    "2025-10-14 06:30:00.",
    "2025-10-14T06:30+1", "2025-10-14T06:30Zz", "06:30", "2025-02-30 06:30", "é025-10-14",
  ])
  func whatIsNoMomentHasNoDay(_ text: String) { #expect(CalendarDay.number(ofMoment: text) == nil) }
}
