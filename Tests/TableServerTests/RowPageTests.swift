import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteConfiguration
import SiteTables
import TableModel
import TableRendering
import TableServer
import Testing

private struct Stop: CellViewModel {
  let id: RowKey
  var name: String
  var isOpen = true
  var accessory: CellAccessory { .disclosureIndicator }

  private enum CodingKeys: CodingKey { case id, name, isOpen }
}

private struct StopCell: OutletCell {
  @Outlet var name: String
  func configure(with stop: Stop) { name = stop.name }
}

private struct StopHandler: EditHandler, ActionHandler {
  typealias ViewModel = Stop
  let fields = [EditField("name", isRequired: true)]
  func viewModel(_ edit: Edit) -> Stop {
    var stop = edit.old ?? Stop(id: edit.id, name: "")
    stop.name = edit["name"]
    return stop
  }
  func actions(_ target: ActionTarget) -> [RowAction] { [RowAction("close", title: "Close the stop")] }
  func perform(_ action: RowAction, _ target: ActionTarget) async throws -> EventOutcome {
    var stop = target.viewModel
    stop.isOpen = false
    return .edits([.replace(stop)], "Closed.")
  }
}

/// A provider that knows no rows by their ids.
private struct LongList: TableViewModelProvider {
  func page(_ query: TableQuery) async throws -> TablePage {
    TablePage(title: "Long", sections: [UniformSection((1...3).map { Stop(id: RowKey($0), name: "Stop \($0)") })])
  }
}

/// The pages of single rows of tables of cells alone.
@Suite struct RowPageTests {
  private func site(_ change: (inout SourceSetup) -> Void = { _ in }) throws -> (TestClient, MemoryTable<Stop>) {
    let table = try MemoryTable("Stops", rows: [Stop(id: 1, name: "Mole <1>"), Stop(id: "a,b/c", name: "Square")])
    var site = Site()
    site.mount(table, at: "/line/stops") {
      $0.register(StopCell.self, nib: "<b>{{name}}</b>")
      change(&$0)
    }
    site.mount(LongList(), at: "/long") { $0.register(StopCell.self, nib: "<b>{{name}}</b>") }
    return (.inProcess(try TableServer(unchecked: site)), table)
  }

  @Test func aRowIsDrawnByItsCellAndSaysWhatItHolds() async throws {
    let (client, _) = try site()
    let page = try await client.get("/line/stops/1")
    #expect(page.status == .ok && page.text.contains("<b>Mole &lt;1&gt;</b>"), "\(page.text)")
    #expect(page.text.contains("<h1><bdi>Mole &lt;1&gt;</bdi>") && page.text.contains("href=\"/line/stops\""))
    #expect(page.text.contains("<dt><bdi>isOpen</bdi></dt><dd>true</dd>") && !page.text.contains("Square"))
    let answer = try await client.get("/line/stops/1.json").object()
    let section = try #require((answer["sections"] as? [[String: Any]])?.first)
    let cells = try #require(section["cells"] as? [[String: Any]])
    #expect(cells.count == 1 && (cells[0]["values"] as? [String: Any])?["name"] as? String == "Mole <1>")
  }

  @Test func aRowThatLeadsOnLeadsToItsPage() async throws {
    let (client, _) = try site()
    let key = RowKey("a,b/c").encoded
    let list = try await client.get("/line/stops")
    #expect(list.text.contains("href=\"/line/stops/1\"") && list.text.contains("href=\"/line/stops/\(key)\""))
    #expect(try await client.get("/line/stops/\(key)").text.contains("<b>Square</b>"))
    let answer = try await client.get("/line/stops.json").text
    #expect(answer.contains("\"link\":\"/line/stops/1\""))
    // A page doesn't lead to itself.
    #expect(try await !client.get("/line/stops/1").text.contains("<a class=\"cell\""))
  }

  @Test func relativeAddressesBeginWhereTheTableIs() async throws {
    let (client, _) = try site()
    let page = try await client.get("/line/stops/1"), table = try await client.get("/line/stops")
    #expect(page.text.contains("<base href=\"/line/stops\">") && !table.text.contains("<base"))
    #expect(page.text.contains("href=\"/line/stops/1#main\"") && table.text.contains("href=\"#main\""))
    #expect(page["Content-Security-Policy"]?.contains("base-uri 'self'") == true)
    #expect(table["Content-Security-Policy"]?.contains("base-uri 'none'") == true)
  }

  @Test(arguments: ["/line/stops/2", "/line/stops/~zz", "/line/stops/2.json", "/long/9", "/line/stops/1.txt"])
  func whatIsNoRowIsNotFound(_ path: String) async throws {
    let (client, _) = try site()
    #expect(try await client.get(path).status == .notFound)
  }

  @Test func aProviderThatKnowsNoRowsByIDIsLookedThrough() async throws {
    let (client, _) = try site()
    #expect(try await client.get("/long/3").text.contains("<b>Stop 3</b>"))
  }

  @Test func aPageIsMadeAnewWhenItsRowChanges() async throws {
    let (client, table) = try site()
    let first = try await client.get("/line/stops/1")
    let tag = try #require(first["ETag"])
    #expect(try await client.get("/line/stops/1", headers: ["If-None-Match": tag]).status == .notModified)
    try table.replace(Stop(id: 1, name: "Pier"))
    let second = try await client.get("/line/stops/1", headers: ["If-None-Match": tag])
    #expect(second.status == .ok && second.text.contains("<b>Pier</b>"))
  }

  @Test func whatCanBeDoneWithARowIsDoneOnItsPage() async throws {
    let (client, table) = try site {
      $0.handle(StopHandler())
      $0.selection = .multiple
      $0.changes = .everyone
    }
    let page = try await client.get("/line/stops/1")
    #expect(page.text.contains("Close the stop") && page.text.contains("name=\"_return\" value=\"/line/stops/1"))
    let editing = try await client.get("/line/stops/1?_edit=on&_editing=1").text
    #expect(editing.contains("name=\"values.name\"") && !editing.contains("New "))
    let version = RowVersion(try #require(table.contents.row(withID: 1)))
    let form = ["Content-Type": "application/x-www-form-urlencoded"]
    // What was refused is shown again on the same page.
    let refused = try await client.post(
      "/line/stops/-/event", "event=update&row=1&version=\(version)&values.name=&_return=/line/stops/1", headers: form)
    #expect(refused.status == .badRequest && refused.text.contains("<dt><bdi>isOpen</bdi></dt>"), "\(refused.text)")
    let question = try await client.get("/line/stops/1?_delete=1").text
    #expect(question.contains("Delete this row?"))
    let done = try await client.post(
      "/line/stops/-/event", "action=close&event=action&row=1&version=\(version)&_return=/line/stops/1", headers: form)
    #expect(done["Location"]?.hasPrefix("/line/stops/1") == true, "\(done.text)")
    #expect(table.contents.row(withID: 1)?.isOpen == false)
  }
}
