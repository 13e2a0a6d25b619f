import SeededNumbers
import TableModel
import Testing

@testable import PostgreSQLTables

/// What is read of a visitor's statement before the server gets it.
@Suite struct VisitorStatementTests {
  private func sql(_ text: String) throws -> String {
    String(decoding: try VisitorStatement(text).sql, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  @Test(arguments: [
    ("select :a, :b, :a", "select $1, $2, $1"),
    ("select a::text, 'x:y', \":z\" from t", "select a::text, 'x:y', \":z\" from t"),
    ("select 1 -- ; :no\n", "select 1"), ("select /* a /* b */ ; */ 1;;\n -- x", "select 1"),
    ("select $$;:x$$, $a$ $$ ' $a$", "select $$;:x$$, $a$ $$ ' $a$"),
    ("select E'\\';' || 'a'';'", "select E'\\';' || 'a'';'"),
    ("(select 1)", "(select 1)"), ("VALUES (1)", "VALUES (1)"),
    ("select '🚀', ä from \"ö\"", "select '🚀', ä from \"ö\""),
  ])
  func parametersAndEndsAreFound(text: String, wanted: String) throws { #expect(try sql(text) == wanted) }

  @Test func namesAreFoundWithWhatTheyAreCalledFor() throws {
    let words = try VisitorStatement("SELECT Max (a), \"pg Sleep\"/* x */(1), E'now(', count from \"a\"\"b\"").words
    #expect(words.filter(\.isCalled).map(\.text) == ["max", "pg Sleep"])
    #expect(words.map(\.text) == ["select", "max", "a", "pg Sleep", "count", "from", "a\"b"])
  }

  @Test(arguments: [
    ("", "Enter a query, such as: select 1"), ("-- nothing", "Enter a query, such as: select 1"),
    ("delete from t", "Only SELECT statements are allowed"), ("explain select 1", "Only SELECT statements are allowed"),
    ("select 1; select 2", "Only one statement is allowed"), ("select 'a", "A quotation isn't closed"),
    ("select $1", "Parameters must be named, such as :name"), ("select /* a", "A comment isn't closed"),
    ("select 1) q, (select 2", "A parenthesis is closed that isn't open"), ("select (1", "A parenthesis isn't closed"),
    ("select U&\"\\0070g\"", "Names with Unicode escapes can't be used here"),
    ("select 1\0", "A statement can't contain a null character"), ("select $a$ x", "A quotation isn't closed"),
  ])
  func whatIsNoSingleQueryIsRefused(text: String, message: String) {
    let failure = #expect(throws: StatementError.self) { try VisitorStatement(text) }
    #expect(failure?.message == message)
  }

  @Test func anyBytesAreReadOrRefused() {
    var random = SeededGenerator(seed: 7)
    let pieces = [
      "'", "\"", "$", "$a$", "/*", "*/", "--", "\n", "(", ")", ":", ":a", ";", "E'", "\\", "select ", "é", " ", "u&\"",
      "1", "x",
    ]
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      guard let read = try? VisitorStatement("select " + text) else { continue }
      // Nothing that stands outside of quotations ends the parentheses that are put around it.
      #expect(read.sql.count >= 6, "\(text)")
    }
  }
}
