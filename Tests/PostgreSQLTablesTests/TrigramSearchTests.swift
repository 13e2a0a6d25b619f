import PostgreSQLServer
import SQLTables
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// Rows are found by the letters of their texts, where all of these have indexes of trigrams.
@Suite struct TrigramSearchTests {
  private static let parts = """
    CREATE EXTENSION pg_trgm;
    CREATE TABLE parts (id integer PRIMARY KEY, name text NOT NULL, note varchar(80), day date);
    INSERT INTO parts SELECT i, 'part' || i, 'note' || i * 7, '2024-01-01' FROM generate_series(1, 20000) AS i;
    CREATE INDEX parts_name ON parts USING gin (name gin_trgm_ops);
    """

  private func found(_ search: TextSearch, in table: any RecordTable) async throws -> [RecordValue] {
    var query = TableQuery(pageSize: 20)
    query.selection.searches = [search]
    return try await table.page(query).rows.map { $0[0] }
  }

  @Test func textsAreFoundByTheirIndexes() async throws {
    let sample = try TestDatabase(
      Self.parts + "CREATE INDEX parts_note ON parts USING gist (note gist_trgm_ops); ANALYZE parts")
    let table = try #require(try await sample.table("parts") as? PostgreSQLTable)
    let (definition, _) = try await table.definition()
    let index = try #require(definition.schema.searchIndex)
    #expect((index.name, index.columns, index.matching) == ("parts_name, parts_note", [1, 2], .fragments))
    #expect(definition.schema.index(for: TextSearch("x", column: 2))?.name == "parts_note")
    #expect(try await found(TextSearch("ART19999 OTE139993"), in: table) == [.integer(19_999)])
    #expect(try await found(TextSearch("19999", column: 1), in: table) == [.integer(19999)])
    await #expect(throws: TableError.self) { try await found(TextSearch("part1", isRaw: true), in: table) }
    let condition = try definition.condition(of: RowSelection(searches: [TextSearch("part12345")]))
    let plan = try sample.rows(
      "EXPLAIN SELECT * FROM \(definition.source) WHERE " + definition.dialect.numbered(condition.sql),
      condition.texts)
    #expect(plan.contains { $0[0]?.contains("Bitmap Index Scan") == true }, "\(plan)")
  }

  @Test func aTextWithoutAnIndexHasAllRowsLookedAt() async throws {
    let table = try await TestDatabase(Self.parts).table("parts")
    #expect(try await table.schema().searchIndex == nil)
    #expect(try await found(TextSearch("note139993"), in: table) == [.integer(19_999)])
    #expect(try await found(TextSearch("2024-01-01 part20000"), in: table) == [.integer(20_000)])
  }
}
