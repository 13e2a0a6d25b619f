import Testing

@testable import PostgreSQLTables

/// Which server has taken over from which.
@Suite struct TimelineTests {
  @Test func oneOfTheSameOriginIsOlderByItsNumber() {
    let first = Timeline(origin: "7", number: 9), second = Timeline(origin: "7", number: 10)
    #expect(first.isOlder(than: second))
    #expect(!second.isOlder(than: first) && !first.isOlder(than: first))
  }

  @Test func thoseOfOtherOriginsAreNotComparedAtAll() {
    let one = Timeline(origin: "7", number: 1), other = Timeline(origin: "8", number: 2)
    #expect(!one.isOlder(than: other) && !other.isOlder(than: one))
  }
}
