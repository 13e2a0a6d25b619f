import Testing

@testable import DatabaseCopying

@Suite struct TemporalTextTests {
  private func day(_ text: String) -> Int32? { TemporalText.day(Array(text.utf8).span.bytes) }
  private func moment(_ text: String, isZoned: Bool = false) -> Int64? {
    TemporalText.moment(Array(text.utf8).span.bytes, isZoned: isZoned)
  }

  @Test func daysAreCountedAsPostgreSQLCountsThem() {
    #expect(day("2000-01-01") == 0)
    #expect(day("1999-12-31") == -1)
    #expect(day("2024-02-29") == 8825)
    #expect(day("0001-01-01") == -730_119)
    for text in ["2023-02-29", "2024-13-01", "0000-01-01", "2024-1-1", "2024-01-01 ", "2024/01/01"] {
      #expect(day(text) == nil, "\(text)")
    }
  }

  @Test func momentsAreThoseThatPostgreSQLWritesInTheSameWay() {
    #expect(moment("2000-01-01 00:00:01") == 1_000_000)
    #expect(moment("2000-01-01 00:00:00.5") == 500_000)
    #expect(moment("1999-12-31 23:59:59.999999") == -1)
    #expect(moment("2000-01-01 00:00:01+00", isZoned: true) == 1_000_000)
    for text in [
      "2000-01-01T00:00:00", "2000-01-01 00:00", "2000-01-01 00:00:00.50", "2000-01-01 24:00:00", "2000-01-01 00:00:60",
      "2000-01-01 00:00:00.", "2000-01-01 00:00:00+00",
    ] { #expect(moment(text) == nil, "\(text)") }
    for text in ["2000-01-01 00:00:01", "2000-01-01 00:00:01+01", "+00"] {
      #expect(moment(text, isZoned: true) == nil, "\(text)")
    }
  }
}
