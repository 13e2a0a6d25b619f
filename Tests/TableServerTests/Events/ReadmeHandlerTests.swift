import Foundation
import MicroHTTPTesting
import TableModel
import TableRendering
import TableServer
import Testing

private struct Greeting: CellViewModel { let id: CellID, text: String }

// The README's.
private struct GreetingHandler: CellEventHandler {
  static let fields = [EditField("text", title: "Greeting", isRequired: true)]
  func viewModel(_ values: [String: String], replacing old: Greeting?, id: CellID) -> Greeting {
    Greeting(id: id, text: values["text"] ?? "")
  }
  func menuActions(_ event: TableEvent<Greeting>) -> [RowAction] { [RowAction("shout", title: "Shout")] }
  func perform(_ action: RowAction, _ event: TableEvent<Greeting>) -> EventOutcome {
    .edits([.replace(Greeting(id: event.viewModel.id, text: event.viewModel.text.uppercased()))], "Shouted.")
  }
}

private func greetings(_ table: MemoryTable, _ adapters: AdapterMap) throws -> TableController {
  var greetings = TableController(path: "/greetings", table: table, adapters: adapters)
  try greetings.handlers.register(GreetingHandler.self)
  greetings.handlers.allowInsertions(GreetingHandler.self, title: "New greeting")
  greetings.selection = .multiple  // what is chosen stands in the address
  greetings.changes = .everyone  // or .permitted: whom the site's rules let write; nobody unless it says so
  return greetings
}

@Suite struct ReadmeHandlerTests {
  @Test func theReadmesHandlerIsThisOne() throws {
    let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).replacing("private ", with: "")
    let readme = try String(contentsOf: SiteUnderTest.root.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "struct GreetingHandler"))
    let end = try #require(readme.range(of: "```", range: start.upperBound..<readme.endIndex))
    #expect(own.contains(readme[start.lowerBound..<end.lowerBound]))
  }

  @Test func itDoesWhatTheReadmeSays() async throws {
    let table = try MemoryTable("Greetings", cells: [Greeting(id: 1, text: "Hello!")])
    var site = Site()
    site.controllers = [try greetings(table, AdapterMap())]
    let client = TestClient.inProcess(try TableServer(site, publicFolder: SiteUnderTest.publicFolder))
    let version = RowVersion(Greeting(id: 1, text: "Hello!"))
    let body = #"{"event": "action", "action": "shout", "row": 1, "version": "\#(version)"}"#
    let answer = try await client.post("/greetings/-/event", body, headers: ["Content-Type": "application/json"])
    #expect(try answer.object()["message"] as? String == "Shouted.")
    #expect((table.contents.cell(withID: 1) as? Greeting)?.text == "HELLO!")
  }
}
