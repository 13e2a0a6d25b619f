import SQLTables
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

@Suite struct FacetTests {
  /// The result of a facet that was waited for.
  private func result(_ query: FacetQuery, of table: some RecordTable) async throws -> FacetResult {
    guard case .values(let result) = try await table.facet(query, waits: true) else {
      throw FixtureError(message: "no values")
    }
    return result
  }

  private func chinook(_ table: String) async throws -> any RecordTable {
    try #require(try await SQLiteDatabase.open(path: chinookPath).table(named: table))
  }

  private func column(_ name: String, of table: some RecordTable) async throws -> Int {
    try #require(try await table.schema().column(named: name))
  }

  @Test func theValuesOfAColumnComeWithTheirCountsAndLabelsTheMostFrequentFirst() async throws {
    let tracks = try await chinook("Track")
    let genre = Facet(column: try await column("GenreId", of: tracks))
    let result = try await result(FacetQuery(genre, size: 3), of: tracks)
    #expect(
      result.values == [
        FacetValue(.integer(1), label: "Rock", count: 1297), FacetValue(.integer(7), label: "Latin", count: 579),
        FacetValue(.integer(3), label: "Metal", count: 374),
      ])
    #expect(result.distinctCount == 25)
    #expect(result.isTruncated)
    #expect(result.basis == .everyRow)
  }

  @Test func onlyTheRowsOfTheSelectionAreCounted() async throws {
    let tracks = try await chinook("Track")
    let genre = Facet(column: try await column("GenreId", of: tracks))
    var selection = RowSelection()
    selection.filters = [ColumnFilter(column: try await column("MediaTypeId", of: tracks), value: "3")]
    selection.searches = [TextSearch("the")]
    let result = try await result(FacetQuery(genre, in: selection), of: tracks)
    let fixture = try Fixture("ATTACH '\(chinookPath)' AS c")
    let expected = try fixture.rows(
      """
      SELECT GenreId, count(*) FROM c.Track WHERE MediaTypeId = 3 AND (Name LIKE '%the%' OR Composer LIKE '%the%')
      GROUP BY 1 ORDER BY 2 DESC, 1
      """)
    #expect(!expected.isEmpty)
    #expect(result.values.map { [$0.value, .integer(Int64($0.count))] } == expected)
    #expect(!result.isTruncated)
  }

  @Test func elementsOfArraysAreCountedOnceARowAndWhatIsNoArrayIsLeftOut() async throws {
    let fixture = try Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, tags);
      INSERT INTO t (tags) VALUES ('["a","b","a"]'), ('["b", null, {"c": 1}]'), ('[]'), ('{"a": 1}'), ('no json'), (NULL), (7), (x'00'), ('[7]'), ('["7"]')
      """)
    let table = try #require(try await fixture.database().table(named: "t"))
    let result = try await result(FacetQuery(Facet(column: 1, kind: .array)), of: table)
    #expect(result.values.count == 4)
    #expect(
      Set(result.values) == [
        FacetValue(.text("a"), count: 1), FacetValue(.text("b"), count: 2), FacetValue(.integer(7), count: 1),
        FacetValue(.text("7"), count: 1),
      ])
    #expect(result.values.first == FacetValue(.text("b"), count: 2))
  }

  @Test func daysOfTimesAreCounted() async throws {
    let fixture = try Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, at TEXT);
      INSERT INTO t (at) VALUES ('2025-10-14T06:30:00Z'), ('2025-10-14 23:59'), ('2025-10-15'), ('soon'), (NULL)
      """)
    let table = try #require(try await fixture.database().table(named: "t"))
    let result = try await result(FacetQuery(Facet(column: 1, kind: .date)), of: table)
    #expect(result.values == [FacetValue(.text("2025-10-14"), count: 2), FacetValue(.text("2025-10-15"), count: 1)])
  }

  @Test func everyValueOfAFacetFindsAsManyRowsAsItSays() async throws {
    let database = try SQLiteDatabase.open(path: chinookPath)
    var compared = 0
    for summary in try await database.tables() {
      let table = try #require(try await database.table(named: summary.name))
      for position in try await table.schema().columns.indices {
        for kind in Facet.Kind.allCases {
          let facet = Facet(column: position, kind: kind)
          for value in try await result(FacetQuery(facet, size: 3), of: table).values {
            var query = TableQuery(pageSize: value.count + 1, count: .none)
            query.selection.filters = [
              ColumnFilter(column: position, condition: facet.condition, value: value.value.description)
            ]
            #expect(try await table.page(query).rows.count == value.count, "\(summary.name) \(position) \(value)")
            compared += 1
          }
        }
      }
    }
    #expect(compared > 200)
  }

  @Test func aPageGetsWhatIsFoundAtOnceAndLaterWhatWasCountedMeanwhile() async throws {
    let fixture = try Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) INSERT INTO t SELECT i, 'w' || (i % 100) FROM n
      """)
    let database = try fixture.database { $0.facetTimeLimitSeconds = 60 }
    let table = try #require(try await database.table(named: "t"))
    let query = FacetQuery(Facet(column: 1))
    #expect(try await table.facet(query, waits: false) == .pending)
    let result = try await result(query, of: table)
    #expect(result.values.count == 30)
    #expect(result.values.allSatisfy { $0.count == 3000 })
    #expect(try await table.facet(query, waits: false) == .values(result))
    // Another state of the data is another question.
    try fixture.execute("UPDATE t SET word = 'other'")
    #expect(try await table.facet(query, waits: false) == .pending)
    let other = try await self.result(query, of: table)
    #expect(other.values == [FacetValue(.text("other"), count: 300_000)])
  }

  @Test func whatTakesTooLongIsEstimated() async throws {
    let fixture = try Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT, half INTEGER);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)
      INSERT INTO t SELECT i * 1000, iif(i % 10 < 6, 'often', iif(i % 10 < 9, 'sometimes', 'seldom')), i > 200000 FROM n
      """)
    let database = try fixture.database()
    _ = try await database.table(named: "t")?.schema()
    let results = try await database.answerOnThread { file, connection in
      let definition = try #require(file.table(named: "t").definition)
      let second = RowSelection(filters: [ColumnFilter(column: 2, value: "1")])
      return try [.everything, second].map {
        try FacetReader(FacetQuery(Facet(column: 1), in: $0), definition, connection).estimate()
      }
    }
    for (result, share) in zip(results, [1.0, 0.5]) {
      #expect(result.isEstimate)
      #expect(result.values.map(\.value) == [.text("often"), .text("sometimes"), .text("seldom")])
      for (value, expected) in zip(result.values, [240_000.0, 120_000, 40_000]) {
        #expect(abs(Double(value.count) / (expected * share) - 1) < 0.2, "\(value)")
      }
      guard case .sample(let rows) = result.basis else { throw FixtureError(message: "no sample") }
      #expect((10_000...60_000).contains(rows))
    }
  }

  @Test func whereNoSampleCanBeHadTheFirstRowsAreCounted() async throws {
    let fixture = try Fixture(
      """
      CREATE TABLE t (id TEXT PRIMARY KEY, word TEXT) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) INSERT INTO t SELECT hex(i), i % 2 FROM n
      """)
    let database = try fixture.database()
    _ = try await database.table(named: "t")?.schema()
    let result = try await database.answerOnThread { file, connection in
      let definition = try #require(file.table(named: "t").definition)
      return try FacetReader(FacetQuery(Facet(column: 1)), definition, connection).estimate()
    }
    #expect(result.basis == .firstRows(20_000))
    #expect(result.values.reduce(0) { $0 + $1.count } == 20_000)
  }

  @Test func facetsAreSuggestedThatHaveAFewValuesArraysOrDays() async throws {
    let tracks = try await chinook("Track")
    let schema = try await tracks.schema()
    let suggested = try await tracks.suggestedFacets(in: .everything)
    #expect(suggested.contains { schema.columns[$0.column].name == "GenreId" && $0.kind == .column })
    #expect(!suggested.contains { ["Name", "TrackId"].contains(schema.columns[$0.column].name) })
    let invoices = try await chinook("Invoice")
    let dates = try await invoices.suggestedFacets(in: .everything).filter { $0.kind == .date }
    #expect(try await dates.map(\.column) == [column("InvoiceDate", of: invoices)])
    let fixture = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, tags); INSERT INTO t (tags) VALUES ('[\"a\"]'), (NULL)")
    let table = try #require(try await fixture.database().table(named: "t"))
    #expect(try await table.suggestedFacets(in: .everything) == [Facet(column: 1, kind: .array)])
  }

  @Test func aFacetThatMakesNoSenseIsRefused() async throws {
    let tracks = try await chinook("Track")
    await #expect(throws: TableError.self) { try await tracks.facet(FacetQuery(Facet(column: 99)), waits: true) }
    await #expect(throws: TableError.self) {
      try await tracks.facet(FacetQuery(Facet(column: 0), size: 0), waits: false)
    }
  }
}
