import Foundation
import MicroHTTP
import MicroHTTPTesting
import TablePages
import Testing

// What follows up to the tests stands in the article as it is here, without `private`.

private struct Message: CellViewModel {
  let id: RowKey
  var text: String
  var isRead = false
  var accessory: CellAccessory { isRead ? .checkmark : .none }
}

private struct MessageCell: OutletCell {
  static let preferredHeight: Int? = 44
  @Outlet var text: String
  @Outlet var isRead: Bool
  func configure(with message: Message) {
    text = message.text
    isRead = message.isRead
  }
}

private struct MessageHandler: SelectionPolicy, ActionHandler, DeletionPolicy, MovePolicy {
  typealias ViewModel = Message

  func willSelect(_ row: SelectableRow) -> SelectionChoice { row.viewModel.isRead ? .refused("Already read.") : .this }

  func actions(_ target: ActionTarget) -> [RowAction] {
    target.viewModel.isRead ? [] : [RowAction("read", title: "Mark as read", .trailing)]
  }

  func perform(_ action: RowAction, _ target: ActionTarget) async throws -> EventOutcome {
    var message = target.viewModel
    message.isRead = true
    return .edits([.replace(message)], "Marked as read.")
  }

  func deleteConfirmation(_ row: DeletableRow) -> DeleteConfirmation? { DeleteConfirmation("Delete this message?") }
  func isMovable(_ row: MovableRow) -> Bool { true }
  func target(of row: MovableRow, proposed: CellPosition) -> CellPosition { proposed }
}

private func mountInbox(on site: inout Site) throws {
  let inbox = try MemoryTable("Inbox", rows: [Message(id: 1, text: "Hello!"), Message(id: 2, text: "Lunch?")])
  site.mount(inbox, at: "/inbox") {
    $0.register(MessageCell.self, nib: "{{#isRead}}{{text}}{{/isRead}}{{^isRead}}<b>{{text}}</b>{{/isRead}}")
    $0.handle(MessageHandler())
    $0.selection = .multiple
    $0.changes = .everyone
  }
}

/// The example for those who come from `UITableView`.
@Suite struct ComingFromUITableViewTests {
  private static let article = "Sources/TablePages/TablePages.docc/ComingFromUITableView.md"

  @Test func theExamplesOfTheArticleAreThese() throws {
    let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).replacing("private ", with: "")
    for block in try SiteUnderTest.blocks("swift", of: Self.article) {
      #expect(own.contains(block.replacing("import TablePages\n\n", with: "")), "\(block)")
    }
  }

  @Test func theInboxIsServed() async throws {
    let client = try SiteUnderTest.client { try mountInbox(on: &$0) }
    let page = try await client.get("/inbox?_edit=on").text
    #expect(page.contains("<b>Lunch?</b>") && page.contains("Mark as read"))
    let data = try await client.get("/inbox.json").object()
    let section = try #require((data["sections"] as? [[String: Any]])?.first)
    let version = try #require((section["cells"] as? [[String: Any]])?.last?["version"] as? String)
    let answer = try await client.post(
      "/inbox/-/event", #"{"event": "action", "action": "read", "row": 2, "version": "\#(version)"}"#,
      headers: ["Content-Type": "application/json"])
    #expect(answer.status == .ok, "\(answer.text)")
    #expect(try await !client.get("/inbox").text.contains("<b>Lunch?</b>"))
    let text = try String(contentsOf: SiteUnderTest.root.appending(path: Self.article), encoding: .utf8)
    #expect(text.matches(of: /\n\| `/).count > 20)
  }
}
