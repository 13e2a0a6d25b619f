import SeededNumbers
import TableModel
import TableRendering
import Testing

@Suite struct SearchHighlighterTests {
  private func schema(_ matching: RecordSchema.SearchIndex.Matching?, _ type: FieldType = .text) -> RecordSchema {
    RecordSchema(
      table: "task", columns: [.init("id", .identifier, isPrimaryKey: true), .init("note", type)], keyFields: [0],
      searchIndex: matching.map { .init(name: "words", columns: [1], matching: $0) })
  }

  private func html(
    _ text: String, _ searches: [TextSearch], _ matching: RecordSchema.SearchIndex.Matching? = .words,
    type: FieldType = .text, style: FieldWriter.Style = .grid, textBytes: Int = 4_096
  ) throws -> String {
    let schema = schema(matching, type)
    let page = RecordSamples.page(schema, [[.integer(7), .text(text)]])
    let marks = try #require(SearchHighlighter(searches, schema: schema, textBytes: textBytes))
    var sink = ByteSink()
    FieldWriter(schema, links: RecordSamples.links, marks: marks).write(1, of: page[0], style: style, into: &sink)
    return sink.string
  }

  @Test(arguments: [
    ("An apple a day", "APPLE", "An <mark>apple</mark> a day"), ("apples", "apple", "apples"),
    ("apples", "app*", "<mark>apples</mark>"), ("a <b> & c", "b", "a &lt;<mark>b</mark>&gt; &amp; c"),
    ("big red apple, red apple", "\"red apple\"", "big <mark>red apple</mark>, <mark>red apple</mark>"),
    ("red-apple", "\"red apple\"", "<mark>red-apple</mark>"), ("x", "'; --", "x"),
    ("a b", "a b", "<mark>a</mark> <mark>b</mark>"),
    ("one two", "\"one two\" two", "<mark>one two</mark>"), ("it's", "it's", "<mark>it&#39;s</mark>"),
    ("<script>", "script", "&lt;<mark>script</mark>&gt;"),
  ])
  func wholeWordsAreMarkedWhereAnIndexFoundThem(text: String, search: String, expected: String) throws {
    #expect(try html(text, [TextSearch(search)]) == expected)
  }

  @Test(arguments: [
    ("Café noir", "cafe", "<bdi><mark>Café</mark> noir</bdi>"),
    ("Cafe\u{301} noir", "CAFÉ", "<bdi><mark>Cafe\u{301}</mark> noir</bdi>"),
    ("ΑΘΉΝΑ", "αθηνα", "<bdi><mark>ΑΘΉΝΑ</mark></bdi>"), ("ёлка", "ЕЛКА", "<bdi><mark>ёлка</mark></bdi>"),
    ("Tiếng Việt", "viet", "<bdi>Tiếng <mark>Việt</mark></bdi>"), ("straße", "STRASSE", "<bdi>straße</bdi>"),
    ("日本語", "日本語", "<bdi><mark>日本語</mark></bdi>"), ("😀 smile", "smile", "<bdi>😀 <mark>smile</mark></bdi>"),
  ])
  func caseAndAccentsDoNotMatter(text: String, search: String, expected: String) throws {
    #expect(try html(text, [TextSearch(search)]) == expected)
  }

  @Test func lettersAreMarkedWhereRowsWereLookedAt() throws {
    #expect(try html("pineapples", [TextSearch("Apple")], nil) == "pine<mark>apple</mark>s")
    #expect(try html("50% off", [TextSearch("%")], nil) == "50<mark>%</mark> off")
    #expect(try html("aaa", [TextSearch("aa")], nil) == "<mark>aa</mark>a")
    #expect(try html("pineapples", [TextSearch("Apple")], .fragments) == "pine<mark>apple</mark>s")
  }

  @Test func formsOfAWordAreMarkedWhereTheIndexKnowsThem() throws {
    #expect(
      try html("she runs, running far; the rune", [TextSearch("run")], .stems)
        == "she <mark>runs</mark>, <mark>running</mark> far; the <mark>rune</mark>")
    #expect(
      try html("connections rundown", [TextSearch("connected run")], .stems) == "<mark>connections</mark> rundown")
  }

  @Test func operatorsOfARawSearchAreNotMarked() throws {
    let search = TextSearch("note:(apple AND \"red pear\") OR plum*", isRaw: true)
    #expect(
      try html("or apple and red pear, plums: note", [search])
        == "or <mark>apple</mark> and <mark>red pear</mark>, <mark>plums</mark>: note")
    // That of PostgreSQL.
    #expect(
      try html("apples and plums, pear", [TextSearch("(apple & !x)|plum:* <-> pear", isRaw: true)], .stems)
        == "<mark>apples</mark> and <mark>plums</mark>, <mark>pear</mark>")
  }

  @Test func onlySearchedColumnsAreMarked() throws {
    #expect(try html("apple", [TextSearch("apple", column: 0)]) == "apple")
    #expect(try html("apple", [TextSearch("apple", column: 1)]) == "<mark>apple</mark>")
    #expect(SearchHighlighter([], schema: schema(nil), textBytes: 10) == nil)
  }

  @Test func aLongTextShowsThePartAroundTheMatch() throws {
    let text = String(repeating: "before ", count: 100) + "needle" + String(repeating: " behind", count: 100)
    let html = try html(text, [TextSearch("needle")])
    let summary = "<summary>…before <mark>needle</mark> behind behind behind beh…</summary>"
    #expect(html.contains(summary))
    #expect(html.contains("before <mark>needle</mark> behind behind behind"))
    let title = try self.html(text, [TextSearch("needle")], style: .title)
    #expect(title.hasPrefix("…before") && title.contains("<mark>needle</mark>") && title.hasSuffix("…"))
  }

  @Test func ofATextThatIsTooLongForAPageThePartAroundTheMatchIsThere() throws {
    let text = String(repeating: "é", count: 10_000) + " needle " + String(repeating: "ü", count: 10_000)
    let html = try html(text, [TextSearch("needle")], textBytes: 400)
    #expect(html.contains("<mark>needle</mark>"))
    #expect(html.utf8.count < 1_000)
    #expect(html.contains("<a href=\"/field/task/7\">whole text</a>"))
    #expect(String(validating: Array(html.utf8), as: UTF8.self) != nil)
    let without = try self.html(text, [TextSearch("nowhere")], textBytes: 400)
    #expect(without.utf8.count < 1_000 && without.contains("whole text"))
  }

  @Test func otherKindsOfValuesStayAsTheyAre() throws {
    #expect(try html("https://example.org/apple", [TextSearch("apple")], type: .link).contains("<a"))
    #expect(!(try html("https://example.org/apple", [TextSearch("apple")], type: .link).contains("<mark>")))
    #expect(try html("apple", [TextSearch("apple")], style: .page) == "apple")
  }

  @Test func whateverTheTextAndTheSearchTheMarkupIsWholeAndTheTextUnchanged() throws {
    var random = SeededGenerator(seed: 20_251_121)
    let letters = Array("ab A*\"<>&'é\u{301}ß日😀\n-_.%\u{0}")
    func text(_ limit: Int) -> String {
      String((0..<Int.random(in: 1...limit, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    for _ in 0..<2_000 {
      let (shown, search) = (text(60), text(8))
      for matching in [RecordSchema.SearchIndex.Matching.words, .stems, .fragments, nil] {
        let marked = try html(shown, [TextSearch(search)], matching)
        var plain = ByteSink()
        let schema = schema(matching)
        FieldWriter(schema, links: RecordSamples.links).write(
          1, of: RecordSamples.page(schema, [[.integer(7), .text(shown)]])[0], into: &plain)
        // A text of several lines may be folded at another place.
        if !shown.contains("\n") {
          #expect(
            marked.replacing("<mark>", with: "").replacing("</mark>", with: "") == plain.string, "\(shown) \(search)")
        }
        #expect(!marked.contains("<mark></mark>"))
        #expect(marked.ranges(of: "<mark>").count == marked.ranges(of: "</mark>").count)
      }
    }
  }

  @Test func aSnippetIsTheLineAroundTheMatch() throws {
    let schema = schema(.words)
    let marks = try #require(SearchHighlighter([TextSearch("needle")], schema: schema, textBytes: 4_096))
    func record(_ text: String) -> Record { RecordSamples.page(schema, [[.integer(7), .text(text)]])[0] }
    let long = record(
      "first line\n" + String(repeating: "before ", count: 50) + "a <needle>" + String(repeating: " behind", count: 50))
    let snippet = try #require(marks.snippet(of: long, column: 1, characters: 40))
    #expect(snippet.text == "…before a <needle> behind behind behind b…")
    #expect(snippet.parts.filter(\.isMatch).map(\.text) == ["needle"])
    #expect(snippet.html.description == "<bdi>…before a &lt;<mark>needle</mark>&gt; behind behind behind b…</bdi>")
    #expect(marks.snippet(of: record("nothing"), column: 1) == nil)
    #expect(marks.snippet(of: record("needle"), column: 0) == nil)
    #expect(marks.title(of: record("nothing\nelse"), column: 1)?.text == "nothing…")
    #expect(marks.title(of: record(" \n "), column: 1) == nil)
    #expect(marks.title(of: record("x"), column: 0)?.text == "7")
  }
}
