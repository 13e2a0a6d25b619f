import PostgreSQLServer
import Synchronization
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// Rows that are read from a server that follows the one that takes changes.
@Suite struct ReplicasTests {
  private let primary: PostgreSQLServer, replica: PostgreSQLServer
  private let sample: TestDatabase

  init() throws {
    primary = try PostgreSQLServer()
    sample = try TestDatabase(
      "CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t VALUES (1, 'one')", on: primary)
    replica = try PostgreSQLServer(standbyOf: primary)
  }

  private func served(
    _ change: (inout PostgreSQLDatabase.Options) -> Void = { _ in }
  ) async throws -> PostgreSQLDatabase {
    let database = try sample.served(readingFrom: replica.address(of: sample.name)) {
      $0.isWritable = true
      change(&$0)
    }
    try await waitUntilFollowing()
    #expect(try await database.connect() == nil)
    return database
  }

  /// Waits until the replica has everything.
  private func waitUntilFollowing() async throws {
    let end = try sample.logEnd()
    let session = try Session(replica.address(of: sample.name))
    for _ in 0..<1_500 where try session.rows("SELECT pg_last_wal_replay_lsn() >= '\(end)'") != [["t"]] {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// From now on the replica stays as it is.
  private func pause() async throws {
    try await waitUntilFollowing()
    let session = try Session(replica.address(of: sample.name))
    try session.execute("SELECT pg_wal_replay_pause()")
    for _ in 0..<1_500 where try session.rows("SELECT pg_get_wal_replay_pause_state()") != [["paused"]] {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private func resume() async throws {
    try Session(replica.address(of: sample.name)).execute("SELECT pg_wal_replay_resume()")
    try await waitUntilFollowing()
  }

  /// The keys that a visitor sees.
  private static func keys(_ database: PostgreSQLDatabase, of own: OwnChanges? = nil) async throws -> [Int64] {
    try await OwnChanges.$current.withValue(own) {
      let table = try #require(try await database.table(named: "t"))
      return try await table.page(TableQuery()).rows.map { if case .integer(let id) = $0[0] { id } else { -1 } }
    }
  }

  /// Adds a row as a request would. - Returns: what the next request of the same visitor brings.
  private static func insert(_ id: Int64, into database: PostgreSQLDatabase) async throws -> OwnChanges {
    let own = OwnChanges([:], mayChange: true)
    try await OwnChanges.$current.withValue(own) {
      let writer = try #require(try await database.table(named: "t")?.writer)
      _ = try await writer.apply([.insert([.init("id", .integer(id))])], by: "test")
    }
    return OwnChanges(try #require(own.noted), mayChange: false)
  }

  @Test func rowsAreReadThereAndOnesOwnChangesAreSeenAtOnce() async throws {
    defer { [replica, primary].forEach { $0.stop() } }
    let database = try await served()
    try await pause()
    let own = try await Self.insert(2, into: database)
    let asked = database.pools[.pages].workCount.load(ordering: .relaxed)
    #expect(try await Self.keys(database) == [1])
    #expect(database.pools[.pages].workCount.load(ordering: .relaxed) == asked)
    #expect(try await Self.keys(database, of: own) == [1, 2])
    // A request that may change something is decided by what is there.
    #expect(try await Self.keys(database, of: OwnChanges([:], mayChange: true)) == [1, 2])
    // What was changed in another database says nothing of this one.
    #expect(try await Self.keys(database, of: OwnChanges(["other": .max], mayChange: false)) == [1])
    #expect(try await Self.keys(database, of: OwnChanges([database.name: .max], mayChange: false)) == [1, 2])

    try await resume()
    let later = database.pools[.pages].workCount.load(ordering: .relaxed)
    #expect(try await Self.keys(database, of: own) == [1, 2])
    #expect(database.pools[.pages].workCount.load(ordering: .relaxed) == later)
  }

  @Test func exportsStatementsCountsAndRestrictedVisitorsSeeTheirOwnChanges() async throws {
    defer { [replica, primary].forEach { $0.stop() } }
    let database = try await served()
    try await pause()
    let own = try await Self.insert(2, into: database)
    for (visitor, count) in [(nil, 1), (own, 2)] {
      try await OwnChanges.$current.withValue(visitor) {
        let table = try #require(try await database.table(named: "t"))
        let cursor = try await table.cursor(TableQuery())
        #expect(try await cursor.next()?.count == count)
        let result = try await database.result(of: QueryStatement("SELECT count(*) FROM t"))
        #expect(Records(page: result.page).map { $0[0] } == [.integer(Int64(count))])
        let part = try #require(try database.restricted(to: { _, _ in true }) as? PostgreSQLDatabase)
        #expect(try await part.table(named: "t")?.page(TableQuery()).rows.count == count)
        let row = try? await table.record(2)
        #expect((row != nil) == (count == 2))
      }
    }
  }

  @Test func keptPagesStandForThoseAloneWhoseChangesAreInThem() async throws {
    defer { [replica, primary].forEach { $0.stop() } }
    let database = try await served()
    try await pause()
    let others = try #require(await database.versionSource.version())
    let own = try await Self.insert(2, into: database)
    #expect(await database.versionSource.version() == others)
    #expect(await OwnChanges.$current.withValue(own) { await database.versionSource.version() } == nil)
    try await resume()
    let version = try #require(await OwnChanges.$current.withValue(own) { await database.versionSource.version() })
    #expect(version != others)
    #expect(await database.versionSource.version() == version)
  }

  @Test func whereNoneAnswersTheOtherServerDoesUntilOneIsBack() async throws {
    defer { [replica, primary].forEach { $0.stop() } }
    let database = try await served { $0.timeLimitSeconds = 2 }
    #expect(try await Self.keys(database) == [1])
    replica.stop()
    for id in 2...4 {
      _ = try await Self.insert(Int64(id), into: database)
      #expect(try await Self.keys(database) == Array(1...Int64(id)))
    }
    #expect(database.replicaStatus?.problem == "no replica can be reached")
    try replica.start()
    for _ in 0..<600 where database.replicas?.condition != .following(delay: 0) {
      try await Task.sleep(for: .milliseconds(50))
      _ = try await Self.keys(database)
    }
    #expect(database.replicaStatus == ReplicaStatus(delaySeconds: 0, problem: nil))
    try await pause()
    _ = try await Self.insert(5, into: database)
    #expect(try await Self.keys(database) == [1, 2, 3, 4])
  }

  @Test func aServerThatNobodyHearsOfAnyMoreHoldsUpOnePageAlone() async throws {
    defer { [replica, primary].forEach { $0.stop() } }
    let database = try await served { $0.timeLimitSeconds = 1 }
    #expect(try await Self.keys(database) == [1])
    try replica.halt()
    defer { try? replica.goOn() }
    #expect(try await Self.keys(database) == [1])
    #expect(database.replicaStatus?.problem == "no replica can be reached")
    let asked = database.pools[.pages].workCount.load(ordering: .relaxed)
    for _ in 0..<10 { #expect(try await Self.keys(database) == [1]) }
    #expect(database.pools[.pages].workCount.load(ordering: .relaxed) == asked + 10)
  }

  @Test func oneThatIsTooFarBehindIsNotReadFrom() async throws {
    defer { [replica, primary].forEach { $0.stop() } }
    let database = try await served { $0.replicaDelayLimitSeconds = 0.2 }
    let replicas = try #require(database.replicas)
    try await pause()
    try sample.execute("INSERT INTO t VALUES (2, 'two')")
    _ = try sample.logEnd()
    await replicas.look()
    #expect(try await Self.keys(database) == [1])
    try await Task.sleep(for: .milliseconds(300))
    await replicas.look()
    #expect(try await Self.keys(database) == [1, 2])
    #expect(database.replicaStatus?.problem == "the replicas are too far behind")
    #expect(try #require(database.replicaStatus?.delaySeconds) > 0.2)
    try await resume()
    await replicas.look()
    #expect(replicas.condition == .following(delay: 0))
  }

  @Test func oneThatWasPromotedFollowsNobodyAnyMore() async throws {
    defer { [replica, primary].forEach { $0.stop() } }
    let database = try await served()
    try Session(replica.address(of: "postgres")).execute("SELECT pg_promote()")
    await database.replicas?.look()
    #expect(database.replicas?.condition == .independent)
    #expect(
      database.replicaStatus?.problem == "what is named as a replica was promoted, and follows no other server")
    let own = try await Self.insert(2, into: database)
    #expect(try await Self.keys(database, of: own) == [1, 2])
    #expect(try await Self.keys(database) == [1, 2])
  }

  @Test func whatIsNotFlushedYetIsNoDelay() async throws {
    defer { [replica, primary].forEach { $0.stop() } }
    let database = try await served { $0.replicaDelayLimitSeconds = 0.2 }
    let replicas = try #require(database.replicas)
    // What reads leave in the log: nobody waits for it, and it stays where it is until something is committed.
    // Unless the server itself writes something just then.
    var isFlushed = true
    for _ in 0..<50 where isFlushed {
      let end = try sample.rows("SELECT pg_logical_emit_message(false, 'tests', '')")[0][0] ?? ""
      isFlushed = try sample.rows("SELECT pg_current_wal_flush_lsn() >= '\(end)'") == [["t"]]
    }
    #expect(!isFlushed)
    await replicas.look()
    try await Task.sleep(for: .milliseconds(300))
    await replicas.look()
    #expect(replicas.condition == .following(delay: 0))
  }

  @Test func rowsAreReadWhileTheServerThatTakesChangesIsGone() async throws {
    defer { replica.stop() }
    let database = try await served()
    try primary.crash()
    #expect(try await Self.keys(database) == [1])
    await #expect(throws: (any Error).self) { _ = try await Self.insert(2, into: database) }
    #expect(try await Self.keys(database) == [1])
  }

  @Test func whatFollowsAnotherServerIsRefused() async throws {
    defer { [replica, primary].forEach { $0.stop() } }
    let database = try sample.served(readingFrom: try TestDatabase().address)
    // Before anybody has looked, and afterwards, nothing is read there.
    #expect(try await Self.keys(database) == [1])
    let message =
      "Rows of “\(sample.name)” can't be read from replicas: what is named as a replica follows another server"
    await #expect(throws: TableError.unavailable(message)) { try await database.connect() }
    #expect(try await Self.keys(database) == [1])
  }
}
