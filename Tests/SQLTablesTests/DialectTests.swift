import CSQLite
import TableModel
import Testing

@testable import SQLTables
@testable import SQLiteTables

/// Each kind of statement, as SQLite runs it and as another engine would get it.
@Suite struct DialectTests {
  private static let sqlite = SQLiteDialect()
  private static let other = PostgreSQLDialect()
  private static let script = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, parent INTEGER, tags TEXT, at TEXT);
    INSERT INTO t VALUES (1, 'b', NULL, '["x", "y", "x"]', '2025-01-02 10:00'), (2, 'Ada', 1, '[1, "1", [2]]', '2025-01-02 11:00'),
      (3, 'a_b', 1, 'no array', '2025-01-03'), (4, NULL, 3, NULL, NULL), (5, '', NULL, '[]', 'never'), (6, 'c', 6, '{}', NULL);
    """

  /// The first value of each row that SQLite answers.
  private func run(_ statements: [SampleStatement]) throws -> [String] {
    var connection: OpaquePointer?
    #expect(sqlite3_open_v2(":memory:", &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    defer { sqlite3_close_v2(connection) }
    let handle = try #require(connection)
    #expect(sqlite3_exec(handle, Self.script, nil, nil, nil) == SQLITE_OK)
    var found: [String] = []
    for sample in statements {
      let statement = try SQLiteStatement(handle, sql: sample.sql)
      for value in sample.values { statement.bind(value) }
      while try statement.step() {
        found.append(
          (0..<Int(sqlite3_column_count(statement.handle))).map { statement.text($0) ?? "-" }.joined(separator: "|"))
      }
    }
    return found
  }

  private struct FilterCase: Sendable, CustomTestStringConvertible {
    var column: Int
    var condition: ColumnFilter.Condition
    var values: [String]
    var rows: [String]
    var text: String
    var testDescription: String { "\(condition) \(values.prefix(2))" }

    init(
      _ column: Int, _ condition: ColumnFilter.Condition, _ values: [String], _ rows: [String], _ text: String
    ) {
      (self.column, self.condition, self.values, self.rows, self.text) = (column, condition, values, rows, text)
    }
  }

  private static let many = (0..<100).map { "n\($0)" } + ["b"]
  private static let array = #"CASE jsonb_typeof(r."tags") WHEN 'array' THEN r."tags" END"#
  private static let filters: [FilterCase] = [
    .init(0, .exact, ["2"], ["2"], #"r."id" = $1"#),
    .init(0, .gte, ["5"], ["5", "6"], #"r."id" >= $1"#),
    .init(1, .not, ["b"], ["2", "3", "5", "6"], #"r."name" <> $1"#),
    .init(1, .contains, ["A"], ["2", "3"], #"r."name" ILIKE $1 ESCAPE '\'"#),
    .init(1, .notcontains, ["_"], ["1", "2", "5", "6"], #"r."name" NOT ILIKE $1 ESCAPE '\'"#),
    .init(1, .like, ["a_b"], ["3"], #"r."name" ILIKE $1 ESCAPE ''"#),
    .init(0, .startswith, ["2"], ["2"], #"CAST(r."id" AS text) ILIKE $1 ESCAPE '\'"#),
    .init(1, .in, ["b", "c", "d"], ["1", "6"], #"r."name" IN ($1, $2, $3, $4)"#),
    .init(1, .in, [], [], "FALSE"),
    .init(1, .in, many, ["1"], #"r."name" = ANY($1)"#),
    .init(1, .notin, many, ["2", "3", "5", "6"], #"r."name" <> ALL($1)"#),
    .init(1, .isnull, [], ["4"], #"r."name" IS NULL"#),
    .init(1, .isblank, [], ["4", "5"], #"(r."name" IS NULL OR r."name" = '')"#),
    .init(0, .notblank, [], ["1", "2", "3", "4", "5", "6"], #"(r."id" IS NOT NULL AND CAST(r."id" AS text) <> '')"#),
    .init(4, .date, ["2025-01-02"], ["1", "2"], #"CAST(r."at" AS date) = $1"#),
    .init(
      3, .arraycontains, ["1"], ["2"],
      "EXISTS (SELECT 1 FROM jsonb_array_elements_text(\(array)) AS j(value) WHERE j.value = $1)"
    ),
    .init(
      3, .arraynotcontains, ["x"], ["2", "3", "4", "5", "6"],
      "NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text(\(array)) AS j(value) WHERE j.value = $1)"),
  ]

  @Test(arguments: filters) private func aFilterFindsItsRowsAndIsWrittenAsTheEngineWritesIt(_ filter: FilterCase) throws
  {
    let statement = { try SampleStatement.filter(filter.column, filter.condition, filter.values, in: $0) }
    #expect(try run([statement(Self.sqlite)]) == filter.rows)
    let text = #"SELECT r."id" FROM "public"."t" AS r WHERE \#(filter.text) ORDER BY r."id""#
    #expect(try statement(Self.other).sql == text)
  }

  @Test func aConditionThatAnEngineLacksIsRefused() throws {
    #expect(try run([.filter(1, .glob, ["[ab]*"], in: Self.sqlite)]) == ["1", "3"])
    #expect(throws: TableError.badRequest("This database doesn't support the condition “glob”.")) {
      try SampleStatement.filter(1, .glob, ["*"], in: Self.other)
    }
  }

  @Test func everyWordOfASearchIsBound() throws {
    #expect(try run([.search("ad da", in: Self.sqlite)]) == ["2"])
    #expect(
      try SampleStatement.search("ad da", in: Self.other).sql
        == #"SELECT r."id" FROM "public"."t" AS r WHERE ((r."name" ILIKE $1 ESCAPE '\')) AND ((r."name" ILIKE $2 ESCAPE '\')) ORDER BY r."id""#
    )
  }

  @Test(arguments: [false, true], [false, true])
  func runsGoOnBehindAPlaceAlsoWhereNullsAre(isDescending: Bool, backwards: Bool) throws {
    // Nulls are the smallest: 4, '' 5, Ada 2, a_b 3, b 1, c 6.
    let order = isDescending == backwards ? ["4", "5", "2", "3", "1", "6"] : ["6", "1", "3", "2", "5", "4"]
    let places: [(name: String?, id: Int64)] = [(nil, 4), ("", 5), ("Ada", 2), ("a_b", 3), ("b", 1), ("c", 6)]
    for place in places {
      let runs = SampleStatement.runs(
        name: place.name, id: place.id, isDescending: isDescending, backwards: backwards, in: Self.sqlite)
      let start = try #require(order.firstIndex(of: String(place.id)))
      #expect(try run(runs) == Array(order[start...]))
    }
  }

  @Test func nullsFollowWhereTheEngineHasThem() {
    let ends = { (runs: [SampleStatement]) in
      runs.map { String($0.sql.dropFirst(#"SELECT r."id" FROM "public"."t" AS r WHERE "#.count)) }
    }
    #expect(
      ends(SampleStatement.runs(name: "b", id: 1, in: Self.other)) == [
        #"r."name" = $1 AND r."id" >= $2 ORDER BY r."name", r."id" LIMIT 10"#,
        #"r."name" > $1 ORDER BY r."name", r."id" LIMIT 10"#, #"r."name" IS NULL ORDER BY r."name", r."id" LIMIT 10"#,
      ])
    #expect(
      ends(SampleStatement.runs(name: nil, id: 4, in: Self.other)) == [
        #"r."name" IS NULL AND r."id" >= $1 ORDER BY r."name", r."id" LIMIT 10"#
      ])
    #expect(
      ends(SampleStatement.runs(name: nil, id: 4, backwards: true, in: Self.other)) == [
        #"r."name" IS NULL AND r."id" <= $1 ORDER BY r."name" DESC, r."id" DESC LIMIT 10"#,
        #"r."name" IS NOT NULL ORDER BY r."name" DESC, r."id" DESC LIMIT 10"#,
      ])
  }

  @Test func facetsCountValuesDaysAndElements() throws {
    #expect(try run([.facet(.column, column: 2, in: Self.sqlite)]) == ["1|2|3|-", "3|1|3|-", "6|1|3|-"])
    #expect(try run([.facet(.date, column: 4, in: Self.sqlite)]) == ["2025-01-02|2|2|-", "2025-01-03|1|2|-"])
    #expect(Set(try run([.facet(.array, column: 3, in: Self.sqlite)])) == ["1|1|4|-", "x|1|4|-", "y|1|4|-"])
    let counts = { (value: String, rows: String) in
      """
      SELECT v, n, d, NULL FROM (SELECT \(value) AS v, count(*) AS n, count(*) OVER () AS d FROM "public"."t" AS r\(rows) \
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5) AS f ORDER BY n DESC, v
      """
    }
    let text = { SampleStatement.facet($0, column: $1, in: Self.other).sql }
    #expect(text(.column, 2) == counts(#"r."parent""#, #" WHERE r."parent" IS NOT NULL"#))
    #expect(text(.date, 4) == counts(#"CAST(r."at" AS date)"#, #" WHERE CAST(r."at" AS date) IS NOT NULL"#))
    #expect(
      text(.array, 3)
        == counts(
          "j.value",
          " CROSS JOIN LATERAL (SELECT DISTINCT e.value #>> '{}' AS value FROM jsonb_array_elements(\(Self.array)) AS e(value) "
            + "WHERE jsonb_typeof(e.value) NOT IN ('array', 'object')) AS j WHERE j.value IS NOT NULL"))
  }

  @Test func aSampleReadsRangesOfKeys() throws {
    #expect(try run([#require(try .sample(in: Self.sqlite))]) == ["4"])
    #expect(
      try SampleStatement.sample(in: Self.other)?.sql
        == #"SELECT count(*) FROM unnest(CAST($1 AS bigint[])) AS p(value) CROSS JOIN "public"."t" AS r WHERE r."id" >= p.value AND r."id" < p.value + 2"#
    )
  }

  @Test func aTreeStandsInItsOrderWithTheRowsBehindItThatItDoesNotReach() throws {
    #expect(try run([.tree(in: Self.sqlite)]) == ["5|0", "1|0", "2|1", "3|1", "4|2", "6|0"])
    #expect(try run([.tree(isDescending: true, in: Self.sqlite)]) == ["1|0", "3|1", "4|2", "2|1", "5|0", "6|0"])
    let text = SampleStatement.tree(in: Self.other).sql
    #expect(text.contains(#"row_number() OVER (ORDER BY r."name", r."id") AS place FROM "public"."t" AS r)"#))
    #expect(text.hasSuffix(#"AS t JOIN "public"."t" AS r ON r."id" = t.id ORDER BY t.path LIMIT $1 OFFSET $2"#))
  }

  @Test func rowsAreInsertedUpdatedAndDeleted() throws {
    #expect(
      try run([
        .insertion(.refuse, id: 9, in: Self.sqlite), .insertion(.ignore, id: 1, in: Self.sqlite),
        .insertion(.replace, id: 2, in: Self.sqlite), .update(id: 9, in: Self.sqlite),
        .deletion(id: 9, in: Self.sqlite),
        .filter(1, .in, ["new", "other", "b"], in: Self.sqlite),
      ]) == ["9", "2", "9", "1", "2"])
    #expect(throws: SQLiteFailure.self) { try run([.insertion(.refuse, id: 1, in: Self.sqlite)]) }
    let insertion = { SampleStatement.insertion($0, id: 1, in: Self.other).sql }
    let beginning = #"INSERT INTO "public"."t" ("id", "name") VALUES ($1, $2)"#
    #expect(insertion(.refuse) == beginning + #" RETURNING "id""#)
    #expect(insertion(.ignore) == beginning + #" ON CONFLICT DO NOTHING RETURNING "id""#)
    #expect(
      insertion(.replace) == beginning + #" ON CONFLICT ("id") DO UPDATE SET "name" = EXCLUDED."name" RETURNING "id""#)
    #expect(
      SampleStatement.update(id: 1, in: Self.other).sql
        == #"UPDATE "public"."t" AS r SET "name" = $1 WHERE r."id" = $2 RETURNING "id""#)
    #expect(SampleStatement.deletion(id: 1, in: Self.other).sql == #"DELETE FROM "public"."t" AS r WHERE r."id" = $1"#)
  }

  @Test func parametersWithinQuotesOfTheEngineAreNone() {
    #expect(Self.sqlite.numbered("a = ? AND [b?] = '?' AND \"?\" = ?") == "a = ?1 AND [b?] = '?' AND \"?\" = ?2")
    #expect(Self.other.numbered("a[?] = ? AND '?' = ?") == "a[$1] = $2 AND '?' = $3")
  }
}
