import Foundation
import PostgreSQLServer
import Synchronization
import TableModel
import Testing

@testable import PostgreSQLTables

/// A primary and its standby, of which the one is gone and the other takes its place.
@Suite struct FailoverTests {
  private let primary: PostgreSQLServer, standby: PostgreSQLServer
  private let sample: TestDatabase

  init() throws {
    primary = try PostgreSQLServer()
    sample = try TestDatabase("CREATE TABLE t (id integer PRIMARY KEY, name text)", on: primary)
    standby = try PostgreSQLServer(standbyOf: primary)
  }

  /// Both servers as one database, the standby first unless it is said.
  private func served(
    on servers: [PostgreSQLServer]? = nil, _ change: (inout PostgreSQLDatabase.Options) -> Void = { _ in }
  ) throws -> PostgreSQLDatabase {
    let address = PostgreSQLServer.address(of: sample.name, on: servers ?? [standby, primary])
    return try sample.served(at: address) {
      $0.isWritable = true
      change(&$0)
    }
  }

  /// From now on a change is acknowledged once the standby shows it.
  private func waitForStandbys() throws {
    let session = try Session(primary.address(of: "postgres"))
    try session.execute("ALTER DATABASE \(sample.name) SET synchronous_commit = remote_apply")
    try session.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
    try session.execute("SELECT pg_reload_conf()")
  }

  private static func insert(_ id: Int, into database: PostgreSQLDatabase) async throws {
    let writer = try #require(try await database.table(named: "t")?.writer)
    _ = try await writer.apply([.insert([.init("id", .integer(Int64(id)))])], by: "test")
  }

  private static func count(in database: PostgreSQLDatabase) async throws -> Int {
    try await database.answers(to: [PostgreSQLRequest("SELECT count(*) FROM t", recurs: true)])[0].integer(0, 0)
  }

  @Test func changesGoToThePrimaryWhereverItStandsAndAreSeenAtOnce() async throws {
    let database = try served()
    for id in 1...20 {
      try await Self.insert(id, into: database)
      #expect(try await Self.count(in: database) == id)
    }
    #expect(try sample.rows("SELECT count(*) FROM t") == [["20"]])
  }

  @Test func aStandbyAloneSaysThatNothingWasChanged() async throws {
    let failure = TableError.unavailable(
      "The database “\(sample.name)” is read-only at the moment; nothing was changed.")
    let database = try served(on: [standby])
    await #expect(throws: failure) { try await Self.insert(1, into: database) }
    // It is not tried without a rest, and says the same meanwhile.
    await #expect(throws: failure) { try await Self.insert(1, into: database) }
  }

  @Test func pagesGoOnWithoutAPrimaryAndChangesOnceThereIsOne() async throws {
    let database = try served()
    try waitForStandbys()
    try await Self.insert(1, into: database)
    try primary.crash()
    #expect(try await Self.count(in: database) == 1)
    for _ in 0..<5 {
      let failure = await #expect(throws: TableError.self) { try await Self.insert(2, into: database) }
      #expect(
        failure == .unavailable("The database “\(sample.name)” is read-only at the moment; nothing was changed."))
    }
    try Session(standby.address(of: "postgres")).execute("SELECT pg_promote()")
    var isStored = false
    for _ in 0..<500 where !isStored {
      isStored = (try? await Self.insert(2, into: database)) != nil
      if !isStored { try await Task.sleep(for: .milliseconds(20)) }
    }
    #expect(try await Self.count(in: database) == 2)
  }

  /// Tries for some seconds to insert a row.
  private static func isInserted(_ id: Int, into database: PostgreSQLDatabase, seconds: Int = 10) async throws -> Bool {
    for _ in 0..<seconds * 50 {
      if (try? await insert(id, into: database)) != nil { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  @Test func aFormerPrimaryThatComesBackIsNeitherWrittenToNorReadFrom() async throws {
    let old = try served(on: [primary, standby])
    try await Self.insert(1, into: old)
    let other = try Session(standby.address(of: sample.name))
    for _ in 0..<500 where try other.rows("SELECT id FROM t").isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    try primary.crash()
    try Session(standby.address(of: "postgres")).execute("SELECT pg_promote()")
    #expect(try await Self.isInserted(2, into: old))

    // It alone is there, and takes changes.
    standby.stop()
    try primary.start()
    #expect(try await !Self.isInserted(3, into: old, seconds: 1))
    let failure = await #expect(throws: PostgreSQLFailure.self) { try await Self.count(in: old) }
    #expect(failure?.isDisconnection == true)
    try standby.start()
    #expect(try await Self.isInserted(3, into: old))
    // Whoever reads tries again after some seconds at most, and by a clock of its own.
    for _ in 0..<500 where (try? await Self.count(in: old)) == nil { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try await Self.count(in: old) == 3)

    // One that has seen nothing of all this finds the right one at once, whichever comes first.
    for (id, servers) in [(4, [primary, standby]), (5, [standby, primary])] {
      let new = try served(on: servers)
      #expect(try await Self.count(in: new) == id - 1)
      try await Self.insert(id, into: new)
      #expect(try await Self.count(in: new) == id)
    }
    let former = try Session(primary.address(of: sample.name))
    #expect(try former.rows("SELECT id FROM t") == [["1"]])

    // The operator goes back to it: the other one takes no changes any more, and says so.
    try Session(standby.address(of: "postgres")).execute("COPY (SELECT '') TO PROGRAM 'touch standby.signal'")
    standby.stop()
    try standby.start()
    #expect(try await Self.isInserted(2, into: old))
    #expect(try former.rows("SELECT id FROM t") == [["1"], ["2"]])
  }

  @Test func noAcknowledgedChangeIsLostUnderLoad() async throws {
    try waitForStandbys()
    let database = try served(on: [primary, standby]) { $0.timeLimitSeconds = 10 }
    let load = Load(), (primary, standby, name) = (primary, standby, sample.name)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          var id = worker
          while !load.isOver {
            await load.change(id) { [id] in try await Self.insert(id, into: database) }
            id += 4
          }
        }
        group.addTask {
          while !load.isOver { await load.read { try await Self.count(in: database) } }
        }
      }
      group.addTask {
        defer { load.end() }
        try await load.wait(forChanges: 100)
        load.begin()
        try primary.crash()
        // Reading doesn't wait for the promotion.
        try await load.wait(forReads: 20)
        try Session(standby.address(of: "postgres")).execute("SELECT pg_promote()")
        try await load.wait(forChanges: 100)
      }
      try await group.waitForAll()
    }
    let stored = Set(try Session(standby.address(of: name)).rows("SELECT id FROM t").compactMap { $0[0] })
    let result = load.result
    #expect(result.acknowledged.allSatisfy { stored.contains(String($0)) })
    // Others may be stored where nobody knows whether they are.
    #expect(stored.count <= result.acknowledged.count + result.unknown)
    #expect(result.wrong.isEmpty)
    #expect(try #require(result.firstRead) < .seconds(5))
  }

  @Test func aChangeThatItsStandbyDoesNotHaveIsNotAcknowledged() async throws {
    try waitForStandbys()
    let database = try served { $0.writeTimeLimitSeconds = 0.5 }
    // A connection asks for what the database says when it is opened.
    try await Self.insert(1, into: database)
    standby.stop()
    let failure = await #expect(throws: TableError.self) { try await Self.insert(2, into: database) }
    guard case .unavailable(let words) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(words.contains("see whether it was before you send it again"))
  }

  @Test func aHostThatNeverAnswersIsWaitedForOnce() async throws {
    let silent = try SilentServer()
    let address = PostgreSQLServer.address(of: sample.name, in: [silent.folder.path, primary.path])
    let database = try sample.served(at: address) { $0.isWritable = true }
    #expect(try await Self.count(in: database) == 0)
    #expect(database.address.hosts.order(for: .any) == [1, 0])
    try await Self.insert(1, into: database)
    #expect(try await Self.count(in: database) == 1)
    #expect(silent.connectionCount() == 1)
  }
}

/// What readers and writers have seen.
private final class Load: Sendable {
  struct Result {
    var acknowledged: Set<Int> = []
    var unknown = 0
    var wrong: [String] = []
    /// How long after the primary's end the first read was answered that began behind it.
    var firstRead: Duration?
    fileprivate var end: ContinuousClock.Instant?
    fileprivate var reads = 0
    fileprivate var isOver = false
  }

  private let state = Mutex(Result())
  var result: Result { state.withLock(\.self) }
  var isOver: Bool { state.withLock(\.isOver) }

  func begin() { state.withLock { $0.end = .now } }
  func end() { state.withLock { $0.isOver = true } }

  func change(_ id: Int, _ work: () async throws -> Void) async {
    await rest()
    do {
      try await work()
      _ = state.withLock { $0.acknowledged.insert(id) }
    } catch TableError.unavailable(let words) {
      if words.contains("see whether it was") { state.withLock { $0.unknown += 1 } }
    } catch { state.withLock { $0.wrong.append("change: \(error)") } }
  }

  func read(_ work: () async throws -> Int) async {
    await rest()
    let start = ContinuousClock.now, least = state.withLock(\.acknowledged.count)
    do {
      let count = try await work()
      state.withLock { state in
        // Whatever was acknowledged before is shown, by whichever server.
        if count < least { state.wrong.append("\(count) rows, \(least) acknowledged") }
        guard let end = state.end, start >= end else { return }
        state.reads += 1
        state.firstRead = state.firstRead ?? (.now - end)
      }
    } catch let failure as PostgreSQLFailure where failure.isDisconnection {
      return
    } catch { state.withLock { $0.wrong.append("read: \(error)") } }
  }

  /// Leaves the threads to others: who asks a server on the same machine may be answered at once, time and again.
  private func rest() async { try? await Task.sleep(for: .milliseconds(2)) }

  /// Waits for so many more changes.
  func wait(forChanges count: Int) async throws { try await wait(count) { $0.acknowledged.count } }
  /// Waits for so many more reads.
  func wait(forReads count: Int) async throws { try await wait(count) { $0.reads } }

  private func wait(_ count: Int, _ value: @Sendable (Result) -> Int) async throws {
    let start = value(result)
    for _ in 0..<6_000 where value(result) < start + count { try await Task.sleep(for: .milliseconds(10)) }
    try #require(value(result) >= start + count, "\(result)")
  }
}
