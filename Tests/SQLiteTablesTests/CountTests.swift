import TableModel
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
