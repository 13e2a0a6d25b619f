import Foundation
import MicroHTTP
import MicroHTTPTesting
import SiteTables
import TableModel
import TableRendering
import TableServer
import Testing

private struct Greeting: CellViewModel { let id: RowKey, text: String }

private struct GreetingCell: OutletCell {
  @Outlet var text: String
  func configure(with greeting: Greeting) { text = greeting.text }
}

// What follows up to the tests stands in the article as it is here, without `private`.

private struct Photo: CellViewModel { let id: RowKey, address: String, caption: String }

private struct PhotoCell: OutletCell {
  static let preferredHeight: Int? = 180
  @Outlet var address: String
  @Outlet var caption: String
  func configure(with photo: Photo) {
    address = photo.address
    caption = photo.caption
  }
}

private func album(on site: inout Site) throws {
  let table = try MemoryTable<AnyRow>("Album", sections: [TableSection("Summer", indexTitle: "S")])
  try table.add(Greeting(id: 1, text: "Look!"))
  try table.add(Photo(id: 2, address: "/-/static/pictures/station.svg", caption: "A station in a field"))
  site.mount(table, at: "/album") {
    $0.register(GreetingCell.self, nib: "<b>{{text}}</b>")
    $0.register(PhotoCell.self, nib: #"<img src="{{address}}" alt="" height="160"> {{caption}}"#)
  }
}

private struct Boat: CellViewModel { let id: RowKey, name: String, built: Int?, home = "Oslo" }

private func boats() throws -> MemoryTable<Boat> {
  try MemoryTable(
    "Boats",
    columns: [
      .init("name", \.name), .init("built", \.built, title: "Year"), .init("home", \.home),
      .init("letters") { boat in boat.name.count },  // computed
    ],
    rows: [Boat(id: 1, name: "Fram", built: 1892), Boat(id: 2, name: "Gjøa", built: 1872)])
}

private enum Rig: String, CaseIterable, ColumnReadable { case schooner, ketch, sloop }

private struct Berth: CellViewModel {
  let id: RowKey
  var boat = "", rig = Rig.sloop, length: Double?, isPaid = false
}

private func berths() throws -> MemoryTable<Berth> {
  try MemoryTable(
    "Berths",
    columns: [
      .init("boat", \.boat), .init("rig", \.rig), .init("length", \.length, unit: "m"), .init("paid", \.isPaid),
    ],
    rows: [Berth(id: 1, boat: "Fram", rig: .schooner, length: 39)], new: { Berth(id: $0) })
}

/// The square numbers up to a million.
private struct Squares: TableViewModelProvider {
  func page(_ query: TableQuery) async throws -> TablePage {
    var first = 0
    if case .after(let token) = query.position {
      guard let number = Int(token.text), (0...1_000).contains(number) else {
        throw TableError.badRequest("No such page")
      }
      first = number
    }
    let end = min(first + query.pageSize, 1_001)
    let cells = (first..<end).map { Greeting(id: RowKey($0), text: "\($0 * $0)") }
    return TablePage(
      title: "Squares", sections: [UniformSection(cells)], next: end < 1_001 ? PageToken("\(end)") : nil)
  }
}

private struct GreetingHandler: EditHandler, ActionHandler {
  typealias ViewModel = Greeting
  let fields = [EditField("text", title: "Greeting", isRequired: true)]
  func viewModel(_ edit: Edit) async throws -> Greeting { Greeting(id: edit.id, text: edit["text"]) }
  func actions(_ target: ActionTarget) -> [RowAction] { [RowAction("shout", title: "Shout")] }
  func perform(_ action: RowAction, _ target: ActionTarget) async throws -> EventOutcome {
    .edits([.replace(Greeting(id: target.viewModel.id, text: target.viewModel.text.uppercased()))], "Shouted.")
  }
}

private func greetings(_ table: MemoryTable<Greeting>, on site: inout Site) {
  site.mount(table, at: "/greetings") {
    $0.register(GreetingCell.self, nib: "<b>{{text}}</b>")
    $0.handle(GreetingHandler())
    $0.handlers.allowInsertions(GreetingHandler(), title: "New greeting")
    $0.selection = .multiple  // what is chosen stands in the address
    $0.changes = .everyone  // or .permitted: whom the site's rules let write; nobody unless it says so
  }
}

private struct SeasonHandler: SectionHandler {
  typealias ViewModel = TitleViewModel
  func changes(of section: ChangedSection) -> Set<SectionChange.Kind> { [.rename, .move, .insert] }
  func change(_ section: ChangedSection, by change: SectionChange) async throws -> EventOutcome {
    if case .rename(to: "Winter") = change { return .refused("It is never winter here.") }
    return .edits(change.edits(of: section))
  }
}

/// The examples of the article about tables in code; the first one is a program of its own.
@Suite struct TablesInCodeTests {
  @Test func theExamplesOfTheArticleAreThese() throws {
    let own = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).replacing("private ", with: "")
    let blocks = try SiteUnderTest.blocks("swift", of: "Sources/TablePages/TablePages.docc/TablesInCode.md")
    #expect(blocks.count == 7)
    for block in blocks.dropFirst() { #expect(own.contains(block), "\(block)") }
  }

  private func client(_ mount: (inout Site) throws -> Void) throws -> TestClient {
    var site = Site()
    try mount(&site)
    return .inProcess(try TableServer(unchecked: site))
  }

  @Test func theAlbumShowsTwoKindsOfRows() async throws {
    let page = try await client(album).get("/album").text
    #expect(page.contains("<b>Look!</b>"))
    #expect(
      page.contains("<img src=\"/-/static/pictures/station.svg\" alt=\"\" height=\"160\"> A station in a field"))
    #expect(page.contains("Summer"))
  }

  @Test func theBoatsAreAskedForAsRowsOfDatabasesAre() async throws {
    let client = try client { try $0.mount(boats(), at: "/boats") }
    #expect(
      try await client.get("/boats.csv?built__lt=1890&_sort=name").text
        == "id,name,built,home,letters\r\n2,Gjøa,1872,Oslo,4\r\n")
    #expect(try await client.get("/boats.json?_shape=objects&_facet=home").text.contains("\"count\":2"))
    #expect(try await client.get("/boats").text.contains("Year"))
  }

  @Test func berthsAreMadeAndChangedWithoutAHandler() async throws {
    let table = try berths()
    let client = try client {
      $0.mount(table, at: "/berths") { $0.changes = .everyone }
      $0.mount(at: "/quays/{quay}") { _, _ in
        table
      } setUp: {
        $0.changes = .everyone
      }
    }
    for path in ["/berths", "/quays/west"] {
      let page = try await client.get(path + "?_edit=on&_editing=1").text
      #expect(page.contains("name=\"values.rig\"") && page.contains("<option value=\"ketch\""), "\(page)")
      let json = ["Content-Type": "application/json"]
      let row = try #require(table.contents.row(withID: 1))
      let saved = try await client.post(
        path + "/-/event",
        #"{"event": "update", "row": 1, "version": "\#(RowVersion(row))", "values": {"paid": true, "rig": "ketch"}}"#,
        headers: json)
      #expect(saved.status == .ok, "\(saved.text)")
      #expect(table.contents.row(withID: 1)?.isPaid == true && table.contents.row(withID: 1)?.rig == .ketch)
      let undo = try #require(try saved.object()["undo"] as? String)
      _ = try await client.post(path + "/-/event", #"{"event": "undo", "token": "\#(undo)"}"#, headers: json)
      #expect(table.contents.row(withID: 1)?.isPaid == false && table.contents.row(withID: 1)?.rig == .schooner)
      let refused = try await client.post(
        path + "/-/event", #"{"event": "insert", "values": {"boat": "Gjøa", "rig": "raft"}}"#, headers: json)
      #expect(refused.status == .badRequest && refused.text.contains("raft"))
      let pasted = try await client.post(
        path + "/-/event", #"{"event": "paste", "text": "boat\trig\tlength\nGjøa\tsloop\t21.3", "confirm": true}"#,
        headers: json)
      #expect(pasted.status == .ok, "\(pasted.text)")
    }
    #expect(try await client.get("/berths.csv").text.contains(",Gjøa,sloop,21.3,0"))
    #expect(table.contents.sections.flatMap(\.rows).map(\.boat) == ["Fram", "Gjøa", "Gjøa"])
  }

  @Test func theProviderHasPages() async throws {
    let client = try client {
      $0.mount(Squares(), at: "/squares") { $0.register(GreetingCell.self, nib: "<b>{{text}}</b>") }
    }
    #expect(try await client.get("/squares?_size=3").text.contains("<b>4</b>"))
    let next = try #require(try await client.get("/squares.json?_size=3").object()["next"] as? String)
    #expect(try await client.get("/squares?_size=3&_next=\(next)").text.contains("<b>25</b>"))
    #expect(try await client.get("/squares.json?_size=1000&_next=990").object()["next"] is NSNull)
    #expect(try await client.get("/squares?_next=9223372036854775807").status == .badRequest)
  }

  @Test func theHandlerDoesWhatTheArticleSays() async throws {
    let table = try MemoryTable("Greetings", rows: [Greeting(id: 1, text: "Hello!")])
    let client = try client { greetings(table, on: &$0) }
    let version = RowVersion(Greeting(id: 1, text: "Hello!"))
    let body = #"{"event": "action", "action": "shout", "row": 1, "version": "\#(version)"}"#
    let answer = try await client.post("/greetings/-/event", body, headers: ["Content-Type": "application/json"])
    #expect(try answer.object()["message"] as? String == "Shouted.")
    #expect(table.contents.row(withID: 1)?.text == "HELLO!")
  }

  @Test func theHandlerOfSeasonsChangesSections() async throws {
    let table = try MemoryTable<Greeting>(
      "Album", sections: [TableSection("Summer", rows: [Greeting(id: 1, text: "Look!")])])
    let client = try client { site in
      site.mount(table, at: "/album") {
        $0.register(GreetingCell.self, nib: "<b>{{text}}</b>")
        $0.handle(SeasonHandler())
        $0.changes = .everyone
      }
    }
    let section = #""view": "header-0", "version": "\#(RowVersion(TitleViewModel("Summer")))""#
    let refused = try await client.json(
      "/album/-/event", #"{"event": "update", \#(section), "values": {"title": "Winter"}}"#)
    #expect(refused.status == 409 && refused.object["error"] as? String == "It is never winter here.")
    let renamed = try await client.json(
      "/album/-/event", #"{"event": "update", \#(section), "values": {"title": "Autumn"}}"#)
    #expect(renamed.status == 200 && table.contents.sections.map(\.title) == ["Autumn"])
    let autumn = RowVersion(TitleViewModel("Autumn"))
    let deleted = try await client.json(
      "/album/-/event", #"{"event": "delete", "view": "header-0", "version": "\#(autumn)"}"#)
    #expect(deleted.status == 400 && table.contents.rowCount == 1)
  }
}
