import SQLTables
import TableModel
import TableWalking
import Testing

@testable import SQLiteTables

/// Where the words of the notes are indexed.
private enum IndexKind: String, CaseIterable, Sendable {
  case three = "CREATE VIRTUAL TABLE notes USING fts3(title, body)"
  case fourOwn = "CREATE VIRTUAL TABLE notes USING fts4(title, body)"
  case fiveOwn = "CREATE VIRTUAL TABLE notes USING fts5(title, body)"
  case fourContent = "CREATE VIRTUAL TABLE \"the index\" USING fts4(title, body, content=\"notes\")"
  case fiveContent =
    "CREATE VIRTUAL TABLE [the index] USING fts5(title, body, content='notes', content_rowid = 'id') /* -- of notes */"
  case none = ""

  var isOwn: Bool { self == .three || self == .fourOwn || self == .fiveOwn }

  static let notes = [
    ("Apple pie", "sugar, flour and an apple"), ("Café", "crème brûlée with sugar"),
    ("Plain \"quoted\" words", "AND OR NOT NEAR"),
    ("Running", "she runs far; apples fall"), ("100%", "a_b a-b it's [x] {y} (z) ^start col:on"), ("Nothing", "to see"),
  ]

  func fixture() throws -> Fixture {
    let values = Self.notes.enumerated().map { position, note in
      let texts = [note.0, note.1].map {
        "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
      }
      return "(\(position + 1), \(texts[0]), \(texts[1]))"
    }.joined(separator: ", ")
    if isOwn { return try Fixture("\(rawValue); INSERT INTO notes(rowid, title, body) VALUES \(values)") }
    let table =
      "CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT, body TEXT); INSERT INTO notes VALUES \(values);"
    if self == .none { return try Fixture(table) }
    return try Fixture("\(table) \(rawValue); INSERT INTO \"the index\"(\"the index\") VALUES ('rebuild')")
  }
}

@Suite struct SearchTests {
  /// The numbers of the notes that a search finds.
  private func found(
    _ search: TextSearch, in fixture: Fixture, table: String = "notes", _ change: (inout TableQuery) -> Void = { _ in }
  ) async throws -> [Int] {
    let table = try #require(try await fixture.database().table(named: table))
    let schema = try await table.schema()
    let title = try #require(schema.column(named: "title"))
    var query = TableQuery()
    query.selection.searches = [search]
    change(&query)
    let page = try await table.page(query)
    // A count has a millisecond of a page, which a busy machine may not give it.
    #expect(page.count == .exact(page.rows.count) || page.count == .unknown)
    return try page.rows.map { row in
      try #require(IndexKind.notes.firstIndex { .text($0.0) == row[title] }) + 1
    }
  }

  @Test(arguments: IndexKind.allCases)
  private func wordsAreFoundInAnyOrderAndPhrasesAsTheyStand(kind: IndexKind) async throws {
    let fixture = try kind.fixture()
    #expect(try await found(TextSearch("SUGAR apple"), in: fixture) == [1])
    #expect(try await found(TextSearch("sugar"), in: fixture) == [1, 2])
    #expect(try await found(TextSearch("\"an apple\""), in: fixture) == [1])
    #expect(try await found(TextSearch("\"apple an\""), in: fixture) == [])
    #expect(try await found(TextSearch("app*"), in: fixture) == [1, 4])
    #expect(try await found(TextSearch("  "), in: fixture) == [1, 2, 3, 4, 5, 6])
    #expect(try await found(TextSearch("absent"), in: fixture) == [])
  }

  @Test(arguments: IndexKind.allCases)
  private func anIndexFindsWholeWordsAndAScanLetters(kind: IndexKind) async throws {
    let fixture = try kind.fixture()
    #expect(try await found(TextSearch("appl"), in: fixture) == (kind == .none ? [1, 4] : []))
    let schema = try #require(try await fixture.database().table(named: "notes")).schema
    let index = try await schema().searchIndex
    #expect(index?.name == (kind == .none ? nil : kind.isOwn ? "notes" : "the index"))
    #expect(index.map(\.columns) == (kind == .none ? nil : kind.isOwn ? [0, 1] : [1, 2]))
  }

  @Test func anIndexThatSomebodyHasChosenSearchesTablesAndViews() async throws {
    let fixture = try Fixture(
      """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO notes VALUES (1, 'a word'), (2, 'b');
      CREATE VIEW titles AS SELECT title, id FROM notes;
      CREATE VIRTUAL TABLE words USING fts5(title);
      INSERT INTO words(rowid, title) VALUES (2, 'word');
      """)
    let database = try fixture.database()
    func found(_ name: String) async throws -> (rows: [RecordValue], index: String?) {
      let table = try #require(try await database.table(named: name)), schema = try await table.schema()
      let id = try #require(schema.column(named: "id"))
      let page = try await table.page(TableQuery(selection: RowSelection(searches: [TextSearch("word")])))
      return (page.rows.map { $0[id] }, schema.searchIndex?.name)
    }
    for name in ["notes", "titles"] { #expect(try await found(name) == ([.integer(1)], nil)) }
    database.setSearchIndexes(["TITLES": .init("words", keyColumn: "ID"), "notes": .init("Words")])
    for name in ["notes", "titles"] { #expect(try await found(name) == ([.integer(2)], "words")) }
    #expect(try await database.tables().first { $0.name == "words" }?.isHidden == true)
    // What isn't there is chosen in vain.
    database.setSearchIndexes(["titles": .init("words", keyColumn: "nothing"), "notes": .init("nothing")])
    for name in ["notes", "titles"] { #expect(try await found(name) == ([.integer(1)], nil)) }
  }

  @Test(arguments: IndexKind.allCases)
  private func aColumnIsSearchedAlone(kind: IndexKind) async throws {
    let fixture = try kind.fixture()
    let columns = kind.isOwn ? (title: 0, body: 1) : (title: 1, body: 2)
    #expect(try await found(TextSearch("apple", column: columns.title), in: fixture) == [1])
    #expect(try await found(TextSearch("sugar", column: columns.title), in: fixture) == [])
    #expect(try await found(TextSearch("sugar", column: columns.body), in: fixture) == [1, 2])
  }

  @Test(arguments: IndexKind.allCases)
  private func whatLooksLikeAnOperatorIsAWord(kind: IndexKind) async throws {
    let fixture = try kind.fixture()
    for text in ["AND OR", "or NOT", "\"quoted\"", "quoted \"words", "NEAR", "NOT NEAR"] {
      #expect(try await found(TextSearch(text), in: fixture) == [3], "\(text)")
    }
    // None of these is a mistake, whatever it finds.
    for text in [
      "(", ")", "\"", "\"\"", "\"\"\"", "'", "''", "*", "**", "^", "^start", "col:on", "title:apple", "-apple", "+ +",
      "{title}:apple", "a AND",
      "NOT", "a OR (b", "\0", "a\0b", "\"a\0", "'; DROP TABLE notes; --", "\") OR 1=1 --", "%", "_", "\\", "a_b", "a-b",
      "…", "😀", "\u{FFFD}", "[x]",
      "apple*sugar", "\"app* su*\"", String(repeating: "word ", count: 300),
    ] {
      _ = try await found(TextSearch(text), in: fixture)
      _ = try await found(TextSearch(text, column: 1), in: fixture)
    }
    #expect(try await found(TextSearch("start"), in: fixture) == [5])
    #expect(try await found(TextSearch("a_b it's"), in: fixture) == [5])
    #expect(try fixture.rows("SELECT count(*) FROM notes") == [[.integer(6)]])
  }

  @Test(arguments: IndexKind.allCases)
  private func theIndexReadsItsOwnLanguageWhenAsked(kind: IndexKind) async throws {
    let fixture = try kind.fixture()
    guard kind != .none else {
      // Without an index there is no language: words are words.
      return #expect(try await found(TextSearch("apple OR café", isRaw: true), in: fixture) == [])
    }
    #expect(try await found(TextSearch("apple OR brûlée", isRaw: true), in: fixture) == [1, 2])
    #expect(try await found(TextSearch("title:run*", isRaw: true), in: fixture) == [4])
    #expect(try await found(TextSearch("\"an apple\"", isRaw: true), in: fixture) == [1])
  }

  @Test(arguments: IndexKind.allCases)
  private func whatTheIndexCannotReadIsRefusedInWords(kind: IndexKind) async throws {
    guard kind != .none else { return }
    let fixture = try kind.fixture()
    let table = try #require(try await fixture.database().table(named: "notes"))
    for text in ["\"apple", "(apple", "apple AND", "AND"] {
      var query = TableQuery()
      query.selection.searches = [TextSearch(text, isRaw: true)]
      for isExport in [false, true] {
        let error = await #expect(throws: TableError.self, "\(text)") {
          if isExport { _ = try await table.cursor(query).next() } else { _ = try await table.page(query) }
        }
        guard case .badRequest(let message)? = error else {
          Issue.record("\(text) is \(String(describing: error))")
          continue
        }
        #expect(message.contains("“\(text)”"))
        #expect(message.contains("_searchmode"))
        #expect(!message.contains("SELECT") && !message.contains("MATCH") && !message.contains("fts"))
      }
    }
  }

  @Test(arguments: IndexKind.allCases)
  private func searchesGoTogetherWithFiltersSortsPagesAndExports(kind: IndexKind) async throws {
    let fixture = try kind.fixture()
    let title = kind.isOwn ? 0 : 1
    let descending = try await found(TextSearch("sugar"), in: fixture) {
      $0.sort = [SortTerm(column: title, isDescending: true)]
    }
    #expect(descending == [2, 1])
    let filtered = try await found(TextSearch("sugar"), in: fixture) {
      $0.selection.filters = [ColumnFilter(column: title, condition: .startswith, value: "Apple")]
    }
    #expect(filtered == [1])
    let either = try await found(TextSearch("sugar"), in: fixture) {
      $0.selection.alternatives = [
        [ColumnFilter(column: title, value: "Café"), ColumnFilter(column: title, value: "Nothing")]
      ]
    }
    #expect(either == [2])
    let both = try await found(TextSearch("sugar"), in: fixture) { $0.selection.searches.append(TextSearch("apple")) }
    #expect(both == [1])
    let table = try #require(try await fixture.database().table(named: "notes"))
    var query = TableQuery(pageSize: 1)
    query.selection.searches = [TextSearch("a*")]
    let all = try await table.walk(query)
    #expect(all.forwards == all.backwards)
    #expect(all.pages == all.forwards.count && all.pages > 1)
    var exported: [[RecordValue]] = []
    let cursor = try await table.cursor(query)
    while let page = try await cursor.next() {
      exported += Records(page: page).map { record in record.schema.columns.indices.map { record[$0] } }
    }
    #expect(exported == all.forwards)
  }

  @Test(arguments: [IndexKind.fourContent, .fiveContent])
  private func theIndexOfATableIsServedItself(kind: IndexKind) async throws {
    #expect(try await found(TextSearch("sugar"), in: try kind.fixture(), table: "the index") == [1, 2])
  }

  @Test(arguments: IndexKind.allCases)
  private func onlyTablesOfPeoplesOwnAreInSight(kind: IndexKind) async throws {
    let fixture = try kind.fixture()
    let tables = try await fixture.database().tables()
    #expect(tables.filter { !$0.isHidden }.map(\.name) == ["notes"])
    #expect(tables.count == (kind == .none ? 1 : tables.count { $0.name == "notes" || $0.isHidden }))
  }

  @Test func withoutAnIndexSignsOfPatternsStandForThemselves() async throws {
    let fixture = try IndexKind.none.fixture()
    #expect(try await found(TextSearch("%"), in: fixture) == [5])
    #expect(try await found(TextSearch("_"), in: fixture) == [5])
    #expect(try await found(TextSearch("\\"), in: fixture) == [])
    #expect(try await found(TextSearch("0% a-b"), in: fixture) == [5])
    #expect(try await found(TextSearch("*"), in: fixture) == [])
    #expect(try await found(TextSearch("APPL*"), in: fixture) == [1, 4])
    #expect(try await found(TextSearch("\"sugar, flour\""), in: fixture) == [1])
  }

  @Test func withoutAnIndexTextsAreLookedAtAndNumbersWhereThereIsNothingElse() async throws {
    let fixture = try Fixture(
      """
      CREATE TABLE mixed (id INTEGER PRIMARY KEY, number INTEGER, word TEXT);
      INSERT INTO mixed VALUES (1, 77, 'one'), (2, 1, '77'), (3, NULL, NULL);
      CREATE TABLE numbers (id INTEGER PRIMARY KEY, number INTEGER);
      INSERT INTO numbers VALUES (1, 77), (2, 5);
      CREATE VIEW loud AS SELECT number, upper(word) AS word FROM mixed;
      """)
    let database = try fixture.database()
    func count(_ text: String, _ name: String, column: Int? = nil) async throws -> Int {
      let table = try #require(try await database.table(named: name))
      let selection = RowSelection(searches: [TextSearch(text, column: column)])
      return try await table.page(TableQuery(selection: selection)).rows.count
    }
    #expect(try await count("77", "mixed") == 1)
    #expect(try await count("77", "mixed", column: 1) == 1)
    #expect(try await count("7", "numbers") == 1)
    #expect(try await count("one", "loud") == 1)
    #expect(try await count("none", "loud") == 0)
  }

  @Test func searchesWithMoreWordsThanAStatementHoldsAreRefused() async throws {
    let fixture = try IndexKind.none.fixture()
    await #expect(throws: TableError.badRequest("Too many words in the search.")) {
      _ = try await found(TextSearch(String(repeating: "w ", count: 5_000)), in: fixture)
    }
  }

  @Test func aTokenIsGoodForItsOwnSearchAlone() async throws {
    let fixture = try IndexKind.fiveContent.fixture()
    let table = try #require(try await fixture.database().table(named: "notes"))
    func query(_ searches: [TextSearch], _ alternatives: [[ColumnFilter]] = []) -> TableQuery {
      TableQuery(pageSize: 1, selection: RowSelection(alternatives: alternatives, searches: searches))
    }
    let group = [ColumnFilter(column: 0, value: "1"), ColumnFilter(column: 0, value: "2")]
    let asked = [
      query([TextSearch("sugar")]), query([TextSearch("a*")]), query([TextSearch("a*", isRaw: true)]),
      query([TextSearch("a*", column: 1)]), query([TextSearch("sugar", column: 2)]), query([], [group]),
      query([], [group.reversed()]), query([TextSearch("sugar")], [group]), query([]),
    ]
    for (position, source) in asked.enumerated() {
      guard let token = try await table.page(source).next else { continue }
      for (other, target) in asked.enumerated() {
        var target = target
        target.position = .after(token)
        if position == other {
          #expect(try await table.page(target).rows.count == 1)
        } else {
          await #expect(throws: TableError.self, "\(position) \(other)") { _ = try await table.page(target) }
        }
      }
    }
  }
}
