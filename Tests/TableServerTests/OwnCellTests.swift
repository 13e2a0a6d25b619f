import Foundation
import MicroHTTP
import MicroHTTPTesting
import SQLiteTables
import SiteConfiguration
import SitePages
import SiteTables
import TableServer
import Testing

/// Rows drawn by nibs of the site's owner.
@Suite struct OwnCellTests {
  private static let statements = """
    create table messages(id integer primary key, kind text, author text, sent text, text text, picture blob, url text);
    insert into messages values
    (1, 'text', 'Mara L', '2025-10-13T16:02:00Z', 'Hello <script>alert(1)</script>', null, 'javascript:alert(1)'),
    (2, 'image', 'Tom O', '2025-10-13T16:04:00Z', '"><img src=x onerror=alert(1)>', x'89504e470d0a1a0a', '/a?b&c'),
    (3, 'poll', null, '2025-10-14T08:00:00Z', 'Noon?', null, null);
    """
  private static let yaml = """
    databases:
      sample:
        tables:
          messages:
            cells:
            - {when: {kind: text}, nib: text, link: "{{url}}"}
            - {when: {kind: [image, film], id: {gt: 1}}, nib: image, height: 80, accessory: detailButton}
    """
  private static let nibs = NibSources(
    folder: "nibs",
    sources: [
      "text": "{{> who}}<p title=\"{{text}}\">{{text}}</p>", "who": "<b>{{author}}</b>",
      "image": "<img src=\"{{picture}}\" alt=\"{{text}}\"><a href=\"{{url}}\">{{url}}</a>",
    ])

  private func page(
    _ yaml: String = yaml, _ nibs: NibSources = nibs, _ targets: [String] = ["/sample/messages"]
  ) async throws -> [TestResponse] {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    let client = TestClient.inProcess(
      try sample.server {
        $0.file = try SiteFile(yaml: yaml)
        $0.nibs = nibs
      })
    var answers: [TestResponse] = []
    for target in targets { answers.append(try await client.get(target)) }
    return answers
  }

  @Test func eachKindOfRowIsDrawnByItsNib() async throws {
    let text = try #require(try await page().first).text
    #expect(text.contains("<li id=\"row-1\"><div class=\"cell\"><b>Mara L</b><p title=\"Hello &lt;script&gt;"))
    #expect(text.contains("height=\"80\""))
    #expect(text.contains("<img src=\"/sample/messages/2/-/blob/picture\" alt=\"&quot;&gt;&lt;img src=x"))
    #expect(text.contains("<a href=\"/a?b&amp;c\">"))
    // What no rule is for has a cell all the same, and leads to its row.
    #expect(text.contains("<li id=\"row-3\"><a class=\"cell\" href=\"/sample/messages/3\">"))
    #expect(!text.contains("<script>alert") && !text.contains("javascript:") && !text.contains("<table"))
    #expect(text.contains("<details class=\"menu\">") && text.contains("rel=\"") || text.contains("Previous"))
  }

  @Test func dataStayWhatTheyAre() async throws {
    let targets = ["/sample/messages.json?_shape=array", "/sample/messages.csv"]
    let own = try await page(Self.yaml, Self.nibs, targets), plain = try await page("{}", NibSources(), targets)
    #expect(own.map(\.text) == plain.map(\.text))
  }

  @Test func filtersSearchesAndPagesWorkAsElsewhere() async throws {
    let answers = try await page(
      Self.yaml, Self.nibs, ["/sample/messages?kind=image", "/sample/messages?_size=1", "/sample/messages?kind=none"])
    #expect(answers[0].text.contains("id=\"row-2\"") && !answers[0].text.contains("id=\"row-1\""))
    #expect(answers[1].text.contains("rel=\"next\" href=\"/sample/messages?_size=1&amp;_next="))
    #expect(answers[2].text.contains("No row matches this filter"))
  }

  @Test(arguments: [
    ("cells: [{nib: texx}]", "1:56: No nib “texx” in nibs/; did you mean “text”?"),
    ("cells: [{nib: text, when: {kid: x}}]", "1:69: “messages” has no column “kid”; did you mean “id”?"),
    ("cells: [{nib: text, link: '/{{idd}}'}]", "1:68: “messages” has no column “idd”; did you mean “id”?"),
    (
      "cells: [{nib: bad}]",
      "nibs/bad.html:2:3: messages has no column body; it has id, kind, author, sent, text, picture, url"
    ),
    ("cells: [{nib: open}]", "nibs/open.html:1:1: this section is not closed: add {{/text}}"),
  ])
  func whatDoesNotFitIsToldWithItsPlaceAndRowsAreShownAllTheSame(cells: String, problem: String) async throws {
    let sample = try SampleDatabase(Self.statements)
    defer { sample.remove() }
    var nibs = Self.nibs
    nibs.sources["bad"] = "<b>\n  {{body}}</b>"
    nibs.sources["open"] = "{{#text}}"
    var site = Site()
    site.databases = [try SQLiteDatabase.open(path: sample.path)]
    site.file = try SiteFile(yaml: "databases: {sample: {tables: {messages: {\(cells)}}}}")
    site.nibs = nibs
    let problems = try await site.problemsOfFile().map { $0.line(in: "s") }
    #expect(problems.map { $0.hasPrefix("s:") ? String($0.dropFirst(2)) : $0 } == [problem])
    let page = try await TestClient.inProcess(TableServer(unchecked: site)).get(
      "/sample/messages")
    #expect(page.status == .ok && page.text.contains("id=\"row-1\""))
  }

  @Test(arguments: [
    ("{a: b}", "1:49: cells must be a list, such as [{when: {kind: image}, nib: image}]"),
    ("[{nip: a}]", "1:51: Unknown key “nip”; did you mean “nib”?"),
    ("[{when: {a: {gtt: 5}}}]", "1:50: This cell needs a nib"),
    ("[{nib: a, when: {a: {gtt: 5}}}]", "1:70: Unknown comparison “gtt”; did you mean “gt”?"),
    ("[{nib: a, height: tall}]", "1:67: height must be a number of at least 1"),
    (
      "[{nib: a, accessory: tick}]",
      "1:70: Unknown accessory “tick”; use one of: none, disclosureIndicator, detailButton, checkmark"
    ),
  ])
  func whatIsWrongWithARuleIsToldWithItsPlace(cells: String, problem: String) throws {
    let error = try #require(throws: SiteFileError.self) {
      try SiteFile(yaml: "databases: {sample: {tables: {messages: {cells: \(cells)}}}}")
    }
    #expect(error.problems.first?.description == problem)
  }
}
