import Foundation
import PostgreSQLServer
import SQLTables
import Synchronization
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// What is asked through a pooler that gives each transaction another connection.
@Suite struct TransactionFrameTests {
  /// A database whose own settings would make values and rights others, and a pooler with few connections.
  private static func pooled(_ sql: String = "", connections: Int = 2) throws -> (Pooler, TestDatabase) {
    let sample = try TestDatabase(sql)
    try sample.execute(
      """
      ALTER DATABASE \(sample.name) SET DateStyle = 'German'; ALTER DATABASE \(sample.name) SET extra_float_digits = 0;
      ALTER DATABASE \(sample.name) SET TimeZone = 'Asia/Tokyo'; ALTER DATABASE \(sample.name) SET IntervalStyle = 'sql_standard'
      """)
    return (try Pooler(before: .shared, connections: connections), sample)
  }

  @Test func aConnectionThroughAPoolerIsKnown() async throws {
    let (pooler, sample) = try Self.pooled()
    #expect(try ServerAddress(pooler.address(of: sample.name)).connect(timeLimit: 30_000).isShared)
    #expect(try !ServerAddress(sample.address).connect(timeLimit: 30_000).isShared)
  }

  @Test func valuesAreWrittenInOneWayAndNothingIsLeftForOthers() async throws {
    let (pooler, sample) = try Self.pooled(
      """
      CREATE TABLE t (id integer PRIMARY KEY, day date, at timestamptz, takes interval, size double precision);
      INSERT INTO t VALUES (1, '2024-03-01', '2024-03-01 00:00Z', '1 day 2 hours', 0.1 + 0.2)
      """, connections: 1)
    let address = pooler.address(of: sample.name)
    let other = try Session(address)
    try other.execute("SET statement_timeout = '77s'")
    // What a client is called, the pooler sets itself.
    let settings =
      "SELECT name, setting FROM pg_settings WHERE source = 'session' AND name <> 'application_name' ORDER BY 1"
    let before = try other.rows(settings)
    let direct = try #require(try await sample.served().table(named: "t"))
    let served = try #require(try await sample.served(at: address).table(named: "t"))
    let expected = try await direct.page(TableQuery()).rows
    for _ in 0..<3 { #expect(try await served.page(TableQuery()).rows == expected) }
    // The pooler has one connection to the server, which both share.
    #expect(try other.rows(settings) == before)
    #expect(try other.rows("SELECT count(*) FROM pg_prepared_statements") == [["0"]])
    try other.execute("UPDATE t SET size = 1")
  }

  @Test func aPageIsOneRoundTripAndPagesLeadThroughAllRowsBothWays() async throws {
    let (pooler, sample) = try Self.pooled(
      "CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t SELECT i, md5(CAST(i % 37 AS text)) FROM generate_series(1, 500) AS i"
    )
    let database = try sample.served(at: pooler.address(of: sample.name))
    let table = try #require(try await database.table(named: "t"))
    let query = TableQuery(pageSize: 50, sort: [SortTerm(column: 1, isDescending: true)])
    _ = try await table.page(query)
    let start = database.pools[.pages].workCount.load(ordering: .relaxed)
    _ = try await table.page(query)
    #expect(database.pools[.pages].workCount.load(ordering: .relaxed) == start + 1)
    let expected = try await sample.table("t").walk(query)
    let walked = try await table.walk(query)
    #expect(expected.forwards.count == 500 && walked.forwards == expected.forwards)
    #expect(walked.backwards == expected.backwards)
  }

  @Test func anErrorIsItsOwnAndTheConnectionGoesOn() async throws {
    let (pooler, sample) = try Self.pooled(connections: 1)
    let database = try sample.served(at: pooler.address(of: sample.name)) { $0.connections = 1 }
    for number in 0..<20 {
      let request = PostgreSQLRequest("SELECT 12 / CAST(? AS integer)", [.integer(Int64(number % 4))], recurs: true)
      if number % 4 == 0 {
        let failure = await #expect(throws: PostgreSQLFailure.self) { try await database.answers(to: [request]) }
        #expect(failure?.code == "22012")
      } else {
        #expect(
          try await database.answers(to: [request, request]).map { $0.integer(0, 0) } == [
            12 / (number % 4), 12 / (number % 4),
          ])
      }
      // No transaction holds the pooler's only connection.
      #expect(try Session(pooler.address(of: sample.name)).rows("SELECT 1") == [["1"]])
    }
  }

  @Test func nothingIsChangedByWhatOnlyReads() async throws {
    let (pooler, sample) = try Self.pooled("CREATE TABLE t (id integer)")
    let database = try sample.served(at: pooler.address(of: sample.name))
    let failure = await #expect(throws: PostgreSQLFailure.self) {
      try await database.answers(to: [PostgreSQLRequest("INSERT INTO t VALUES (1)")])
    }
    #expect(failure?.code == "25006")
    #expect(try sample.rows("SELECT count(*) FROM t") == [["0"]])
  }

  @Test func theTimeLimitHolds() async throws {
    let (pooler, sample) = try Self.pooled(connections: 1)
    let database = try sample.served(at: pooler.address(of: sample.name)) { $0.timeLimitSeconds = 0.3 }
    let failure = await #expect(throws: PostgreSQLFailure.self) {
      try await database.answers(to: [PostgreSQLRequest("SELECT pg_sleep(60)")])
    }
    #expect(failure?.isInterrupt == true)
    let limit = PostgreSQLRequest.timeLimit(milliseconds: 100)
    await #expect(throws: PostgreSQLFailure.self) {
      try await database.answers(to: [limit, PostgreSQLRequest("SELECT pg_sleep(60)")])
    }
    #expect(try await database.answers(to: [PostgreSQLRequest("SHOW statement_timeout")])[0].text(0, 0) == "300ms")
  }

  @Test func whoLeavesIsNotWorkedForAnyMore() async throws {
    let (pooler, sample) = try Self.pooled()
    let database = try sample.served(at: pooler.address(of: sample.name))
    let running =
      "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(55)%' AND pid <> pg_backend_pid()"
    let task = Task { try await database.answers(to: [PostgreSQLRequest("SELECT pg_sleep(55)")]) }
    for _ in 0..<1_500 where try sample.rows(running) != [["1"]] { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try sample.rows(running) == [["1"]])
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    for _ in 0..<1_500 where try sample.rows(running) != [["0"]] { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try sample.rows(running) == [["0"]])
  }

  @Test func changesOfSeveralWritersAreWholeOrNotThere() async throws {
    let (pooler, sample) = try Self.pooled(
      "CREATE TABLE t (id integer PRIMARY KEY, n integer NOT NULL CHECK (n < 1000)); INSERT INTO t SELECT i, 0 FROM generate_series(1, 8) AS i",
      connections: 3)
    let database = try sample.served(at: pooler.address(of: sample.name)) { $0.isWritable = true }
    let table = try #require(try await database.table(named: "t"))
    let writer = try #require(table.writer)
    let columns = try await writer.writableColumns()
    #expect(columns.map(\.name) == ["id", "n"])
    // Each adds one to two rows, or fails at the second and leaves the first as it was.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        group.addTask {
          for step in 0..<10 {
            let fails = (number + step) % 3 == 0
            _ = try? await database.write(by: "test") { transaction in
              _ = try await transaction.ask("UPDATE t SET n = n + 1 WHERE id = 1")
              _ = try await transaction.ask(
                fails ? "UPDATE t SET n = 5000 WHERE id = 2" : "UPDATE t SET n = n + 1 WHERE id = 2")
            }
          }
        }
        group.addTask { for _ in 0..<20 { _ = try await table.page(TableQuery()) } }
      }
      try await group.waitForAll()
    }
    #expect(try sample.rows("SELECT n FROM t WHERE id <= 2 ORDER BY id") == [["40"], ["40"]])
  }

  @Test func exportsAreOfOneStateWhilePagesGoOn() async throws {
    let (pooler, sample) = try Self.pooled(
      "CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t SELECT i, repeat('x', 200) FROM generate_series(1, 20000) AS i"
    )
    let database = try sample.served(at: pooler.address(of: sample.name))
    let table = try #require(try await database.table(named: "t"))
    let cursor = try await table.cursor(TableQuery())
    var count = try #require(try await cursor.next()).count
    try sample.execute("DELETE FROM t WHERE id > 100")
    #expect(try await table.page(TableQuery()).rows.count > 0)
    while let page = try await cursor.next() { count += page.count }
    #expect(count == 20_000)
    #expect(try await table.page(TableQuery(pageSize: 200)).rows.count == 100)
  }

  @Test func pagesAreKeptUntilSomethingIsCommitted() async throws {
    // Other tests commit to other databases of the server that all share.
    let server = try PostgreSQLServer()
    defer { server.stop() }
    let sample = try TestDatabase("CREATE TABLE t (id integer PRIMARY KEY); INSERT INTO t VALUES (1)", on: server)
    let pooler = try Pooler(before: server, connections: 2)
    let database = try sample.served(at: pooler.address(of: sample.name))
    let table = try #require(try await database.table(named: "t"))
    // The first page is read before it is known for certain which schema the data have.
    var kept: DataVersion?
    for _ in 0..<500 where kept == nil {
      _ = await database.versionSource.version()
      kept = try await table.page(TableQuery()).version
      if kept == nil { try await Task.sleep(for: .milliseconds(20)) }
    }
    let version = await database.versionSource.version()
    #expect(kept != nil && version == kept)
    try sample.execute("INSERT INTO t VALUES (2)")
    #expect(await database.versionSource.version() != kept)
  }

  @Test func aPoolerThatIsGoneIsSaidToBeAndComesBack() async throws {
    let (pooler, sample) = try Self.pooled("CREATE TABLE t (id integer PRIMARY KEY); INSERT INTO t VALUES (1)")
    let database = try sample.served(at: pooler.address(of: sample.name))
    let table = try #require(try await database.table(named: "t"))
    #expect(try await table.page(TableQuery()).rows.count == 1)
    pooler.stop()
    let failure = await #expect(throws: TableError.self) { try await table.page(TableQuery()) }
    guard case .unavailable = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    try pooler.start()
    for _ in 0..<500 where (try? await table.page(TableQuery())) == nil { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try await table.page(TableQuery()).rows.count == 1)
  }

  @Test func copyingAndWatchingNeedTheServerItself() throws {
    let (pooler, sample) = try Self.pooled()
    let failure = #expect(throws: TableError.self) { try TableWatch(pooler.address(of: sample.name)) }
    #expect("\(String(describing: failure))".contains("pooler"))
  }

  @Test func whatServersShareIsKeptThroughIt() async throws {
    let (pooler, sample) = try Self.pooled(connections: 1)
    let state = try PostgreSQLState(pooler.address(of: sample.name))
    try await state.prepare()
    try await state.keep("text", as: "name", seconds: 60)
    #expect(try await state.text("name") == "text")
    try sample.execute("DROP TABLE tablepages_state.entries")
    await #expect(throws: (any Error).self) { try await state.keep("text", as: "name", seconds: 60) }
    try await state.prepare()
    try await state.keep("again", as: "name", seconds: 60)
    #expect(try await state.text("name") == "again")
  }

  @Test func thePoolerOfTheArticleServes() async throws {
    let article = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/TablePages/TablePages.docc/PostgreSQL.md"), encoding: .utf8)
    let block = try #require(article.split(separator: "```ini\n").dropFirst().first?.split(separator: "```").first)
    let sample = try TestDatabase("CREATE TABLE t (id integer PRIMARY KEY); INSERT INTO t VALUES (1)")
    let pooler = try Pooler(before: .shared, connections: 20, settings: Pooler.settings(in: block))
    let table = try #require(try await sample.served(at: pooler.address(of: sample.name)).table(named: "t"))
    #expect(try await table.page(TableQuery()).rows == [[.integer(1)]])
  }
}
