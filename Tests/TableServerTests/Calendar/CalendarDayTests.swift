import Testing

@testable import TableServer

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
}
