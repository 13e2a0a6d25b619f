import PostgreSQLServer
import SeededNumbers
import Synchronization
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// Pages both ways over any order.
@Suite struct PageReaderTests {
  @Test(arguments: Thoroughness.some([UInt64(1), 2, 3, 4]))
  func pagesOfRandomTablesUnderRandomSortsAreWhatPlainSQLSays(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let tables = (0..<40).map { RandomTable($0, &random) }
    let sample = try TestDatabase(([RandomTable.types] + tables.flatMap(\.statements)).joined(separator: ";\n"))
    let database = try sample.served()
    for made in tables {
      let table = try #require(try await database.table(named: made.name))
      for _ in 0..<3 {
        var sort = made.columns.indices.dropLast().shuffled(using: &random).prefix(
          Int.random(in: 0...3, using: &random)
        )
        .map { SortTerm(column: $0, isDescending: Bool.random(using: &random)) }
        // Rows that nothing tells apart have no order of their own.
        if made.key.isEmpty { sort.append(SortTerm(column: made.columns.count - 1)) }
        let walk = try await table.walk(TableQuery(pageSize: Int.random(in: 1...9, using: &random), sort: sort))
        let wanted = try sample.rows(made.oracle(sort)).map { $0.first ?? nil }
        let numbers = { (rows: [[RecordValue]]) in rows.map { $0.last?.description } }
        let context: Comment = "seed \(seed), \(made.statements.first ?? ""), sort \(sort)"
        #expect(numbers(walk.forwards) == wanted, context)
        #expect(numbers(walk.backwards) == wanted, context)
      }
    }
  }

  @Test func previousAndNextAreToldRightlyAfterTheRowOfAPlaceIsGone() async throws {
    let sample = try TestDatabase(
      "CREATE TABLE t (id integer PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 20)")
    let table = try #require(try await sample.served().table(named: "t"))
    let next = try #require(try await table.page(TableQuery(pageSize: 5)).next)
    try sample.execute("DELETE FROM t WHERE id <= 5")
    let second = try await table.page(TableQuery(pageSize: 5, position: .after(next)))
    #expect(second.rows.first == [.integer(6)])
    #expect(second.previous == nil)
    try sample.execute("DELETE FROM t WHERE id > 5; INSERT INTO t VALUES (3)")
    let empty = try await table.page(TableQuery(pageSize: 5, position: .after(next)))
    #expect(empty.rows.isEmpty && empty.next == nil)
    let previous = try #require(empty.previous)
    #expect(try await table.page(TableQuery(pageSize: 5, position: .before(previous))).rows == [[.integer(3)]])
  }

  @Test func aPageIsOneRoundTrip() async throws {
    let sample = try TestDatabase(
      """
      CREATE TABLE kinds (id integer PRIMARY KEY, name text); INSERT INTO kinds SELECT i, 'k' || i FROM generate_series(1, 5) AS i;
      CREATE TABLE t (id integer PRIMARY KEY, kind integer REFERENCES kinds, name text);
      INSERT INTO t SELECT i, i % 5 + 1, 'n' || i FROM generate_series(1, 100) AS i; CREATE INDEX ON t (kind, id); ANALYZE
      """)
    let database = try sample.served()
    let table = try #require(try await database.table(named: "t"))
    for sort in [[], [SortTerm(column: 1)], [SortTerm(column: 2, isDescending: true)]] {
      var query = TableQuery(pageSize: 10, sort: sort)
      // Finds out about the table.
      _ = try await table.page(query)
      for _ in 0..<5 {
        let before = database.pools[.pages].workCount.load(ordering: .relaxed)
        let page = try await table.page(query)
        _ = try await database.kind()
        #expect(database.pools[.pages].workCount.load(ordering: .relaxed) == before + 1)
        #expect(page.count == .exact(100) && page.rows.count == 10)
        query.position = .after(try #require(page.next))
      }
    }
  }

  @Test func pagesOfAUsualSizeAreNotPlannedAnewAndOthersShareOneStatement() async throws {
    let sample = try TestDatabase(
      "CREATE TABLE t (id integer PRIMARY KEY, name text); INSERT INTO t SELECT i, 'n' || i FROM generate_series(1, 9000) AS i; ANALYZE"
    )
    let database = try sample.served { $0.connections = 1 }
    let table = try #require(try await database.table(named: "t"))
    for size in [25, 100] + Array(26...40) {
      var query = TableQuery(pageSize: size)
      for page in 0..<20 {
        let found = try await table.page(query)
        #expect(found.rows.count == size && found.rows.first?.first == .integer(Int64(page * size + 1)))
        query.position = .after(try #require(found.next))
      }
    }
    let prepared = try await database.answers(to: [
      PostgreSQLRequest(
        """
        SELECT substring(statement FROM 'LIMIT (.*)$'), generic_plans > 0, custom_plans <= 5 FROM pg_prepared_statements
        WHERE statement LIKE '%WHERE r."id" >= %' ORDER BY 1
        """)
    ])[0]
    let found = (0..<prepared.count).map { row in
      "\(prepared.text(row, 0) ?? "") \(prepared.integer(row, 1)) \(prepared.integer(row, 2))"
    }
    #expect(found == ["$2 0 0", "102 1 1", "27 1 1"])
  }

  @Test func longValuesStandInTokensByTheirBeginnings() async throws {
    let sample = try TestDatabase(
      """
      CREATE TABLE t (id integer PRIMARY KEY, long text, bytes bytea);
      INSERT INTO t SELECT i, repeat('x', 20000) || i % 3, decode(repeat('ab', 9000), 'hex') FROM generate_series(1, 20) AS i
      """)
    let table = try #require(try await sample.served().table(named: "t"))
    for column in [1, 2] {
      let query = TableQuery(pageSize: 3, sort: [SortTerm(column: column)])
      let walk = try await table.walk(query)
      let ids = try sample.rows("SELECT id FROM t ORDER BY \(column == 1 ? "long" : "bytes"), id").compactMap {
        $0.first ?? nil
      }
      #expect(walk.forwards.map { "\($0[0])" } == ids)
      #expect(walk.backwards.map { "\($0[0])" } == ids)
      #expect(try #require(try await table.page(query).next).text.utf8.count < 400)
    }
  }
}
