import PostgreSQLServer
import TableModel
import Testing

@testable import PostgreSQLTables

@Suite struct VersionedReadingTests {
  /// On a server of its own, whose state nobody else changes.
  @Test func theStateIsThatOfTheFirstRoundTripThoughOthersWriteMeanwhile() async throws {
    let engine = try PostgreSQLServer()
    defer { engine.stop() }
    let sample = try TestDatabase("CREATE TABLE t (name text); INSERT INTO t VALUES ('one')", on: engine)
    let database = try sample.served()
    let address = sample.address
    let before = try #require(await database.versionSource.version())
    let reading = VersionedReading(since: database.versions.book.mark, isVersioned: true) {
      let answers = try await database.answers(to: $0)
      // As soon as the first is read.
      try Session(address).execute("UPDATE t SET name = name || ' more' WHERE name = 'one'")
      return answers
    }
    #expect(reading.state == nil)
    let request = PostgreSQLRequest("SELECT name FROM t")
    #expect(try await reading.answers(to: [request]).map { $0.text(0, 0) } == ["one"])
    let state = try #require(reading.state)
    #expect(database.versions.book.version(state, since: reading.mark) == before)
    #expect(try await reading.answers(to: [request, request]).map { $0.text(0, 0) } == ["one more", "one more"])
    #expect(reading.state == state)
    #expect(await database.versionSource.version() != before)
  }

  @Test func aServerThatDoesNotTellIsNotAsked() async throws {
    let database = try TestDatabase().served()
    let reading = VersionedReading(since: VersionBook.Mark(life: 1), isVersioned: false) {
      try await database.answers(to: $0)
    }
    #expect(try await reading.answers(to: [PostgreSQLRequest("SELECT 1")]).count == 1)
    #expect(reading.state == nil)
  }
}
