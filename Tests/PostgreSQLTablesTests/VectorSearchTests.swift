import PostgreSQLServer
import SQLTables
import TableModel
import TableWalking
import Testing

@testable import PostgreSQLTables

/// Rows are found by the words that a table has an index of.
@Suite struct VectorSearchTests {
  /// Where the words of the notes are.
  enum Words: String, CaseIterable, Sendable {
    case computed = """
      ALTER TABLE notes ADD words tsvector GENERATED ALWAYS AS (
        setweight(to_tsvector('english', title), 'A') || to_tsvector('english', coalesce(body, ''))) STORED;
      CREATE INDEX notes_words ON notes USING gin (words);
      """
    case filledByTrigger = """
      ALTER TABLE notes ADD words tsvector;
      CREATE TRIGGER fill BEFORE INSERT OR UPDATE ON notes FOR EACH ROW
        EXECUTE FUNCTION tsvector_update_trigger(words, 'pg_catalog.english', title, body);
      UPDATE notes SET title = title; CREATE INDEX notes_words ON notes USING gist (words);
      """
    case expression = """
      CREATE INDEX notes_words ON notes USING gin (to_tsvector('english', title || ' ' || coalesce(body, '')));
      """
    case ofEachColumn = """
      CREATE INDEX notes_title ON notes USING gin (to_tsvector('english', title));
      CREATE INDEX notes_body ON notes USING gin (to_tsvector('english', body));
      """
  }

  private static let notes = """
    CREATE TABLE notes (id integer PRIMARY KEY, title text NOT NULL, body text, day date);
    INSERT INTO notes VALUES (1, 'Apple pie', 'sugar, flour and apples', '2024-01-01'), (2, 'Running', 'she runs far', NULL),
      (3, 'The theatre', NULL, NULL), (4, 'C++ or D''s -minus', 'back\\slash "quoted words" here', NULL), (5, 'Words', 'quoted, no words', NULL);
    """

  /// The keys that a search finds.
  private func found(_ search: TextSearch, in table: any RecordTable) async throws -> [RecordValue] {
    var query = TableQuery(pageSize: 20)
    query.selection.searches = [search]
    return try await table.page(query).rows.map { $0[0] }
  }

  @Test(arguments: Words.allCases)
  func everyWordHasToBeFoundAsTheIndexHasIt(words: Words) async throws {
    let table = try await TestDatabase(Self.notes + words.rawValue).table("notes")
    let index = try #require(try await table.schema().searchIndex)
    #expect(index.columns == [1, 2])
    #expect(index.matching == .stems)
    let searches: [(String, [Int64])] = [
      ("apple", [1]), ("APPLES flour", [1]), ("run", [2]), ("running far", [2]), ("apple far", []), ("thea*", [3]),
      ("the*", [3]), ("\"quoted words\"", [4]), ("quoted words", [4, 5]), ("c++ or", [4]), ("-minus", [4]),
      ("D's", [4]),
      ("quo'te\\d", []), ("'*", []), ("\"", [1, 2, 3, 4, 5]), ("  ", [1, 2, 3, 4, 5]), ("run or apple", []),
    ]
    for (text, keys) in searches {
      #expect(try await found(TextSearch(text), in: table) == keys.map { .integer($0) }, "\(text)")
    }
  }

  @Test(arguments: Words.allCases)
  func rawSearchesAreInTheIndexesOwnLanguage(words: Words) async throws {
    let table = try await TestDatabase(Self.notes + words.rawValue).table("notes")
    for (text, keys) in [("run | apple", [1, 2]), ("appl:*", [1]), ("quoted <-> word", [4]), ("apple & far", [])] {
      #expect(
        try await found(TextSearch(text, isRaw: true), in: table) == keys.map { .integer(Int64($0)) }, "\(text)")
    }
    for text in ["run far", "& run", "(run", "'run", String(repeating: "a", count: 3_000)] {
      let failure = await #expect(throws: TableError.self) { try await found(TextSearch(text, isRaw: true), in: table) }
      guard case .badRequest = failure else {
        Issue.record("\(text): \(String(describing: failure))")
        continue
      }
      var query = TableQuery()
      query.selection.searches = [TextSearch(text, isRaw: true)]
      await #expect(throws: TableError.self) { try await table.cursor(query).next() }
    }
  }

  @Test func aColumnIsSearchedByAnIndexOfItsOwn() async throws {
    let sample = try TestDatabase(Self.notes + Words.computed.rawValue)
    let schema = try await sample.table("notes").schema()
    #expect(schema.index(for: TextSearch("x"))?.name == "notes_words")
    #expect(schema.index(for: TextSearch("x", column: 1)) == nil)
    // Nothing tells the words of two columns apart: rows are looked at.
    #expect(try await found(TextSearch("Apple", column: 1), in: sample.table("notes")) == [.integer(1)])
    await #expect(throws: TableError.self) {
      try await found(TextSearch("apple", column: 1, isRaw: true), in: sample.table("notes"))
    }
    try sample.execute(Words.ofEachColumn.rawValue)
    let table = try await sample.table("notes")
    let both = try await table.schema()
    #expect(both.searchIndex?.name == "notes_words")
    #expect(both.index(for: TextSearch("x", column: 2))?.name == "notes_body")
    #expect(try await found(TextSearch("apple", column: 1), in: table) == [.integer(1)])
    #expect(try await found(TextSearch("running", column: 2), in: table) == [.integer(2)])
    #expect(
      try await found(TextSearch("runs | thea:*", column: 1, isRaw: true), in: table) == [.integer(2), .integer(3)])
  }

  @Test func severalVectorsAreLookedInTogether() async throws {
    let table = try await TestDatabase(Self.notes + Words.ofEachColumn.rawValue).table("notes")
    #expect(try await table.schema().searchIndex?.name == "notes_body, notes_title")
    #expect(try await found(TextSearch("pie flour"), in: table) == [.integer(1)])
  }

  @Test(arguments: [Words.computed, .expression, .ofEachColumn])
  func theServerFindsTheRowsByTheIndex(words: Words) async throws {
    let sample = try TestDatabase(
      """
      CREATE TABLE notes (id integer PRIMARY KEY, title text NOT NULL, body text, day date);
      INSERT INTO notes SELECT i, 'word' || i, 'text' || i % 1000, NULL FROM generate_series(1, 20000) AS i;
      \(words.rawValue) ANALYZE notes;
      """)
    let table = try #require(try await sample.table("notes") as? PostgreSQLTable)
    let (definition, _) = try await table.definition()
    for text in ["word777", "word77* text777", "word5 text5"] {
      let condition = try definition.condition(of: RowSelection(searches: [TextSearch(text)]))
      let plan = try sample.rows(
        "EXPLAIN SELECT * FROM \(definition.source) WHERE "
          + definition.dialect.numbered(condition.sql), condition.texts)
      #expect(plan.contains { $0[0]?.contains("Bitmap Index Scan") == true }, "\(text): \(plan)")
    }
  }

  @Test func pagesOfASearchLeadBothWaysOverAnySort() async throws {
    let sample = try TestDatabase(
      """
      CREATE TABLE notes (id integer PRIMARY KEY, title text NOT NULL, body text, day date);
      INSERT INTO notes SELECT i, CASE i % 3 WHEN 0 THEN 'apple' ELSE 'pear' END, 'text' || i % 7, NULL FROM generate_series(1, 100) AS i;
      """ + Words.expression.rawValue)
    let table = try await sample.table("notes")
    for sort in [[], [SortTerm(column: 2)], [SortTerm(column: 2, isDescending: true), SortTerm(column: 0)]] {
      var query = TableQuery(pageSize: 4)
      query.selection.searches = [TextSearch("apples")]
      query.sort = sort
      let walk = try await table.walk(query)
      #expect(walk.forwards.count == 33)
      #expect(walk.forwards == walk.backwards)
      query.count = .exact
      #expect(try await table.count(query) == .exact(33))
      let facet = try await table.facet(FacetQuery(Facet(column: 2), in: query.selection), waits: true)
      guard case .values(let found) = facet else {
        Issue.record("\(facet)")
        continue
      }
      #expect(found.values.map(\.count).reduce(0, +) == 33)
    }
  }

  @Test func expressionsStandBesideWhatAFacetReads() async throws {
    let table = try await TestDatabase(
      """
      CREATE TABLE t (id integer PRIMARY KEY, value text, tags text[]);
      CREATE INDEX ON t USING gin (to_tsvector('simple', value));
      INSERT INTO t VALUES (1, 'apple', '{red,sweet}'), (2, 'pear', '{sweet}');
      """
    ).table("t")
    let query = FacetQuery(
      Facet(column: 2, kind: .array), in: RowSelection(searches: [TextSearch("apple")]))
    guard case .values(let found) = try await table.facet(query, waits: true) else {
      Issue.record("no values")
      return
    }
    #expect(found.values.map(\.value) == [.text("red"), .text("sweet")])
    #expect(try await table.schema().searchIndex?.matching == .words)
  }

  @Test func whatTheRoleMayNotReadIsNotSearched() async throws {
    let sample = try TestDatabase(Self.notes + Words.expression.rawValue)
    let role = "reader_\(sample.name)"
    try sample.execute("CREATE ROLE \(role) LOGIN; GRANT SELECT (id, title) ON notes TO \(role)")
    let database = try PostgreSQLDatabase(sample.address.replacing("postgres@", with: "\(role)@"))
    let table = try #require(try await database.table(named: "notes"))
    #expect(try await table.schema().searchIndex == nil)
    #expect(try await found(TextSearch("flour"), in: table).isEmpty)
    #expect(try await found(TextSearch("pie"), in: table) == [.integer(1)])
  }

  @Test func otherIndexesAreNoneOfWords() async throws {
    let sample = try TestDatabase(
      Self.notes + Words.computed.rawValue
        + """
        DROP INDEX notes_words; CREATE INDEX ON notes USING gin (words) WHERE id > 2;
        CREATE INDEX ON notes USING btree (title); CREATE INDEX ON notes USING gin (to_tsvector('english', title)) WHERE id > 2;
        """)
    let table = try await sample.table("notes")
    #expect(try await table.schema().searchIndex == nil)
    #expect(try await found(TextSearch("Apple"), in: table) == [.integer(1)])
    #expect(try await sample.served().tables().first?.searchIndex == nil)
  }

  @Test func listsAndGridsKnowOfTheIndexAndItsWords() async throws {
    let sample = try TestDatabase(Self.notes + Words.computed.rawValue)
    #expect(try await sample.served().tables().first?.searchIndex == "notes_words")
    let schema = try await sample.table("notes").schema()
    #expect(schema.columns.map(\.isInternal) == [false, false, false, false, true])
  }
}
