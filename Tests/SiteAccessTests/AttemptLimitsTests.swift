import MicroHTTP
import Testing

@testable import SiteAccess

@Suite struct AttemptLimitsTests {
  private let start = ContinuousClock.now

  private func limits(_ limit: Int = 100) -> AttemptLimits {
    AttemptLimits(name: .init(attempts: 3, seconds: 10), address: .init(attempts: 5, seconds: 2), limit: limit)
  }

  @Test func aNameIsTriedOnlySoOften() {
    let limits = limits()
    for _ in 0..<3 { #expect(limits.begin("ada", from: .address("192.0.2.9", port: 1), at: start) == nil) }
    #expect(limits.begin("ada", from: .address("192.0.2.9", port: 1), at: start) == 10)
    #expect(limits.begin("bob", from: .address("192.0.2.9", port: 1), at: start) == nil)
    #expect(limits.begin("ada", from: .address("192.0.2.9", port: 1), at: start + .seconds(5)) == 5)
    #expect(limits.begin("ada", from: .address("192.0.2.9", port: 1), at: start + .seconds(10)) == nil)
    #expect(limits.begin("ada", from: .address("192.0.2.9", port: 1), at: start + .seconds(10)) != nil)
  }

  @Test func nobodyLocksOutWhoComesFromElsewhere() {
    let limits = limits()
    for _ in 0..<9 { _ = limits.begin("ada", from: .address("192.0.2.9", port: 1), at: start) }
    #expect(limits.begin("ada", from: .address("192.0.2.9", port: 1), at: start) != nil)
    #expect(limits.begin("ada", from: .address("192.0.2.10", port: 1), at: start) == nil)
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1", "192.0.2.2"), ("2001:db8::1", "2001:db8:0:0:ffff::2", "2001:db8:0:1::1"),
    ("::ffff:192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.2"),
  ])
  func anAddressTriesOnlySoOften(one: String, same: String, other: String) {
    let limits = limits()
    for number in 0..<5 { #expect(limits.begin("name \(number)", from: .address(one, port: 1), at: start) == nil) }
    #expect(limits.begin("ada", from: .address(same, port: 2), at: start) == 2)
    #expect(limits.begin("ada", from: .address(other, port: 1), at: start) == nil)
  }

  @Test func whatWasNoFailureDoesNotCount() {
    let limits = limits()
    for _ in 0..<50 {
      #expect(limits.begin("ada", from: .unix, at: start) == nil)
      limits.succeed("ada", from: .unix)
    }
    #expect(limits.count == 0)
  }

  @Test func noNumberOfNamesTakesMoreThanItsShareOfMemory() {
    let limits = limits(8)
    for number in 0..<100 { _ = limits.begin("name \(number)", from: .unix, at: start) }
    #expect(limits.count == 8)
    // The one that was tried most stays.
    for _ in 0..<3 { _ = limits.begin("ada", from: .unix, at: start) }
    for number in 0..<100 { _ = limits.begin("other \(number)", from: .unix, at: start) }
    #expect(limits.begin("ada", from: .unix, at: start) != nil)
  }
}
