import Testing

@testable import MicroHTTP

private let second: UInt64 = 1_000_000_000

/// Ten seconds, and one more for each 1,000 bytes.
private func allowance() -> ReadingAllowance {
  ReadingAllowance(limit: 10 * second, nanosecondsPerByte: second / 1_000)
}

@Test func aReaderOfTheLeastRateGoesOnForEver() {
  var allowance = allowance()
  var now: UInt64 = 0
  for _ in 0..<1_000 {
    #expect(allowance.start(at: now, bytes: 5_000) >= 5 * second)
    now += 5 * second
    allowance.stop(at: now)
  }
}

@Test func aSlowerReaderHasLessEachTime() {
  var allowance = allowance()
  var now: UInt64 = 0
  for left in [10, 9, 8, 7, 6] {
    #expect(allowance.start(at: now, bytes: 2_000) == UInt64(left) * second)
    now += 3 * second
    allowance.stop(at: now)
  }
}

@Test func whatIsReadFastSavesNoTimeForLater() {
  var allowance = allowance()
  for _ in 0..<100 {
    #expect(allowance.start(at: 0, bytes: 1_000_000) == 10 * second)
    allowance.stop(at: 0)
  }
  #expect(allowance.start(at: 0, bytes: 1) == 10 * second)
}

@Test func theServersOwnTimeCostsTheReaderNothing() {
  var allowance = allowance()
  _ = allowance.start(at: 0, bytes: 0)
  allowance.stop(at: 4 * second)
  allowance.stop(at: 400 * second)
  #expect(allowance.start(at: 1_000 * second, bytes: 0) == 6 * second)
}
