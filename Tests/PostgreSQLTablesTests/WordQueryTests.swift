import PostgreSQLServer
import SQLTables
import TableModel
import Testing

@testable import PostgreSQLTables

/// What people look for means itself alone.
@Suite struct WordQueryTests {
  @Test func wordsMeanNothingButThemselves() throws {
    let sample = try TestDatabase()
    let queries: [(terms: [String], query: String)] = [
      (["Cats"], "'cat'"), (["cats", "or", "-dogs"], "'cat' & 'dog'"), (["fat cats"], "'fat' <-> 'cat'"),
      (["ca*"], "'ca':* | 'ca':*"),
      (["run", "th*"], "'run' & ( 'th':* | 'th':* )"), (["the*"], "'the':*"), (["it's*"], "'it':* <-> 's':*"),
      (["runs*"], "'run':* | 'runs':*"),
    ]
    for (terms, wanted) in queries {
      let query = WordQuery(configuration: "'english'").query(for: terms)
      let rows = try sample.rows(
        "SELECT \(PostgreSQLDialect.numbered(query.sql))", query.texts)
      #expect(rows.first?.first == wanted, "\(terms)")
    }
  }

  @Test func aConfigurationThatIsNotKnownIsTheDatabases() throws {
    let sample = try TestDatabase("CREATE SCHEMA s; CREATE TEXT SEARCH CONFIGURATION s.\"my own\" (COPY = simple)")
    for (configuration, wanted) in [(nil, "'cat'"), ("'pg_catalog.simple'", "'cats'"), ("'s.\"my own\"'", "'cats'")] {
      let query = WordQuery(configuration: configuration).query(raw: "cats")
      try sample.execute("SET default_text_search_config = 'english'")
      #expect(
        try sample.rows("SELECT \(PostgreSQLDialect.numbered(query.sql))", query.texts) == [[wanted]])
    }
  }
}
