import Testing

@testable import PostgreSQLTables

/// Statements whose answers the thread that asks waits for.
@Suite struct PreparedStatementTests {
  @Test func aStatementIsWaitedForAsLongAsItAnswersInTime() {
    let statement = PreparedStatement(name: "s1")
    for _ in 0..<100 {
      #expect(statement.isWorthWaiting())
      statement.wasWaitedFor(inTime: true)
    }
  }

  @Test func whatIsLateAgainAndAgainIsWaitedForSeldom() {
    let statement = PreparedStatement(name: "s1")
    let waits = (0..<1000).count { _ in
      guard statement.isWorthWaiting() else { return false }
      statement.wasWaitedFor(inTime: false)
      return true
    }
    #expect(waits == 20)
  }

  @Test func whatWasLateIsWaitedForAgainOnceItAnswersInTime() {
    let statement = PreparedStatement(name: "s1")
    for _ in 0..<500 where statement.isWorthWaiting() { statement.wasWaitedFor(inTime: false) }
    while !statement.isWorthWaiting() {}
    statement.wasWaitedFor(inTime: true)
    #expect(statement.isWorthWaiting())
    statement.wasWaitedFor(inTime: false)
    #expect([statement.isWorthWaiting(), statement.isWorthWaiting()] == [false, true])
  }
}
