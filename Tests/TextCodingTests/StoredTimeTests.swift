import Testing
import TextCoding

struct StoredTimeTests {
  private func moment(_ form: StoredTime, _ text: String) -> CivilMoment? { form.moment(Array(text.utf8).span) }

  @Test(arguments: [
    (StoredTime.dayFirst, "14.10.2025", 2025, 10, 14, nil as Int?), (.dayFirst, "1/2/2003", 2003, 2, 1, nil),
    (.dayFirst, "29-02-2024", 2024, 2, 29, nil), (.monthFirst, "10/14/2025 6:30:05 PM", 2025, 10, 14, 66_605),
    (.monthFirst, "1/2/2003 12:00 am", 2003, 1, 2, 0), (.yearFirst, "2025/1/2", 2025, 1, 2, nil),
    (.dayFirst, "14.10.2025, 06:30", 2025, 10, 14, 23_400), (.compactDay, "20251014", 2025, 10, 14, nil),
  ])
  func textsStandForMoments(form: StoredTime, text: String, year: Int, month: Int, day: Int, second: Int?) {
    #expect(moment(form, text) == CivilMoment(year: year, month: month, day: day, second: second))
  }

  @Test(arguments: [
    (StoredTime.dayFirst, ""), (.dayFirst, "30.02.2025"), (.dayFirst, "14.10/2025"), (.dayFirst, "14.10.25"),
    (.dayFirst, "14.10.2025x"), (.dayFirst, "14.10.2025 25:00"), (.dayFirst, "14.10.2025 13:00 PM"),
    (.monthFirst, "14/10/2025"), (.yearFirst, "2025-10-14"), (.compactDay, "2025101"), (.compactDay, "20251314"),
    (.seconds, "1760423400"), (.midnight, "2025-10-14"), (.dayFirst, "1.2.0000"),
  ])
  func whatStandsForNoneIsNone(form: StoredTime, text: String) { #expect(moment(form, text) == nil) }

  @Test func numbersStandForMomentsBeforeAndAfter1970() {
    #expect(StoredTime.seconds.moment(-1) == CivilMoment(year: 1969, month: 12, day: 31, second: 86_399))
    #expect(StoredTime.milliseconds.moment(-1) == CivilMoment(year: 1969, month: 12, day: 31, second: 86_399))
    #expect(StoredTime.secondsOfDays.moment(86_400) == CivilMoment(year: 1970, month: 1, day: 2))
    #expect(StoredTime.compactDay.moment(20_240_229) == CivilMoment(year: 2024, month: 2, day: 29))
    for form in StoredTime.allCases {
      for number in [Int64.min, .max, 0, 20_230_229] where form != .seconds && form != .milliseconds {
        #expect(form.moment(number) == nil || number == 0 || number == 20_230_229, "\(form) \(number)")
      }
    }
  }
}
