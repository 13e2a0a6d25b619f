import Foundation
import Logging
import MicroHTTP
import MicroHTTPTesting
import SiteTables
import Synchronization
import TableModel
import TableRendering
import TableServer
import Testing

/// Tables built in code in whatever state their owner left them: kinds without a cell, two tables of one site, rows without a handler.
@Suite struct HandledTableTests {
  private static let words = [Word(id: 1, text: "one"), Word(id: 2, text: "secret")]

  @Test func tablesOfOneSiteShareNoCellsAndNoHandlers() async throws {
    var site = Site()
    try Self.mount(on: &site, "/plain", nib: "<i>{{text}}</i>")
    try Self.mount(on: &site, "/loud", nib: "<b>{{text}}!</b>") { $0.handle(WordHandler()) }
    let client = try Self.client(site)
    #expect(try await client.get("/plain").text.contains("<i>one</i>"))
    #expect(try await client.get("/loud").text.contains("<b>one!</b>"))
    let plain = try await client.post("/plain/-/event", #"{"event": "select", "row": 1}"#, headers: Self.json)
    #expect(try plain.object()["message"] is NSNull)
    let loud = try await client.post("/loud/-/event", #"{"event": "select", "row": 1}"#, headers: Self.json)
    #expect(try loud.object()["message"] as? String == "Chose one.")
  }

  @Test func aKindWithoutACellIsAPlaceholderOnThePageNullInDataAndAnErrorInTheLog() async throws {
    struct Stray: CellViewModel { var id: RowKey = 9; var text = "stray" }
    var site = Site()
    try Self.mount(on: &site, "/words", nib: "{{text}}", Self.words + [Stray()])
    let log = LogLines()
    let logger = Logger(label: "test") { _ in LineKeeper(log: log) }
    let client = TestClient.inProcess(
      try TableServer(unchecked: site, logger: logger))
    let page = try await client.get("/words")
    #expect(page.status == .ok && page.text.contains("no cell for Stray") && page.text.contains("one"))
    #expect(log.all.contains { $0.contains("/words") && $0.contains("Stray") })
    let sections = try #require(try await client.get("/words.json").object()["sections"] as? [[String: Any]])
    let cell = try #require((sections[0]["cells"] as? [[String: Any]])?.last)
    #expect(cell["reuse_identifier"] is NSNull && (cell["values"] as? [String: Any])?["text"] as? String == "stray")
  }

  @Test func rowsWithoutAHandlerDoWhatRowsDoInDataToo() async throws {
    var site = Site()
    try Self.mount(on: &site, "/words", nib: "{{text}}") { $0.changes = .everyone }
    let client = try Self.client(site)
    let row = #""row": 1, "version": "\#(RowVersion(Self.words[0]))""#
    let moved = try await client.post(
      "/words/-/event", "{\"event\": \"move\", \"move\": \"down\", \(row)}", headers: Self.json)
    #expect(try moved.object()["message"] as? String == "Moved.")
    let tapped = try await client.post("/words/-/event", #"{"event": "accessory", "row": 1}"#, headers: Self.json)
    #expect(try tapped.object()["message"] is NSNull && tapped.status == .ok)
    let deleted = try await client.post("/words/-/event", "{\"event\": \"delete\", \(row)}", headers: Self.json)
    #expect(try deleted.object()["message"] as? String == "Deleted.")
    let fields = try await client.post(
      "/words/-/event",
      "{\"event\": \"update\", \"row\": 2, \"version\": \"\(RowVersion(Self.words[1]))\", \"values\": {\"text\": \"x\"}}",
      headers: Self.json)
    #expect(fields.status == .badRequest)
    let cells = try await client.get("/words.json").text
    #expect(cells.contains("secret") && !cells.contains("\"one\""))
  }

  @Test func theBeginningAndTheEndOfEditingAreToldByPagesAndForms() async throws {
    var site = Site()
    try Self.mount(on: &site, "/words", nib: "{{text}}") {
      $0.handle(WordHandler())
      $0.changes = .everyone
    }
    let client = try Self.client(site)
    Told.editing.withLock { $0 = [] }
    _ = try await client.get("/words?_edit=on&_editing=1")
    _ = try await client.post(
      "/words/-/event", "event=cancel&row=1&_return=/words%3F_edit%3Don%26_editing%3D1", headers: Self.form)
    _ = try await client.get("/words?_edit=on&_delete=1")
    let version = RowVersion(Self.words[0])
    _ = try await client.post(
      "/words/-/event", #"{"event": "update", "row": 1, "version": "\#(version)", "values": {"text": "uno"}}"#,
      headers: Self.json)
    #expect(Told.editing.withLock { $0 } == ["begins one", "ends one", "begins one", "ends one"])
  }

  @Test func moreRowsThanCanBeChosenAreRefused() async throws {
    var site = Site()
    try Self.mount(on: &site, "/words", nib: "{{text}}")
    let client = try Self.client(site)
    let many = (0...200).map(String.init).joined(separator: ",")
    let answer = try await client.post(
      "/words/-/event", "{\"event\": \"select\", \"row\": 1, \"selected\": [\(many)]}", headers: Self.json)
    #expect(answer.status == .badRequest && answer.text.contains("At most 200 rows"))
    let address = "/words/-/chosen?" + (0...200).map { "_selected=\($0)" }.joined(separator: "&")
    #expect(try await client.get(address).status == .badRequest)
  }

  @Test func aRowThatMayNotBeCopiedIsLeftOutOfCopies() async throws {
    var site = Site()
    try Self.mount(on: &site, "/words", nib: "{{text}}") { $0.handle(WordHandler()) }
    let client = try Self.client(site)
    let copy = "/words/-/copy?_selected=1&_selected=2"
    let data = try await client.get(copy, headers: ["Accept": "application/json"]).object()
    #expect(data["rows"] as? Int == 1 && data["text"] as? String == "text\none\n")
    let page = try await client.get(copy).text
    #expect(page.contains("one") && !page.contains("secret"))
  }

  @Test func dataAreNotDrawnSoNobodyIsToldOfTheirDisplay() async throws {
    var site = Site()
    try Self.mount(on: &site, "/words", nib: "{{text}}") { $0.handle(ShownHandler()) }
    let client = try Self.client(site)
    Told.shown.withLock { $0 = 0 }
    _ = try await client.get("/words.json")
    #expect(Told.shown.withLock { $0 } == 0)
    _ = try await client.get("/words")
    #expect(Told.shown.withLock { $0 } == 2)
  }

  @Test func aRowLeadsToAnotherStateOfItsOwnPage() async throws {
    var site = Site()
    try Self.mount(on: &site, "/a/words", nib: "{{text}}") { $0.handle(WordHandler()) }
    let client = try Self.client(site)
    let answer = try await client.post("/a/words/-/event", "event=accessory&row=1&_return=/a/words", headers: Self.form)
    #expect(answer["Location"] == "/a/words?_edit=on")
  }

  // MARK: Support

  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]
  private static let json = ["Content-Type": "application/json"]

  private static func client(_ site: Site) throws -> TestClient {
    .inProcess(try TableServer(unchecked: site))
  }

  private static func mount(
    on site: inout Site, _ path: String, nib: String, _ words: [any CellViewModel] = words,
    _ setUp: (inout SourceSetup) -> Void = { _ in }
  ) throws {
    try site.mount(MemoryTable("Words", rows: words), at: path) {
      $0.register(WordCell.self, nib: nib)
      $0.selection = .multiple
      setUp(&$0)
    }
  }
}

private enum Told {
  static let editing = Mutex<[String]>([])
  static let shown = Mutex(0)
}

private struct WordHandler: SelectionHandler, AccessoryHandler, CopyPolicy, EditHandler, EditObserver {
  typealias ViewModel = Word
  let fields = [EditField("text")]

  func didSelect(_ row: SelectedRow) -> EventOutcome { .message("Chose \(row.viewModel.text).") }
  func didDeselect(_ row: SelectedRow) -> EventOutcome { .nothing }
  func accessoryButtonTapped(_ row: TappedRow) -> EventOutcome { .redirect(to: "?_edit=on") }
  func canCopy(_ row: CopiedRow) -> Bool { row.viewModel.text != "secret" }
  func viewModel(_ edit: Edit) -> Word { Word(id: edit.id, text: edit["text"]) }
  func willBeginEditing(_ row: EditedRow) { tell("begins", row) }
  func didEndEditing(_ row: EditedRow) { tell("ends", row) }
  private func tell(_ what: String, _ row: EditedRow) {
    Told.editing.withLock { $0.append("\(what) \(row.viewModel.text)") }
  }
}

private struct ShownHandler: DisplayObserver {
  typealias ViewModel = Word
  func willDisplay(_ view: DisplayedView) { Told.shown.withLock { $0 += 1 } }
  func didEndDisplaying(_ view: DisplayedView) {}
  func willReuseView(_ view: DisplayedView) {}
}
