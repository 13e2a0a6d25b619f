import SiteTables
import TableModel
import TableRendering
import Testing

@testable import SitePages
@testable import TableServer

@Suite struct WordsTests {
  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-12_345, "-12,345")])
  func thousandsAreMarked(number: Int, text: String) { #expect(number.withThousandsMarks == text) }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1_000, "1 kB"), (88_100, "88 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"),
    (1_449_999, "1.4 MB"),
    (12_000_000, "12.0 MB"), (999_949_999, "999.9 MB"), (1_000_000_000, "1.0 GB"),
    (5_000_000_000_000_000, "5,000.0 TB"),
  ])
  func sizesAreSaidInOneUnit(bytes: Int, text: String) { #expect(ByteCountText.words(bytes) == text) }

  @Test(arguments: [
    (Duration.microseconds(4), "0.0 ms"), (.microseconds(660), "0.7 ms"), (.microseconds(9_949), "9.9 ms"),
    (.milliseconds(12), "12 ms"), (.milliseconds(999), "999 ms"), (.milliseconds(1_260), "1.3 s"),
  ])
  func timesAreSaidInOneUnit(duration: Duration, text: String) { #expect(TimingText.words(duration) == text) }

  @Test(arguments: [
    (TableCount.exact(1), "<b>1</b> row"), (.exact(3_503), "<b>3,503</b> rows"),
    (.moreThan(10_000), "<b>10,000+</b> rows · <a href=\"/all\">count all</a>"),
    (.unknown, "<b><a href=\"/all\">count</a></b> rows"),
    (
      .counting(soFar: 412_000),
      "<span role=\"status\"><span class=\"spinner\"></span>counting, 412,000 so far</span> <a href=\"/stop\">stop</a>"
    ),
  ])
  func countsAreSaidAsFarAsTheyAreKnown(count: TableCount, text: String) {
    let html = HTML {
      CountText.write(
        count, of: nil, countAll: { $0.address("/all") }, stop: { $0.address("/stop") }, into: &$0)
    }
    #expect(html.description == text)
  }

  @Test(
    arguments: [
      (TableCount.exact(1), "1 row"), (.exact(3_503), "3,503 rows"), (.moreThan(10_000), "more than 10,000 rows"),
      (.counting(soFar: 412_000), "more than 412,000 rows"), (.counting(soFar: 0), nil), (.unknown, nil),
    ] as [(TableCount, String?)])
  func captionsSayAsMuchOfACountAsIsKnown(count: TableCount, words: String?) {
    #expect(CountText.words(count) == words)
  }

  @Test(arguments: [
    (TableCount.exact(9), "<b>7</b> of 9 rows"), (.moreThan(8), "<b>7</b> of 8+ rows"),
    // What is known of all says less than what is known of some.
    (.moreThan(7), "<b>7</b> rows match"), (.moreThan(5), "<b>7</b> rows match"), (.unknown, "<b>7</b> rows match"),
  ])
  func someOfAllAreSaidWhereAllAreKnown(total: TableCount, text: String) {
    let html = HTML {
      CountText.write(.exact(7), of: total, countAll: { _ in }, stop: { _ in }, into: &$0)
    }
    #expect(html.description == text)
  }
}
