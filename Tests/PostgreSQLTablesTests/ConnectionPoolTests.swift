import Foundation
import PostgreSQLServer
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// Connections that come and go.
@Suite struct ConnectionPoolTests {
  private static let rows = "CREATE TABLE t (id integer PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 100)"

  @Test func connectionsThatTheServerEndedAreReplacedUnnoticed() async throws {
    let sample = try TestDatabase(Self.rows)
    let table = try await sample.table("t")
    for _ in 0..<3 {
      #expect(try await table.page(TableQuery(pageSize: 3)).rows.count == 3)
      try sample.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
      )
    }
  }

  @Test func noMoreConnectionsAreOpenedThanAllowedHoweverManyAsk() async throws {
    let sample = try TestDatabase(Self.rows)
    let database = try sample.served { ($0.connections, $0.backgroundConnections, $0.queueLimit) = (3, 1, 500) }
    let table = try #require(try await database.table(named: "t"))
    try await withThrowingTaskGroup(of: Int.self) { group in
      // While these wait, each has a connection of its own.
      for _ in 0..<3 {
        group.addTask {
          _ = try await database.answers(to: [PostgreSQLRequest("SELECT pg_sleep(1)")])
          return 5
        }
      }
      for _ in 0..<200 { group.addTask { try await table.page(TableQuery(pageSize: 5)).rows.count } }
      for try await count in group { #expect(count == 5) }
    }
    let open = try sample.rows(
      """
      SELECT query LIKE '% FROM "public"."t" %' OR query LIKE '%pg_sleep%' FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'tablepages'
      """)
    #expect(open.count { $0 == ["t"] } == 3, "\(open)")
    // One more may look whether the schema has changed, and one whether kept pages are right.
    #expect(open.count <= 5, "\(open)")
  }

  @Test func whoeverComesWhenTooManyWaitIsRefusedAtOnce() async throws {
    let sample = try TestDatabase(Self.rows)
    let database = try sample.served { ($0.connections, $0.queueLimit) = (1, 1) }
    let slow = PostgreSQLRequest("SELECT pg_sleep(4)")
    let refused = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<6 {
        group.addTask {
          do {
            _ = try await database.answers(to: [slow])
            return false
          } catch TableError.busy { return true } catch { return false }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(refused == 4)
  }

  @Test func aServerThatIsGoneIsSaidToBeAndTriedAgain() async throws {
    let server = try PostgreSQLServer()
    let sample = try TestDatabase(Self.rows, on: server)
    let database = try sample.served()
    let table = try #require(try await database.table(named: "t"))
    #expect(try await table.page(TableQuery(pageSize: 3)).rows.count == 3)
    server.stop()
    // Nobody is told of tables that can't be read, though they are known.
    await #expect(throws: TableError.self) { try await database.tables() }
    let failure = await #expect(throws: TableError.self) { try await table.page(TableQuery(pageSize: 3)) }
    #expect(failure == .unavailable("The database “\(sample.name)” can't be reached at the moment."))
    try server.start()
    var count = 0
    // It is not tried without a rest, which is three seconds at most.
    for _ in 0..<600 where count == 0 {
      count = (try? await table.page(TableQuery(pageSize: 3)).rows.count) ?? 0
      try await Task.sleep(for: .milliseconds(100))
    }
    #expect(count == 3)
  }

  @Test func whatOthersHaveReachedIsNotRestedFromAnyLonger() async throws {
    let sample = try TestDatabase()
    let folder = FileManager.default.temporaryDirectory.appending(path: "sockets-\(UUID().uuidString.prefix(8))").path
    let address = try ServerAddress(PostgreSQLServer.address(of: sample.name, in: [folder]))
    func pool() -> ConnectionPool {
      ConnectionPool(address, to: .primary, limit: 1, queueLimit: 1, timeLimit: 10)
    }
    let (resting, other) = (pool(), pool())
    // After the fourth failure it rests for 0.4 seconds at least.
    for failure in 1...4 {
      if failure > 1 { try await Task.sleep(for: .milliseconds(400)) }
      await #expect(throws: PostgreSQLFailure.self) { try await resting.take() }
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder, withDestinationPath: PostgreSQLServer.shared.path)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    other.giveBack(try await other.take())
    resting.giveBack(try await resting.take())
  }

  @Test func aStatementIsStoppedWhenNobodyWaitsForItAnyMore() async throws {
    let sample = try TestDatabase(Self.rows)
    let database = try sample.served()
    let task = Task { try await database.answers(to: [PostgreSQLRequest("SELECT pg_sleep(60)")]) }
    let running = "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'"
    for _ in 0..<1000 where try sample.rows(running) == [["0"]] { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try sample.rows(running) == [["1"]])
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    for _ in 0..<1000 where try sample.rows(running) == [["1"]] { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try sample.rows(running) == [["0"]])
  }

  @Test func nothingCanBeWrittenOnThem() async throws {
    let sample = try TestDatabase(Self.rows)
    let database = try sample.served()
    await #expect(throws: PostgreSQLFailure.self) {
      try await database.answers(to: [PostgreSQLRequest("DELETE FROM t")])
    }
    #expect(try sample.rows("SELECT count(*) FROM t") == [["100"]])
  }
}
