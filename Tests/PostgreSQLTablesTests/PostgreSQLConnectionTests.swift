import PostgreSQLServer
import SQLTables
import Testing

@testable import PostgreSQLTables

/// What is asked over one connection.
@Suite struct PostgreSQLConnectionTests {
  @Test func answersThatComeAtOnceAndThoseThatComeLateAreEachThatOfTheirQuestion() async throws {
    let database = try TestDatabase().served { $0.connections = 1 }
    for number in 0..<150 {
      // Some are waited for by the thread that asks, some of those in vain.
      let seconds = number % 10 == 3 ? "0.02" : "0"
      let answers = try await database.answers(to: [
        PostgreSQLRequest("SELECT CAST(? AS integer)", [.integer(Int64(-number))], recurs: true),
        PostgreSQLRequest(
          "SELECT CAST(? AS integer), pg_sleep(CAST(? AS double precision)) IS NULL",
          [.integer(Int64(number)), SQLValue(seconds)], recurs: true),
      ])
      #expect(answers.map { $0.integer(0, 0) } == [-number, number])
    }
  }

  @Test func answersOfManyPiecesThatComeOneByOneAreWhole() async throws {
    let database = try TestDatabase().served { $0.connections = 1 }
    // Nine kilobytes a row, which are more than the server sends at once; each third row is late.
    let request = PostgreSQLRequest(
      """
      SELECT i, repeat('x', 9000), CASE WHEN i % 3 = 0 THEN pg_sleep(0.01) END IS NULL FROM generate_series(1, CAST(? AS integer)) AS i
      """, [.integer(40)], recurs: true)
    for _ in 0..<3 {
      let rows = try #require(try await database.answers(to: [request]).first)
      #expect((0..<rows.count).map { rows.integer($0, 0) } == Array(1...40))
      #expect((0..<rows.count).allSatisfy { rows.bytes($0, 1).count == 9000 })
    }
  }

  @Test func theEndOfALostConnectionIsNoneOfTheNextOneThatHasItsSocketsNumber() async throws {
    let sample = try TestDatabase()
    let address = try ServerAddress(sample.address)
    var lost: PostgreSQLConnection? = try address.connect(timeLimit: 30_000)
    let own = try await lost?.answers(to: [PostgreSQLRequest("SELECT pg_backend_pid()")], nanoseconds: 30_000_000_000)
    try sample.execute("SELECT pg_terminate_backend(\(try #require(own?.first).integer(0, 0)))")
    await #expect(throws: PostgreSQLFailure.self) {
      while true { _ = try await lost?.answers(to: [PostgreSQLRequest("SELECT 1")], nanoseconds: 30_000_000_000) }
    }
    // The lowest number that is free.
    let next = try address.connect(timeLimit: 30_000)
    let answer = Task {
      try await next.answers(to: [PostgreSQLRequest("SELECT 7 FROM pg_sleep(1)")], nanoseconds: 30_000_000_000)
    }
    try await Task.sleep(for: .milliseconds(300))
    lost = nil
    #expect(try await answer.value.first?.integer(0, 0) == 7)
  }

  @Test func anErrorOfAStatementThatWasWaitedForIsItsOwn() async throws {
    let database = try TestDatabase().served { $0.connections = 1 }
    for number in 0..<20 {
      let request = PostgreSQLRequest("SELECT 12 / CAST(? AS integer)", [.integer(Int64(number % 4))], recurs: true)
      if number % 4 == 0 {
        let failure = await #expect(throws: PostgreSQLFailure.self) { try await database.answers(to: [request]) }
        #expect(failure?.code == "22012")
      } else {
        #expect(try await database.answers(to: [request]).map { $0.integer(0, 0) } == [12 / (number % 4)])
      }
    }
  }
}
