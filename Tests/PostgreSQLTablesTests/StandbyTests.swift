import PostgreSQLServer
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// What a standby says of the state of its data: it doesn't list the transactions that are in progress.
@Suite struct StandbyTests {
  private static let rows = "CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t VALUES (1, 'one')"

  /// A server with a database, and one that follows it.
  private static func servers() throws -> (primary: PostgreSQLServer, standby: PostgreSQLServer, sample: TestDatabase) {
    let primary = try PostgreSQLServer()
    let sample = try TestDatabase(rows, on: primary)
    return (primary, try PostgreSQLServer(standbyOf: primary), sample)
  }

  /// Waits until a query answers something.
  private func wait(for text: String, _ sql: String, in session: Session) async throws {
    for _ in 0..<1_500 where try session.rows(sql) != [[text]] { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try session.rows(sql) == [[text]])
  }

  @Test func itsPagesAreKeptWhileNothingIsInProgress() async throws {
    let (primary, standby, sample) = try Self.servers()
    defer { [standby, primary].forEach { $0.stop() } }
    let copy = try Session(standby.address(of: sample.name))
    let database = try sample.served(at: standby.address(of: sample.name))
    let table = try #require(try await database.table(named: "t"))
    var page = try await table.page(TableQuery())
    for _ in 0..<500 where page.version == nil {
      try await Task.sleep(for: .milliseconds(20))
      page = try await table.page(TableQuery())
    }
    #expect(page.version != nil)
    #expect(await database.versionSource.version() == page.version)

    // Number 1 comes late, number 2 soon: as soon as the standby knows of both, nothing is told.
    let late = try sample.connect()
    try late.execute("BEGIN; UPDATE t SET name = 'late' WHERE id = 1")
    try sample.execute("INSERT INTO t VALUES (2, 'soon')")
    try await wait(for: "2", "SELECT count(*) FROM t", in: copy)
    #expect(await database.versionSource.version() == nil)
    page = try await table.page(TableQuery())
    #expect(page.rows.count == 2 && page.version == nil)

    try late.execute("COMMIT")
    try await wait(for: "late", "SELECT name FROM t WHERE id = 1", in: copy)
    let version = try #require(await database.versionSource.version())
    try sample.execute("UPDATE t SET name = 'last' WHERE id = 1")
    try await wait(for: "last", "SELECT name FROM t WHERE id = 1", in: copy)
    #expect(await database.versionSource.version() != version)
  }

  @Test func statesOfTheOneServerAreNoneOfTheOther() async throws {
    let (primary, standby, sample) = try Self.servers()
    defer { [standby, primary].forEach { $0.stop() } }
    let book = VersionBook()
    func version(_ address: String) async throws -> DataVersion? {
      let rows = try await sample.served(at: address).answers(to: [VersionStatement.stateAndLife])
      return rows.first.flatMap { book.version($0, since: book.mark) }
    }
    let first = try await version(primary.address(of: sample.name))
    let life = book.mark.life
    #expect(try await version(standby.address(of: sample.name)) != first)
    #expect(book.mark.life != life)
    // Promoted, it is another server again.
    let second = book.mark.life
    try Session(standby.address(of: "postgres")).execute("SELECT pg_promote()")
    #expect(try await version(standby.address(of: sample.name)) != first)
    #expect(book.mark.life != second)
  }
}
