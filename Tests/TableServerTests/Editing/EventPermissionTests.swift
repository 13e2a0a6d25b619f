import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import Synchronization
import TableModel
import TableRendering
import TableServer
import Testing

/// Who may change tables built in code, and what handlers are told of display.
@Suite struct EventPermissionTests {
  @Test func aTableIsOnlyReadUnlessItsControllerSaysOtherwise() async throws {
    let (client, table) = try client()
    let page = try await client.get("/words").text
    #expect(!page.contains("_edit=on") && !page.contains("/-/event") && !page.contains("edit.js"))
    #expect(try await !client.get("/words?_edit=on").text.contains("_delete="))
    #expect(try await client.get("/words.json").text.contains("\"version\"") == false)
    let answer = try await client.post("/words/-/event", deletion, headers: form)
    #expect(answer.status == .forbidden)
    #expect(table.contents.rowCount == 2)
  }

  @Test func wherePermissionIsNeededTheSitesRulesDecide() async throws {
    let (client, table) = try client { $0.changes = .permitted }
    #expect(try await !client.get("/words").text.contains("_edit=on"))
    let refused = try await client.post("/words/-/event", deletion, headers: form)
    #expect(refused.status == .forbidden && table.contents.rowCount == 2)
    let data = try await client.post(
      "/words/-/event", #"{"event": "delete", "row": 1}"#, headers: ["Content-Type": "application/json"])
    #expect(data.status == .forbidden)
    #expect(try data.object()["error"] as? String == "Permission denied")
    let (writer, written) = try self.client(everyone: Grants(.write)) { $0.changes = .permitted }
    #expect(try await writer.get("/words").text.contains("_edit=on"))
    #expect(try await writer.post("/words/-/event", deletion, headers: form).status == .seeOther)
    #expect(written.contents.rowCount == 1)
  }

  @Test func aTableForEverybodyIsEditedByTheDefaultsWithoutAnyHandler() async throws {
    let (client, table) = try client { $0.changes = .everyone }
    let page = try await client.get("/words?_edit=on").text
    #expect(page.contains("Delete one") && page.contains("Move down: one") && !page.contains("New "))
    let move = "event=move&move=down&row=1&version=\(RowVersion(Word(id: 1, text: "one")))&_return=/words"
    #expect(try await client.post("/words/-/event", move, headers: form).status == .seeOther)
    #expect(table.contents.sections[0].rows.map(\.id) == [2, 1])
    #expect(try await client.post("/words/-/event", deletion, headers: form).status == .seeOther)
    #expect(table.contents.rowCount == 1)
  }

  @Test func displayReuseAndItsEndAreToldInOrder() async throws {
    Told.display.withLock { $0 = [] }
    let (client, _) = try client { $0.handle(FollowingHandler()) }
    let page = try await client.get("/words")
    #expect(page["ETag"] == nil)
    for _ in 0..<6000 where Told.display.withLock({ $0.count }) < 5 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(Told.display.withLock { $0 } == ["draws one", "reuses one", "draws two", "sent one", "sent two"])
    _ = try await client.get("/words")
    for _ in 0..<6000 where Told.display.withLock({ $0.count }) < 10 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(Told.display.withLock { $0.count } == 10)
  }

  @Test func handlersLeadOnToPathsOfTheTablesFolderAndToNoScripts() async throws {
    let (client, _) = try client { $0.handle(LeadingHandler()) }
    let answer = try await client.post("/words/-/event", "event=accessory&row=1&_return=/words", headers: form)
    #expect(answer["Location"] == "/others?word=one")
    let script = try await client.post("/words/-/event", "event=accessory&row=2&_return=/words", headers: form)
    #expect(script["Location"] == "/words#row-2")
  }

  private let form = ["Content-Type": "application/x-www-form-urlencoded"]
  private var deletion: String {
    "event=delete&row=1&version=\(RowVersion(Word(id: 1, text: "one")))&_return=%2Fwords%3F_edit%3Don"
  }

  private func client(
    everyone: Grants = Grants(.read), _ change: (inout SourceSetup) -> Void = { _ in }
  ) throws -> (TestClient, MemoryTable<Word>) {
    try WordTable.client(["one", "two"], everyone: everyone, change)
  }
}

private enum Told {
  static let display = Mutex<[String]>([])
  static func add(_ what: String) { display.withLock { $0.append(what) } }
}

private struct FollowingHandler: DisplayObserver {
  typealias ViewModel = Word
  func willDisplay(_ view: DisplayedView) { Told.add("draws \(view.viewModel.text)") }
  func didEndDisplaying(_ view: DisplayedView) { Told.add("sent \(view.viewModel.text)") }
  func willReuseView(_ view: DisplayedView) { Told.add("reuses \(view.viewModel.text)") }
}

private struct LeadingHandler: AccessoryHandler {
  typealias ViewModel = Word
  func accessoryButtonTapped(_ row: TappedRow) -> EventOutcome {
    .redirect(to: row.viewModel.id == 1 ? "others?word=\(row.viewModel.text)" : "javascript:alert(1)")
  }
}
