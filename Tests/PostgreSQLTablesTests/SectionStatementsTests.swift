import PostgreSQLServer
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// What is told of the sections of a table.
@Suite struct SectionStatementsTests {
  /// The sections once they are known.
  private func settled(_ query: SectionQuery, _ table: any RecordTable) async throws -> [SectionSummary] {
    for _ in 0..<3_000 {
      if let found = try await table.sections(query) { return found }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("the sections are never known")
    return []
  }

  @Test func lettersAreThoseOfPages() async throws {
    let sample = try TestDatabase(
      """
      CREATE TABLE t (id integer PRIMARY KEY, name text COLLATE "C", n numeric(5,1), word text);
      INSERT INTO t VALUES (1, 'apple', 1.5, '7'), (2, 'Ape', 2, 'x'), (3, 'éclair', NULL, NULL), (4, 'Éclair', 3, '1'), (5, NULL, 4, '2'), (6, '', 5, '3');
      """)
    let table = try await sample.table("t")
    let query = SectionQuery(
      SectionKey(column: 1, part: .letter), sort: [SortTerm(column: 1)], sums: [2, 3])
    let sections = try await settled(query, table)
    #expect(sections.map(\.section) == [.text(""), .text("A"), .text("É"), .text("é"), .null])
    #expect(sections.map(\.count) == [1, 2, 1, 1, 1])
    #expect(sections.map { $0.sums[0].sum } == [5, 3.5, 3, 0, 4])
    #expect(sections.map { $0.sums[0].count } == [1, 2, 1, 0, 1])
    // Texts are no numbers, whatever they look like.
    #expect(sections.allSatisfy { $0.sums[1].count == 0 })
    let records = try await table.page(TableQuery(pageSize: 10)).records
    #expect(Set(records.map(query.key.section)) == Set(sections.map(\.section)))
    for section in sections {
      let page = try await table.page(Self.first(of: section, query))
      #expect(page.records.first.map(query.key.section) == section.section)
    }
  }

  @Test func sectionsThatTakeLongerThanAPageHasAreFoundInTheBackground() async throws {
    let sample = try TestDatabase(
      """
      CREATE TABLE t (id integer PRIMARY KEY, kind text, n integer);
      INSERT INTO t SELECT i, 'kind ' || i * 7919 % 100, 1 FROM generate_series(1, 200000) AS i;
      """)
    let table = try await sample.table("t")
    let query = SectionQuery(SectionKey(column: 1), sort: [SortTerm(column: 1)], sums: [2])
    let sections = try await settled(query, table)
    #expect(sections.count == 100)
    #expect(sections.allSatisfy { $0.count == 2_000 && $0.sums[0].sum == 2_000 })
    try sample.execute("DELETE FROM t WHERE kind = 'kind 5'")
    #expect(try await settled(query, table).count == 99)
  }

  private static func first(of section: SectionSummary, _ query: SectionQuery) -> TableQuery {
    var first = TableQuery(pageSize: 1)
    (first.sort, first.position) = (query.sort, section.start)
    return first
  }

  @Test func rowsThatNothingNamesHaveNone() async throws {
    let table = try await TestDatabase("CREATE TABLE t (a text); INSERT INTO t VALUES ('x'), ('y')").table("t")
    let query = SectionQuery(SectionKey(column: 0), sort: [SortTerm(column: 0)])
    #expect(try await table.sections(query)?.isEmpty == true)
    #expect(try await table.sections(SectionQuery(SectionKey(column: 0), sort: [])) == nil)
  }
}
