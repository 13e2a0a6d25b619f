import PostgreSQLServer
import TableModel
import Testing

@testable import PostgreSQLTables
@testable import SQLTables
@testable import SQLiteTables

/// Each kind of statement, as SQLite and PostgreSQL run it, and as PostgreSQL gets it.
@Suite struct DialectTests {
  private static let sqlite = SQLiteDialect()
  private static let postgreSQL = PostgreSQLDialect()

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
  private static let array = #"CASE jsonb_typeof(to_jsonb(r."tags")) WHEN 'array' THEN to_jsonb(r."tags") END"#
  private static let day = #"substring(CAST(r."at" AS text) FROM '^[0-9]{4}-[0-9]{2}-[0-9]{2}')"#
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
    .init(4, .date, ["2025-01-02"], ["1", "2"], "\(day) = $1"),
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
    for engine in Engine.allCases {
      #expect(try engine.run([statement(engine.dialect)]) == filter.rows, "\(engine)")
    }
    let text = #"SELECT r."id" FROM "public"."t" AS r WHERE \#(filter.text) ORDER BY r."id""#
    #expect(try statement(Self.postgreSQL).sql == text)
  }

  @Test func aConditionThatAnEngineLacksIsRefused() throws {
    #expect(try Engine.sqlite.run([.filter(1, .glob, ["[ab]*"], in: Self.sqlite)]) == ["1", "3"])
    #expect(throws: TableError.badRequest("This database doesn't support the condition “glob”.")) {
      try SampleStatement.filter(1, .glob, ["*"], in: Self.postgreSQL)
    }
  }

  @Test func everyWordOfASearchIsBound() throws {
    for engine in Engine.allCases {
      #expect(try engine.run([.search("ad da", in: engine.dialect)]) == ["2"], "\(engine)")
    }
    #expect(
      try SampleStatement.search("ad da", in: Self.postgreSQL).sql
        == #"SELECT r."id" FROM "public"."t" AS r WHERE ((r."name" ILIKE $1 ESCAPE '\')) AND ((r."name" ILIKE $2 ESCAPE '\')) ORDER BY r."id""#
    )
  }

  @Test(arguments: [false, true], [false, true])
  func runsGoOnBehindAPlaceAlsoWhereNullsAre(isDescending: Bool, backwards: Bool) throws {
    let places: [(name: String?, id: Int64)] = [(nil, 4), ("", 5), ("Ada", 2), ("a_b", 3), ("b", 1), ("c", 6)]
    for engine in Engine.allCases {
      let names = ["5", "2", "3", "1", "6"]
      let ascending = engine.dialect.nullOrder == .largest ? names + ["4"] : ["4"] + names
      let order = isDescending == backwards ? ascending : ascending.reversed()
      for place in places {
        let runs = SampleStatement.runs(
          name: place.name, id: place.id, isDescending: isDescending, backwards: backwards, in: engine.dialect)
        let start = try #require(order.firstIndex(of: String(place.id)))
        #expect(try engine.run(runs) == Array(order[start...]), "\(engine) from \(place.id)")
      }
    }
  }

  @Test func nullsFollowWhereTheEngineHasThem() {
    let ends = { (runs: [SampleStatement]) in
      runs.map { String($0.sql.dropFirst(#"SELECT r."id" FROM "public"."t" AS r WHERE "#.count)) }
    }
    #expect(
      ends(SampleStatement.runs(name: "b", id: 1, in: Self.postgreSQL)) == [
        #"r."name" = $1 AND r."id" >= $2 ORDER BY r."name", r."id" LIMIT 10"#,
        #"r."name" > $1 ORDER BY r."name", r."id" LIMIT 10"#, #"r."name" IS NULL ORDER BY r."name", r."id" LIMIT 10"#,
      ])
    #expect(
      ends(SampleStatement.runs(name: nil, id: 4, in: Self.postgreSQL)) == [
        #"r."name" IS NULL AND r."id" >= $1 ORDER BY r."name", r."id" LIMIT 10"#
      ])
    #expect(
      ends(SampleStatement.runs(name: nil, id: 4, backwards: true, in: Self.postgreSQL)) == [
        #"r."name" IS NULL AND r."id" <= $1 ORDER BY r."name" DESC, r."id" DESC LIMIT 10"#,
        #"r."name" IS NOT NULL ORDER BY r."name" DESC, r."id" DESC LIMIT 10"#,
      ])
  }

  @Test func facetsCountValuesDaysAndElements() throws {
    for engine in Engine.allCases {
      let facet = { try engine.run([.facet($0, column: $1, in: engine.dialect)]) }
      #expect(try facet(.column, 2) == ["1|2|3|-", "3|1|3|-", "6|1|3|-"], "\(engine)")
      #expect(try facet(.date, 4) == ["2025-01-02|2|2|-", "2025-01-03|1|2|-"], "\(engine)")
      // A number is no text in SQLite.
      let count = engine == .sqlite ? 4 : 3
      #expect(Set(try facet(.array, 3)) == ["1|1|\(count)|-", "x|1|\(count)|-", "y|1|\(count)|-"], "\(engine)")
    }
    let counts = { (value: String, rows: String) in
      """
      SELECT v, n, d, NULL FROM (SELECT \(value) AS v, count(*) AS n, count(*) OVER () AS d FROM "public"."t" AS r\(rows) \
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5) AS f ORDER BY n DESC, v
      """
    }
    let text = { SampleStatement.facet($0, column: $1, in: Self.postgreSQL).sql }
    #expect(text(.column, 2) == counts(#"r."parent""#, #" WHERE r."parent" IS NOT NULL"#))
    #expect(text(.date, 4) == counts(Self.day, " WHERE \(Self.day) IS NOT NULL"))
    #expect(
      text(.array, 3)
        == counts(
          "j.array_element",
          " CROSS JOIN LATERAL (SELECT DISTINCT e.value #>> '{}' AS array_element FROM jsonb_array_elements(\(Self.array)) AS e(value) "
            + "WHERE jsonb_typeof(e.value) NOT IN ('array', 'object')) AS j WHERE j.array_element IS NOT NULL"))
  }

  @Test func aSampleReadsRangesOfKeys() throws {
    for engine in Engine.allCases {
      #expect(try engine.run([#require(try .sample(in: engine.dialect))]) == ["4"], "\(engine)")
    }
    #expect(
      try SampleStatement.sample(in: Self.postgreSQL)?.sql
        == #"SELECT count(*) FROM unnest(CAST($1 AS bigint[])) AS p(value) CROSS JOIN "public"."t" AS r WHERE r."id" >= p.value AND r."id" < p.value + 2"#
    )
  }

  @Test func aTreeStandsInItsOrderWithTheRowsBehindItThatItDoesNotReach() throws {
    for engine in Engine.allCases {
      let tree = { try engine.run([.tree(isDescending: $0, in: engine.dialect)]) }
      #expect(try tree(false) == ["5|0", "1|0", "2|1", "3|1", "4|2", "6|0"], "\(engine)")
      #expect(try tree(true) == ["1|0", "3|1", "4|2", "2|1", "5|0", "6|0"], "\(engine)")
    }
    let text = SampleStatement.tree(in: Self.postgreSQL).sql
    #expect(text.contains(#"row_number() OVER (ORDER BY r."name", r."id") AS place FROM "public"."t" AS r)"#))
    #expect(text.hasSuffix(#"AS t JOIN "public"."t" AS r ON r."id" = t.id ORDER BY t.path LIMIT $1 OFFSET $2"#))
  }

  @Test func rowsAreInsertedUpdatedAndDeleted() throws {
    for engine in Engine.allCases {
      let dialect = engine.dialect
      #expect(
        try engine.run([
          .insertion(.refuse, id: 9, in: dialect), .insertion(.ignore, id: 1, in: dialect),
          .insertion(.replace, id: 2, in: dialect), .update(id: 9, in: dialect), .deletion(id: 9, in: dialect),
          .filter(1, .in, ["new", "other", "b"], in: dialect),
        ]) == ["9", "2", "9", "1", "2"], "\(engine)")
      #expect(throws: (any Error).self) { try engine.run([.insertion(.refuse, id: 1, in: dialect)]) }
    }
    let insertion = { SampleStatement.insertion($0, id: 1, in: Self.postgreSQL).sql }
    let beginning = #"INSERT INTO "public"."t" ("id", "name") VALUES ($1, $2)"#
    #expect(insertion(.refuse) == beginning + #" RETURNING "id""#)
    #expect(insertion(.ignore) == beginning + #" ON CONFLICT DO NOTHING RETURNING "id""#)
    #expect(
      insertion(.replace) == beginning + #" ON CONFLICT ("id") DO UPDATE SET "name" = EXCLUDED."name" RETURNING "id""#)
    #expect(
      SampleStatement.update(id: 1, in: Self.postgreSQL).sql
        == #"UPDATE "public"."t" AS r SET "name" = $1 WHERE r."id" = $2 RETURNING "id""#)
    #expect(
      SampleStatement.deletion(id: 1, in: Self.postgreSQL).sql == #"DELETE FROM "public"."t" AS r WHERE r."id" = $1"#)
  }

  @Test func parametersWithinQuotesOfTheEngineAreNone() {
    #expect(Self.sqlite.numbered("a = ? AND [b?] = '?' AND \"?\" = ?") == "a = ?1 AND [b?] = '?' AND \"?\" = ?2")
    #expect(Self.postgreSQL.numbered("a[?] = ? AND '?' = ?") == "a[$1] = $2 AND '?' = $3")
  }
}
