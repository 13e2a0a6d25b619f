import BoundedWork
import SQLTables
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

private let script = """
  CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
  WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 30000) INSERT INTO t SELECT i, 'x' || (i % 3) FROM n
  """

@Test func aQuickCountSaysMoreThanAndAnExactOneGetsThere() async throws {
  let fixture = try Fixture(script)
  let table = try #require(try await fixture.database().table(named: "t"))
  var count = TableCount.unknown
  for _ in 0..<200 where count == .unknown { count = try await table.page(TableQuery(pageSize: 1)).count }
  #expect(count == .moreThan(10_000))
  for _ in 0..<2000 {
    let page = try await table.page(TableQuery(pageSize: 1, count: .exact))
    count = page.count
    if case .exact = count { break }
    #expect(page.version == nil, "a page with a count under way must not be kept")
    try await Task.sleep(for: .milliseconds(2))
  }
  #expect(count == .exact(30000))
  #expect(try await table.page(TableQuery(pageSize: 1)).count == .exact(30000))
  #expect(try await table.page(TableQuery(pageSize: 1, count: .none)).count == .unknown)
  try fixture.execute("DELETE FROM t WHERE id > 10")
  for _ in 0..<200 where count != .exact(10) { count = try await table.page(TableQuery(pageSize: 1)).count }
  #expect(count == .exact(10))
}

@Test func aCountThatIsCutShortIsCountedOnAndNeverKeptAsTheWhole() async throws {
  let fixture = try Fixture(script)
  // Each range of rows takes many times what a turn may.
  let database = try fixture.database { $0.timeLimitSeconds = 0.01 }
  let table = try #require(try await database.table(named: "t"))
  let selection = RowSelection(filters: [ColumnFilter(column: 1, condition: .contains, value: "x1")])
  var count = TableCount.unknown
  for _ in 0..<6000 where count != .exact(10_000) {
    do {
      count = try await table.page(TableQuery(pageSize: 1, selection: selection, count: .exact)).count
    } catch TableError.timeLimitReached {}
    try await Task.sleep(for: .milliseconds(5))
  }
  #expect(count == .exact(10_000))
}

@Test func whatIsNotKnownAtAGlanceIsCountedForWhoeverAsksNext() async throws {
  let fixture = try Fixture(script)
  let table = try #require(try await fixture.database().table(named: "t"))
  var query = TableQuery(
    pageSize: 1, selection: RowSelection(filters: [ColumnFilter(column: 1, condition: .contains, value: "x1")]))
  query.counting = .later
  let first = try await table.page(query)
  #expect(first.count == .unknown && first.version == nil)
  var count = TableCount.unknown
  for _ in 0..<2000 where count == .unknown {
    count = try await table.count(query)
    try await Task.sleep(for: .milliseconds(2))
  }
  #expect(count == .exact(10_000))
  #expect(try await table.page(query).version != nil)
  query.count = .none
  #expect(try await table.count(query) == .unknown)
}

@Test func whatNeedsMoreThanAGlanceIsLeftAloneWhereOnlyThatIsWanted() async throws {
  let fixture = try Fixture(script)
  let table = try #require(try await fixture.database().table(named: "t"))
  func query(_ value: String, _ counting: TableQuery.Counting) -> TableQuery {
    var query = TableQuery(
      selection: RowSelection(filters: [ColumnFilter(column: 1, condition: .contains, value: value)]))
    query.counting = counting
    return query
  }
  // The other count is begun behind it, so that this one would have come before it.
  #expect(try await table.count(query("x1", .glance)) == .unknown)
  var other = try await table.count(query("x2", .later))
  for _ in 0..<2000 where other == .unknown {
    other = try await table.count(query("x2", .later))
    try await Task.sleep(for: .milliseconds(2))
  }
  #expect(other == .exact(10_000))
  #expect(try await table.count(query("x1", .glance)) == .unknown)
  let version = try #require(try await table.record(RowKey(1)).version)
  #expect(table.glance(atCountOf: query("x1", .glance).selection, in: version) == .unknown)
  #expect(table.glance(atCountOf: query("x0", .glance).selection, in: version) == nil)
}

@Test func whatWasCountedIsKnownWithoutAnotherLookInThatStateAlone() async throws {
  let fixture = try Fixture(script)
  let table = try #require(try await fixture.database().table(named: "t"))
  let selection = RowSelection(filters: [ColumnFilter(column: 0, condition: .lt, value: "5")])
  let version = try #require(try await table.record(RowKey(1)).version)
  #expect(table.glance(atCountOf: selection, in: version) == nil)
  #expect(try await table.count(TableQuery(selection: selection)) == .exact(4))
  #expect(table.glance(atCountOf: selection, in: version) == .exact(4))
  try fixture.execute("DELETE FROM t WHERE id = 2")
  let later = try #require(try await table.record(RowKey(1)).version)
  #expect(table.glance(atCountOf: selection, in: later) == nil)
}

@Test func aCountGoesOnWhereItStoppedAsLongAsTheDataAreTheSame() throws {
  let job = CountJob()
  guard case .begins = job.ask(at: DataVersion(1), forAll: true, atLeast: 3) else {
    Issue.record("nobody counts yet")
    return
  }
  guard case .underWay(soFar: 3) = job.ask(at: DataVersion(1), forAll: true, atLeast: 0) else {
    Issue.record("it is counted once")
    return
  }
  job.progress.restart(at: DataVersion(1))
  job.progress.total = 800_000
  job.progress.next = 900_000
  #expect(job.endTurn(.goesOn, nanoseconds: 1))
  #expect(!job.endTurn(.stopped, nanoseconds: 1))
  guard case .begins = job.ask(at: DataVersion(1), forAll: true, atLeast: 0) else {
    Issue.record("it goes on when it is asked for again")
    return
  }
  #expect(job.progress.next == 900_000)
  // One that was cut has more time the next time. Whoever waits for it waits on: the machine may have been busy.
  #expect(!job.endTurn(.cut, nanoseconds: 60_000_000_000))
  guard case .underWay(soFar: 800_000) = job.ask(at: DataVersion(1), forAll: true, atLeast: 0),
    case .rests(soFar: 800_000) = job.ask(at: DataVersion(1), forAll: false, atLeast: 0)
  else {
    Issue.record("it rests, and goes on")
    return
  }
  #expect(job.nanoseconds(first: 1_000) == 4_000)
  // One that was cut again is told as what was seen.
  #expect(!job.endTurn(.cut, nanoseconds: 60_000_000_000))
  guard case .rests(soFar: 800_000) = job.ask(at: DataVersion(1), forAll: true, atLeast: 0) else {
    Issue.record("it rests")
    return
  }
  #expect(job.nanoseconds(first: 1_000) == 16_000)
  // What was seen in another state of the data says nothing.
  guard case .begins = job.ask(at: DataVersion(2), forAll: true, atLeast: 0) else {
    Issue.record("other data are counted at once")
    return
  }
}

@Test func rowsThatChangeAllTheTimeAreCountedNowAndThen() async throws {
  let job = CountJob()
  func begins(_ version: UInt64) -> Bool {
    if case .begins = job.ask(at: DataVersion(version), forAll: false, atLeast: 0) { true } else { false }
  }
  #expect(begins(1))
  job.spend(10_000_000)
  #expect(job.endTurn(.goesOn, nanoseconds: 1) && job.cost == 0)
  job.spend(5_000_000)
  let end = WorkBudget.now()
  #expect(!job.endTurn(.finished, nanoseconds: 1))
  #expect(job.cost == 15_000_000)
  // The same rows may be counted on; others have to wait twenty times as long as that took.
  #expect(begins(1))
  #expect(!job.endTurn(.stopped, nanoseconds: 1))
  // Nobody waits who asks for the number itself.
  guard case .begins = job.ask(at: DataVersion(2), forAll: true, atLeast: 0) else {
    Issue.record("it is counted at once")
    return
  }
  #expect(!job.endTurn(.stopped, nanoseconds: 1))
  #expect(!begins(2))
  while !begins(2) { try await Task.sleep(for: .milliseconds(5)) }
  #expect(WorkBudget.now() >= end + 300_000_000)
  // What all of them take doesn't keep a page from trying as many as a quick count tells.
  _ = job.ask(at: DataVersion(2), forAll: true, atLeast: 0)
  job.spend(700_000_000)
  #expect(!job.endTurn(.finished, nanoseconds: 1) && job.cost == 15_000_000)
}

@Test func rowsThatAnIndexLeadsToAreCountedWithoutGoingThroughTheOthers() async throws {
  let fixture = try Fixture(script)
  let database = try fixture.database()
  let table = try #require(try await database.table(named: "t") as? SQLiteTable)
  let selection = RowSelection(filters: [ColumnFilter(column: 0, condition: .gt, value: "29990")])
  let (count, next) = try await database.answerOnThread { file, connection in
    try table.withDefinition(file, connection) { definition in
      let cache = CountCache(), job = CountJob()
      _ = job.ask(at: file.label(), forAll: true, atLeast: 0)
      _ = try ExactRowCount(
        definition: definition, selection: selection, connection: connection, label: file.label, cache: cache
      ).turn(job)
      return (cache.known(selection, at: file.label()), job.progress.next)
    }
  }
  #expect(count == .exact(10) && next == .min)
}

@Test func aPageThatTakesTooLongIsCutAndOthersAreRefusedWhenTheQueueIsFull() async throws {
  let fixture = try Fixture(
    script
      + "; CREATE VIEW slow AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS m FROM n"
  )
  let database = try fixture.database {
    $0.timeLimitSeconds = 0.3
    $0.threads = 1
    $0.queueLimit = 1
  }
  let slow = try #require(try await database.table(named: "slow"))
  let outcomes = await withTaskGroup(of: String.self) { group in
    for _ in 0..<6 {
      group.addTask {
        do {
          _ = try await slow.page(TableQuery())
          return "page"
        } catch TableError.timeLimitReached(let seconds) {
          return "cut after \(seconds)"
        } catch TableError.busy {
          return "busy"
        } catch { return "\(error)" }
      }
    }
    return await group.reduce(into: []) { $0.append($1) }
  }
  #expect(Set(outcomes) == ["cut after 0.3", "busy"])
  let table = try #require(try await database.table(named: "t"))
  #expect(try await table.page(TableQuery(pageSize: 3)).rows.count == 3)
}
