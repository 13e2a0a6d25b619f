import PostgreSQLServer
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// Counts and facets.
@Suite struct CountTests {
  private static let rows = """
    CREATE TABLE t (id integer PRIMARY KEY, kind text, at timestamp, tags text[]);
    INSERT INTO t SELECT i, CASE WHEN i % 3 = 0 THEN 'a' WHEN i % 3 = 1 THEN 'b' END, '2024-01-01'::timestamp + i * interval '1 hour',
      ARRAY['x', 'y' || i % 2] FROM generate_series(1, 300) AS i;
    ANALYZE
    """

  @Test func smallTablesAreCountedWithTheirPages() async throws {
    let table = try await TestDatabase(Self.rows).table("t")
    #expect(try await table.page(TableQuery(pageSize: 5, count: .quick)).count == .exact(300))
    let filter = RowSelection(filters: [ColumnFilter(column: 1, condition: .exact, values: ["a"])])
    #expect(try await table.page(TableQuery(pageSize: 5, selection: filter, count: .quick)).count == .exact(100))
    #expect(try await table.count(TableQuery(pageSize: 5, selection: filter, count: .exact)) == .exact(100))
  }

  @Test func largeOnesAreCountedForThoseWhoAsk() async throws {
    let sample = try TestDatabase(
      "CREATE TABLE t (id integer PRIMARY KEY, a text); INSERT INTO t SELECT i, repeat('x', 60) FROM generate_series(1, 12000) AS i"
    )
    let table = try await sample.table("t")
    #expect(try await table.count(TableQuery(pageSize: 5, count: .quick)) == .moreThan(10_000))
    #expect(try await table.count(TableQuery(pageSize: 5, count: .exact)) == .exact(12_000))
  }

  @Test func facetsCountValuesDaysAndElements() async throws {
    let table = try await TestDatabase(Self.rows).table("t")
    func values(_ column: Int, _ kind: Facet.Kind) async throws -> [String: Int] {
      let query = FacetQuery(Facet(column: column, kind: kind), size: 50)
      guard case .values(let result) = try await table.facet(query, waits: true) else { return [:] }
      return Dictionary(result.values.map { ($0.value.description, $0.count) }) { first, _ in first }
    }
    #expect(try await values(1, .column) == ["a": 100, "b": 100])
    #expect(try await values(2, .date)["2024-01-02"] == 24)
    #expect(try await values(3, .array) == ["x": 300, "y0": 150, "y1": 150])
    #expect(try await table.suggestedFacets(in: .everything).contains(Facet(column: 1, kind: .column)))
  }
}
