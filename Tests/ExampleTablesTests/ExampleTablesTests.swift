import MicroHTTP
import MicroHTTPTesting
import TablePages
import Testing

@testable import ExampleTables

@Test func everyExampleIsDrawnWithoutAPlaceholder() async throws {
  let example = try ExampleClient(at: "") { try ExampleTables.mount(on: &$0) }
  let tables = try #require(try await example.client.get("/examples.json").members["tables"] as? [[String: Any]])
  #expect(tables.count == 9)
  for table in tables {
    let path = try #require(table["path"] as? String)
    let page = try await example.client.get(path)
    #expect(page.status == .ok && path.hasPrefix("/examples/") && !page.text.contains("no cell for"), "\(path)")
  }
}

@Test func helloGreetsTwice() async throws {
  let rendered = try await Rendered(Hello.table(), adapters(Hello.register))
  #expect(rendered.html.contains("Hello!"))
  #expect(rendered.html.contains("It&#39;s UITableView with using MVVM"))
  #expect(rendered.created["TextCell"] == 1 && rendered.drawn["TextCell"] == 2)
}

@Test func messagesAreOneCellPerKindHoweverManyThereAre() async throws {
  let rendered = try await Rendered(Messages.table(), adapters(Messages.register))
  #expect(rendered.created["TextMessageCell"] == 1 && rendered.drawn["TextMessageCell"] == 6)
  #expect(rendered.created["ImageMessageCell"] == 1 && rendered.drawn["ImageMessageCell"] == 2)
  #expect(rendered.html.contains("<figcaption>night-0614.png, 38 kB</figcaption>"))
  #expect(rendered.html.contains("aria-current=\"true\""))
  #expect(rendered.html.contains("aria-level=\"3\""))
  #expect(rendered.html.contains("3<span class=\"visually-hidden\"> unread</span>"))
}

@Test func nothingOfOneMessageShowsInTheNext() async throws {
  let rendered = try await Rendered(Messages.table(), adapters(Messages.register))
  #expect(rendered.html.components(of: "class=\"badge\"") == 1)
  #expect(rendered.html.components(of: "<figure") == 2)
}

@Test func theIndexOfContactsReachesEveryLetter() async throws {
  let table = try Contacts.table()
  let first = try await table.page(TableQuery(pageSize: 20))
  #expect(first.indexTitles.count > 15)
  for entry in first.indexTitles {
    let page = try await table.page(TableQuery(pageSize: 20, position: entry.position))
    #expect(page.sections.contains { $0.indexTitle == entry.title }, "\(entry.title)")
  }
  let last = try #require(first.indexTitles.last)
  let reached = try await table.page(TableQuery(pageSize: 20, position: last.position))
  #expect(reached.sections.first?.indexTitle == last.title)
}

@Test func contactsAreInOrder() async throws {
  let page = try await Contacts.table().page(TableQuery(pageSize: 1000))
  let letters = page.sections.compactMap(\.indexTitle)
  #expect(letters == letters.sorted())
  #expect(page.count == .exact(68))
}

@Test func theShowcaseShowsWhatACellCanBe() async throws {
  let page = try await Showcase.table().page(TableQuery())
  #expect(page.header != nil && page.footer != nil && !page.indexTitles.isEmpty && page.style == .grouped)
  let rendered = try await Rendered(Showcase.table(), adapters(Showcase.register))
  for mark in [
    "#right", "#info", "#check", "indent-3", "height=\"120\"", "aria-current", "<meter", "href=\"hello\"", "<footer>",
    "&lt;b&gt;Data&lt;/b&gt;",
  ] {
    #expect(rendered.html.contains(mark), "\(mark)")
  }
}

@Test func theEmptyTableHasWordsOfItsOwn() async throws {
  let page = try await EmptyTable.table().page(TableQuery())
  #expect(page.sections.isEmpty && page.count == .exact(0))
  let state = try #require(page.emptyState)
  var sink = ByteSink()
  let problems = HTMLPageWriter.write(state, RenderingPass(try adapters(EmptyTable.register)), into: &sink)
  #expect(problems.isEmpty)
  #expect(sink.string.contains("No messages yet."))
}

extension String {
  /// How often a text stands in this one.
  fileprivate func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
