import TableModel
import TableRendering
import Testing

@Test(arguments: [
  ("2020-01-01", "<time datetime=\"2020-01-01\">2020-01-01</time>"),
  ("2020-02-29", "<time datetime=\"2020-02-29\">2020-02-29</time>"),
  ("2020-01-01T00:56:00Z", "2020-01-01 <time>00:56:00</time>"),
  ("2025-10-14 06:30", "2025-10-14 <time>06:30</time>"),
  (
    "2025-10-14T06:30:15.123456+02:00",
    "<time datetime=\"2025-10-14T06:30:15.123+02:00\">2025-10-14 <span>06:30:15.123456 +02:00</span></time>"
  ),
  ("2025-10-14 06:30:15.5", "2025-10-14 <time>06:30:15.5</time>"),
])
func timesKeepTheirWordsAndGetAMachineReadableForm(value: String, html: String) {
  #expect(RecordSamples.html(.timestamp, .text(value)) == html)
  #expect(RecordSamples.html(.date, .text(value)) == html)
  #expect(RecordSamples.html(.timestamp, .text(value), style: .page) == html)
}

@Test(arguments: [
  "2020-13-01", "2020-00-01", "2020-01-32", "2021-02-29", "1900-02-29", "2020-04-31", "0000-01-01", "2020-1-1",
  "20200101", "2020-01-0",
  "2020-01-01T", "2020-01-01T24:00", "2020-01-01T12:60", "2020-01-01T12:00:60", "2020-01-01T12:00:00.",
  "2020-01-01T12:00+2",
  "2020-01-01T12:00:00z", "2020-01-01x12:00:00", "2020-01-01T12:00:00ZZ", "2020-01-01 12:00:00 UTC", "yesterday",
  "2020-01-01\"",
])
func whatIsNoTimeIsText(value: String) {
  #expect(!RecordSamples.html(.timestamp, .text(value)).contains("<time"))
}

@Test func twoThousandAndTwentyFourHundredAreLeapYears() {
  #expect(RecordSamples.html(.date, .text("2000-02-29")).hasPrefix("<time"))
  #expect(RecordSamples.html(.date, .text("2400-02-29")).hasPrefix("<time"))
}
