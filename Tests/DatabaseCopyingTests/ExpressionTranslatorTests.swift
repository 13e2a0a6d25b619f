import Testing

@testable import DatabaseCopying

@Suite struct ExpressionTranslatorTests {
  private let translator = ExpressionTranslator(names: ["price": "Price", "name": "name", "order by": "order by"])

  @Test(arguments: [
    ("price == 5 AND [order by] LIKE 'a%'", "\"Price\" = 5 AND \"order by\" ILIKE 'a%'"),
    ("ifnull(`PRICE`, 0)", "coalesce(\"Price\", 0)"),
    ("name = \"text\"", "\"name\" = 'text'"),
    ("CAST(price AS REAL) -- why", "CAST(\"Price\" AS double precision)"),
    ("'it''s' || name", "'it''s' || \"name\""),
  ])
  func whatSQLiteWritesIsWrittenForPostgreSQL(_ sql: String, _ expected: String) {
    #expect(translator.forServer(SQLToken.all(of: sql)) == expected)
  }

  @Test(arguments: [
    ("((price)::numeric * (2)::numeric(10,2))", "((\"Price\") * (2))"),
    ("(name)::text = ANY (ARRAY['a'::text, 'b'::character varying(3)])", "(\"name\") IN ('a', 'b')"),
    (
      "(name)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])", "(\"name\") IN ('a', 'b')"
    ),
    ("name ~~ 'a%'::text", "\"name\" LIKE 'a%'"),
  ])
  func whatPostgreSQLWritesIsWrittenForSQLite(_ sql: String, _ expected: String) {
    #expect(translator.forFile(SQLToken.all(of: sql)) == expected)
  }
}
